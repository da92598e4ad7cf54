import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createService } from '../http/create-service.ts'
import { createLogger } from '../process/logger.ts'
import { createDiskReleaseFiles } from './disk-release-files.ts'
import { serveReleaseFiles } from './release-files.ts'

const DAY_MS = 24 * 60 * 60 * 1000

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'nashta-releases-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** The server of a release whose build has these files. `saved` is shared by all releases. */
async function startRelease(
  saved: string,
  files: Record<string, string>,
  now: () => Date,
  logger = createLogger({ service: 'web', level: 'silent' }),
) {
  const folder = temporaryFolder()
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content)
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content))
    writeFileSync(join(folder, `${name}.gz`), 'not saved')
  }
  const app = createService({ logger, https: false })
  serveReleaseFiles(app, { folder, base: '/assets/', releaseFiles: createDiskReleaseFiles(saved, now) })
  await app.ready()
  onTestFinished(() => app.close())
  return app
}

it('a file of a past release is served for thirty days after its release was last in use', async () => {
  const saved = temporaryFolder()
  const clock = { now: new Date('2026-01-01T00:00:00Z') }
  const now = () => clock.now
  await startRelease(saved, { 'cart-Ab12.js': 'old cart', 'shared-Cd34.js': 'shared' }, now)
  clock.now = new Date(clock.now.getTime() + 29 * DAY_MS)
  const next = await startRelease(saved, { 'cart-Ef56.js': 'new cart', 'shared-Cd34.js': 'shared' }, now)

  const old = await next.inject({ url: '/assets/cart-Ab12.js', headers: { 'accept-encoding': 'gzip, br' } })
  expect([old.statusCode, old.headers]).toMatchObject([
    200,
    {
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    },
  ])
  expect((await next.inject('/assets/cart-Ab12.js')).body).toBe('old cart')

  clock.now = new Date(clock.now.getTime() + 2 * DAY_MS)
  const third = await startRelease(saved, { 'cart-Gh78.js': 'newest cart' }, now)
  const statusOf = async (name: string) => (await third.inject(`/assets/${name}`)).statusCode
  expect(await Promise.all(['cart-Ab12.js', 'cart-Ef56.js', 'shared-Cd34.js'].map(statusOf))).toEqual([
    404, 200, 200,
  ])
})

it('only saved files can be read', async () => {
  const saved = temporaryFolder()
  writeFileSync(join(saved, 'secret.json'), 'secret')
  const app = await startRelease(saved, { 'cart-Ab12.js': 'cart' }, () => new Date())
  for (const path of ['../secret.json', '..%2fsecret.json', '.hidden.js', 'cart-Ab12.js.gz', 'none.js', '']) {
    const { statusCode, body } = await app.inject(`/assets/${path}`)
    expect([path, statusCode, body.includes('secret')]).toEqual([path, 404, false])
  }
})

it('the first release of a store saves its many files without an error', async () => {
  const logged: string[] = []
  const destination = { write: (line: string) => void logged.push(line) }
  const logger = createLogger({ service: 'web', level: 'error', destination })
  const files = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`part${index}-Ab12.js`, 'x'.repeat(2000)]),
  )
  await startRelease(temporaryFolder(), files, () => new Date('2026-01-01T00:00:00Z'), logger)
  expect(logged).toEqual([])
})

it('a start waits for files that are saved slowly', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'cart-Ab12.js.br'), 'cart')
  const slow = Promise.withResolvers<void>()
  const app = createService({ logger: createLogger({ service: 'web', level: 'silent' }), https: false })
  onTestFinished(() => app.close())
  serveReleaseFiles(app, {
    folder,
    base: '/assets/',
    releaseFiles: { save: () => slow.promise, read: async () => null },
  })
  const ready = app.ready()
  await vi.advanceTimersByTimeAsync(60_000)
  slow.resolve()
  await expect(ready).resolves.toBeDefined()
})
