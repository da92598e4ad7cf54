/** What our tests use of it; the package brings no types of its own. */
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
    /** Once it runs. */
    httpServer: Server
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
