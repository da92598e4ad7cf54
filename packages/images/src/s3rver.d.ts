/** Types of the parts of s3rver that our tests use; the package has none. */
declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http'

  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      allowMismatchedSignatures: boolean
    })
    /** Set by `run`. */
    httpServer: Server
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
