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

/**
 * Credentials as plain data. The AWS SDK gets its credentials from a function, and a function
 * cannot be sent to a thread.
 */
export type ThreadCredentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
