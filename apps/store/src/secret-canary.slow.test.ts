import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity/identity-operation'
import { initiateAuth } from '@nashta/contracts/identity/user-pool'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startStoreProcess } from './store-process.fixture.ts'

const SECRET = 'canary0secret0of0the0store0client0271828'
const BUILD = join(import.meta.dirname, '../../web/build')

/** The contents of files by name, or of responses by path. */
type Contents = Map<string, Buffer>

/** The names of the contents with the secret, plain or in base64 with or without padding. */
function findSecret(secret: string, contents: Contents) {
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '')
  const hasSecret = (bytes: Buffer) => bytes.includes(secret) || bytes.includes(base64)
  return [...contents].filter(([, bytes]) => hasSecret(bytes)).map(([name]) => name)
}

function decompress(name: string, bytes: Buffer) {
  if (name.endsWith('.br')) return brotliDecompressSync(bytes)
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

function readBuild(): Contents {
  const names = globSync('**/*', { cwd: BUILD }).filter((name) => statSync(join(BUILD, name)).isFile())
  return new Map(names.map((name) => [name, decompress(name, readFileSync(join(BUILD, name)))]))
}

const START_PATHS = ['/', '/signin', '/nowhere', '/api/products', '/api/openapi.json', '/api/docs', '/readyz']
/** Matches an `href` or `src` without `?` and `#`, and the path of an asset in a script. */
const LINK = /(?:href|src)="(\/[^"#?]*)"|["'](\/assets\/[^"']+\.(?:js|css|map))["']/g

/** Follows the links of pages and scripts, but not to pictures. Returns headers and bodies. */
async function crawl(url: string): Promise<Contents> {
  const contents: Contents = new Map()
  // The loop also visits the paths that it adds to the queue.
  const queue = [...START_PATHS]
  for (const path of queue) {
    if (contents.has(path) || path.startsWith('/images/')) continue
    const response = await fetch(url + path)
    const body = Buffer.from(await response.arrayBuffer())
    contents.set(path, Buffer.concat([Buffer.from(JSON.stringify([...response.headers])), body]))
    if (!/html|javascript/.test(response.headers.get('content-type') ?? '')) continue
    for (const [, link, asset] of body.toString().matchAll(LINK)) queue.push(link ?? asset ?? '/')
  }
  contents.set('/identity', await signInUnknownUser(url))
  return contents
}

/** Returns headers and body. The gateway adds the secret when it calls the user pool. */
async function signInUnknownUser(url: string) {
  const response = await fetch(`${url}/identity`, {
    method: 'POST',
    headers: { 'content-type': IDENTITY_CONTENT_TYPE, [TARGET_HEADER]: initiateAuth.target },
    body: JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'nobody@example.com', PASSWORD: 'what-ever-8' },
    }),
  })
  expect(response.status).toBe(400)
  const headers = Buffer.from(JSON.stringify([...response.headers]))
  return Buffer.concat([headers, Buffer.from(await response.arrayBuffer())])
}

let store: Awaited<ReturnType<typeof startStoreProcess>>
beforeAll(async () => {
  store = await startStoreProcess({ USER_POOL_CLIENT_SECRET: SECRET })
})
afterAll(() => store.stop())

it("the secret of the store's user pool client is in no file of the build", () => {
  const build = readBuild()
  // Makes sure that the build was read.
  expect([...build.keys()].filter((name) => name.endsWith('.js')).length).toBeGreaterThan(5)
  expect(findSecret(SECRET, build)).toEqual([])
})

it("the secret of the store's user pool client is in no response of the store", async () => {
  const served = await crawl(store.url)
  // Makes sure that links were followed.
  expect([...served.keys()].filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(3)
  expect(findSecret(SECRET, served)).toEqual([])
})

it.each([
  ['page.html', (secret: string) => Buffer.from(`<p>${secret}</p>`)],
  ['chunk.js.map', (secret: string) => Buffer.from(JSON.stringify({ sourcesContent: [secret] }))],
  ['chunk.js', (secret: string) => Buffer.from(`atob("${btoa(secret)}")`)],
  ['chunk.js.br', (secret: string) => brotliCompressSync(secret)],
  ['chunk.js.gz', (secret: string) => gzipSync(secret)],
])('findSecret finds a secret in %s', (name, contentWith) => {
  const contents: Contents = new Map([[name, decompress(name, contentWith(SECRET))]])
  expect(findSecret(SECRET, contents)).toEqual([name])
})
