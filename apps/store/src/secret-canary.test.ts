import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity/identity-operation'
import { initiateAuth } from '@nashta/contracts/identity/user-pool'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startStoreProcess } from './store-process.fixture.ts'

const SECRET = 'canary0secret0of0the0store0client0271828'
const BUILD = join(import.meta.dirname, '../../web/build')

type Texts = Map<string, Buffer>

/** The names of the texts that contain the secret, plain or in base64 with or without padding. */
function textsWith(secret: string, texts: Texts) {
  const base64WithoutPadding = Buffer.from(secret).toString('base64').replace(/=+$/, '')
  const found = [...texts].filter(([, text]) => text.includes(secret) || text.includes(base64WithoutPadding))
  return found.map(([name]) => name)
}

function decompress(name: string, bytes: Buffer) {
  if (name.endsWith('.br')) return brotliDecompressSync(bytes)
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

function readBuild(): Texts {
  const names = globSync('**/*', { cwd: BUILD }).filter((name) => statSync(join(BUILD, name)).isFile())
  return new Map(names.map((name) => [name, decompress(name, readFileSync(join(BUILD, name)))]))
}

const ENTRANCES = ['/', '/signin', '/nowhere', '/api/products', '/api/openapi.json', '/api/docs', '/readyz']
/** Matches `href` and `src` of a page up to `?` or `#`, and the names of assets in a script. */
const LINK = /(?:href|src)="(\/[^"#?]*)"|["'](\/assets\/[^"']+\.(?:js|css|map))["']/g

/** Headers and body of every page and script that links lead to. Pictures hold no text, so they are left out. */
async function crawl(url: string): Promise<Texts> {
  const texts: Texts = new Map()
  // The loop also visits the paths that it adds to the queue.
  const queue = [...ENTRANCES]
  for (const path of queue) {
    if (texts.has(path) || path.startsWith('/images/')) continue
    const response = await fetch(url + path)
    const body = Buffer.from(await response.arrayBuffer())
    texts.set(path, Buffer.concat([Buffer.from(JSON.stringify([...response.headers])), body]))
    if (!/html|javascript/.test(response.headers.get('content-type') ?? '')) continue
    for (const [, link, asset] of body.toString().matchAll(LINK)) queue.push(link ?? asset ?? '/')
  }
  texts.set('/identity', await signInUnknownUser(url))
  return texts
}

/** The gateway's response to a sign-in. The gateway adds the secret to the calls that it forwards to the user pool. */
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

it("the client's secret is in no file of the build", () => {
  const build = readBuild()
  // The build was found and read.
  expect([...build.keys()].filter((name) => name.endsWith('.js')).length).toBeGreaterThan(5)
  expect(textsWith(SECRET, build)).toEqual([])
})

it("the client's secret is on no page and in no script that the store serves", async () => {
  const served = await crawl(store.url)
  // The links of the pages were followed.
  expect([...served.keys()].filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(3)
  expect(textsWith(SECRET, served)).toEqual([])
})

it.each([
  ['page.html', (secret: string) => Buffer.from(`<p>${secret}</p>`)],
  ['chunk.js.map', (secret: string) => Buffer.from(JSON.stringify({ sourcesContent: [secret] }))],
  ['chunk.js', (secret: string) => Buffer.from(`atob("${btoa(secret)}")`)],
  ['chunk.js.br', (secret: string) => brotliCompressSync(secret)],
  ['chunk.js.gz', (secret: string) => gzipSync(secret)],
])('a secret in %s is found', (name, contentWith) => {
  expect(textsWith(SECRET, new Map([[name, decompress(name, contentWith(SECRET))]]))).toEqual([name])
})
