/** Where a thread of its own finds the interactions: it opens them itself, so that none pass through here. */
export type InteractionSource =
  | { sqlite: string }
  | {
      dynamodb: {
        table: string
        region: string
        endpoint?: string | undefined
        credentials?: ThreadCredentials | undefined
      }
    }

/** Plain data, as all that goes to a thread. */
export type ThreadCredentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
