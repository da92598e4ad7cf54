import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

/** Starts an S3 server in this process. It deletes its temporary folder when it stops. */
export async function startS3Server() {
  const directory = mkdtempSync(join(tmpdir(), 'nashta-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    // s3rver cannot check the signature of a request with the checksums of the SDK.
    allowMismatchedSignatures: true,
  })
  const { port } = await server.run()
  const accessKeyIds = new Set<string>()
  // s3rver accepts only one fixed access key, which therefore replaces every other access key.
  server.httpServer.prependListener('request', ({ headers }) => {
    const { authorization = '' } = headers
    const [, key] = /Credential=([^/]+)/.exec(authorization) ?? []
    if (!key) return
    accessKeyIds.add(key)
    headers.authorization = authorization.replace(`Credential=${key}/`, 'Credential=S3RVER/')
  })
  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** The access key ids of all requests so far. */
    accessKeyIds,
    async stop() {
      await server.close()
      rmSync(directory, { recursive: true })
    },
  }
}
