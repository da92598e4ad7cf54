/**
 * Where the interactions are stored. The training thread opens the storage itself, because sending
 * the interactions to the thread would copy them.
 */
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

/** Credentials as plain data. Those of the AWS SDK are a function: a thread cannot get one. */
export type ThreadCredentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
