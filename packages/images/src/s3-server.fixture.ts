import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

/** An S3 server inside this process, with a folder that goes when it stops. */
export async function startS3Server() {
  const directory = mkdtempSync(join(tmpdir(), 'nashta-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    // It does not know how the SDK signs checksums.
    allowMismatchedSignatures: true,
  })
  const { port } = await server.run()
  const keysShown = new Set<string>()
  // It knows one key only, and nobody could tell it of temporary ones.
  server.httpServer.prependListener('request', ({ headers }) => {
    const { authorization = '' } = headers
    const [, key] = /Credential=([^/]+)/.exec(authorization) ?? []
    if (!key) return
    keysShown.add(key)
    headers.authorization = authorization.replace(`Credential=${key}/`, 'Credential=S3RVER/')
  })
  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** Who came: the ids of their access keys. */
    keysShown,
    async stop() {
      await server.close()
      rmSync(directory, { recursive: true })
    },
  }
}
