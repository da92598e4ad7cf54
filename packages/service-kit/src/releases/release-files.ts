import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../service-error.ts'

/** The files of a release stay available for this long after its last process has stopped. */
export const RELEASE_LIFETIME_DAYS = 30

const SAVE_EVERY_MS = 24 * 60 * 60 * 1000
const SAVED_AT_ONCE = 8

/**
 * Where the built files of releases are stored, for open pages of past releases, and for processes of
 * an older or newer release at the same address. A name contains a hash of its file.
 */
export interface ReleaseFiles {
  /** Null for an unknown name. */
  read(name: string): Promise<Uint8Array | null>

  /** Stores the file. For a stored file, stores only that it is still in use. */
  save(name: string, bytes: () => Promise<Uint8Array>): Promise<void>
}

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  webp: 'image/webp',
  avif: 'image/avif',
  png: 'image/png',
  jpg: 'image/jpeg',
  json: 'application/json; charset=utf-8',
}
/** What the build writes: a name of letters, a hash and an ending. No folder, and no leading dot. */
const FILE_NAME = /^[\w-][\w.-]{0,200}\.(?<ending>[a-z\d]+)$/

export type ServeReleaseFilesOptions = {
  /** The folder of the built files of this release. */
  folder: string
  /** The path of the files, such as `/assets/`. */
  base: string
  releaseFiles: ReleaseFiles
}

/**
 * Saves the files of this release, now and once a day, and serves the saved files of other
 * releases. The files of this release have routes of their own.
 */
export function serveReleaseFiles(
  app: FastifyInstance,
  { folder, base, releaseFiles }: ServeReleaseFilesOptions,
) {
  const savedName = (name: string) => base.slice(1) + name

  async function saveAll() {
    // The brotli form of a file is saved too, but not the gzip form: browsers that run these pages know brotli.
    const names = globSync('**/*', { cwd: folder, exclude: ['**/*.gz'] })
      .map((name) => name.split(sep).join('/'))
      .filter((name) => FILE_NAME.test(name))
    async function saveNext(): Promise<void> {
      const name = names.shift()
      if (name === undefined) return
      await releaseFiles.save(savedName(name), () => readFile(join(folder, name)))
      return saveNext()
    }
    await Promise.all(Array.from({ length: SAVED_AT_ONCE }, saveNext))
  }
  const saveAndReport = () =>
    saveAll().catch((error: unknown) =>
      app.log.error({ err: error }, 'the files of this release could not be saved for its open pages'),
    )

  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    // Before this process sends a page: another process may be asked for the files of that page.
    await saveAndReport()
    timer = setInterval(() => void saveAndReport(), SAVE_EVERY_MS)
    timer.unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))

  app.get(`${base}*`, async (request: FastifyRequest, reply: FastifyReply) => {
    const { '*': name = '' } = request.params as { '*'?: string }
    const type = TYPES[FILE_NAME.exec(name)?.groups?.['ending'] ?? '']
    const acceptsBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
    const compressed = type && acceptsBrotli ? await releaseFiles.read(`${savedName(name)}.br`) : null
    const bytes = compressed ?? (type ? await releaseFiles.read(savedName(name)) : null)
    if (!bytes || !type) throw new ServiceError('ROUTE_NOT_FOUND', 'There is nothing at this address')
    if (compressed) reply.header('content-encoding', 'br')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'Accept-Encoding')
      .type(type)
      .send(Buffer.from(bytes))
  })
}
