/** Where the interactions are stored. The training thread opens the storage itself, so that none are copied to it. */
export type InteractionSource =
  | { /** The path of the database file. */ sqlite: string }
  | {
      dynamodb: {
        table: string
        region: string
        endpoint?: string | undefined
        credentials?: ThreadCredentials | undefined
      }
    }

/** Plain data: the AWS SDK's credentials are a function, which cannot be sent to a thread. */
export type ThreadCredentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
