import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity-operation'
import { initiateAuth } from '@nashta/contracts/user-pool'
import { expectFigures } from '../expect-figures.ts'
import type { Proof } from '../proof.ts'
import { openWire, requestBytes, type Wire, type WireAnswer, type WireRequest } from './wire.ts'

const CLIENT_BUILD = join(import.meta.dirname, '../../../apps/web/build/client')

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'geolocation=(), camera=(), microphone=(), payment=(self)',
  'x-frame-options': 'DENY',
  'x-xss-protection': '0',
}
const OVER_HTTPS = { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' }
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
const PAGE_POLICY = [
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
]
const TELLING = ['server', 'x-powered-by', 'via', 'x-aspnet-version']

const CHECK_AGAIN = 'public, max-age=0, must-revalidate'
const FOREVER = 'public, max-age=31536000, immutable'

/** What an answer is, which decides what it may do and how long it is kept. */
type Kind = 'page' | 'lost page' | 'data' | 'public data' | 'asset' | 'file' | 'picture' | 'mailbox'
const CACHING: Record<Kind, string> = {
  page: CHECK_AGAIN,
  'lost page': 'no-store',
  data: 'no-store',
  'public data': CHECK_AGAIN,
  asset: FOREVER,
  file: 'public, max-age=3600',
  picture: FOREVER,
  mailbox: 'no-store',
}

type Asked = { kind: Kind; status: number; request: WireRequest | string }

const PAGES = [
  '/',
  '/collections/allproducts',
  '/collections/allproducts?search=chips',
  '/collections/best-sellers',
  '/collections/new-arrivals',
  '/collections/suggested',
  '/collections/shoes',
  '/collections/sandals',
  '/product/donut-strawberry-sprinkle',
  '/signin',
  '/signup',
  '/forgot-password',
  '/profile',
  '/checkout',
  '/order-success',
  '/purchase-history',
  '/about',
  '/contact',
  '/shipping',
  '/returns',
  '/privacy',
  '/terms',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  '/api/docs',
]
const LOST = ['/nowhere', '/product/no-such-snack', '/collections/none', '/%F0%9F%8D%A9']
const PUBLIC_DATA = [
  '/api/products',
  '/api/products/donut-strawberry-sprinkle',
  '/api/products?search=chips',
  '/robots.txt',
  '/sitemap.xml',
]
const DATA: [status: number, target: string][] = [
  [200, '/healthz'],
  [200, '/readyz'],
  [200, '/metrics'],
  [200, '/dev/mailbox/messages'],
  [200, '/api/recommendations/somebody'],
  [404, '/api/nowhere'],
  [404, '/api/products/no-such-snack'],
  [404, '/assets/none.js'],
  [404, '/dev/mailbox/messages/none'],
  [404, '/user-pool/none/.well-known/jwks.json'],
  [400, '/api/products?limit=none'],
  [400, '/api/products/%zz'],
  [400, '/images/x.webp?w=7'],
  [401, '/api/carts/somebody'],
  [405, '/identity'],
  [405, '/user-pool'],
]

export const everyAnswer: Proof = {
  id: 'S8',
  test: 'The headers of every kind of answer, over http and behind https',
  sizes: { quick: 1, short: 5, nightly: 50 },
  unit: 'rounds',
  async run(scene, size) {
    const faults: string[] = []
    let looked = 0
    for (const settings of [{}, { PUBLIC_URL: 'https://snacks.example' }]) {
      const isHttps = 'PUBLIC_URL' in settings
      const port = await freePort()
      await scene.startStore({ ...settings, PORT: String(port) })
      const url = `http://127.0.0.1:${port}`
      const wire = openWire(url)
      const asking = allAsked(await pictureAt(url))
      for (let round = 0; round < size; round += 1) {
        for (const asked of asking) {
          const answer = await exchange(wire, asked)
          looked += 1
          faults.push(...faultsOf(asked, answer, isHttps))
          const known = answer && (await askedAgain(wire, asked, answer))
          if (!known) continue
          looked += 1
          faults.push(...faultsOf({ ...asked, status: 304 }, known, isHttps))
        }
      }
      wire.close()
    }
    expectFigures({ 'headers that are wrong': [[...new Set(faults)].slice(0, 8).join('; '), ''] })
    return `${looked} answers of ${allAsked('').length} kinds, 304 among them: the exact headers on each, every inline script by its hash, nothing unsafe`
  },
  mutations: [
    {
      what: 'types are guessed by the browser',
      file: 'packages/service-kit/src/security-headers.ts',
      from: "'x-content-type-options': 'nosniff',",
      to: '',
    },
    {
      what: 'inline styles are allowed',
      file: 'packages/service-kit/src/security-headers.ts',
      from: '"style-src \'self\'"',
      to: "\"style-src 'self' 'unsafe-inline'\"",
    },
    {
      what: 'what is no request is answered without headers',
      file: 'packages/service-kit/src/refusal.ts',
      from: '...dataHeaders({ https }),',
      to: '',
    },
    {
      what: 'kept answers have none of them',
      file: 'packages/service-kit/src/form.ts',
      from: 'const known = { ...headers, ...caching,',
      to: 'const known: Record<string, string> = { ...(status === 404 ? headers : {}), ...caching,',
    },
  ],
}

function allAsked(picture: string): Asked[] {
  const assets = globSync('assets/*.{js,css,woff2}', { cwd: CLIENT_BUILD }).slice(0, 20)
  return [
    ...PAGES.map(get('page', 200)),
    ...LOST.map(get('lost page', 404)),
    ...PUBLIC_DATA.map(get('public data', 200)),
    ...['/api/openapi.json', '/api/docs.css'].map(get('public data', 200)),
    ...DATA.map(([status, target]) => get('data', status)(target)),
    ...assets.map((name) => get('asset', 200)(`/${name}`)),
    ...['/favicon.svg', '/manifest.webmanifest'].map(get('file', 200)),
    get('picture', 200)(picture),
    get('data', 404)('/images/none.webp'),
    get('mailbox', 200)('/dev/mailbox'),
    ...POSTED,
    ...RAW,
  ]
}

const json = { 'content-type': 'application/json' }
const identity = {
  'content-type': IDENTITY_CONTENT_TYPE,
  [TARGET_HEADER]: initiateAuth.target,
  'sec-fetch-site': 'same-origin',
}
const WRONG_PASSWORD = JSON.stringify({
  AuthFlow: 'USER_PASSWORD_AUTH',
  AuthParameters: { USERNAME: 'nobody@example.in', PASSWORD: 'not-the-password' },
})

/** Taken and refused, by every part of the store. */
const POSTED: Asked[] = [
  posted(200, {
    target: '/api/newsletter',
    headers: json,
    body: '{"name":"Asha","email":"asha@example.in"}',
  }),
  posted(400, { target: '/api/newsletter', headers: json, body: '{"name":' }),
  posted(400, { target: '/api/newsletter', headers: json, body: '{}' }),
  posted(415, { target: '/api/newsletter', headers: { 'content-type': 'text/plain' }, body: '{}' }),
  posted(413, {
    target: '/api/newsletter',
    headers: { ...json, connection: 'close' },
    body: 'x'.repeat(70_000),
  }),
  posted(401, { target: '/api/products', headers: json, body: '{}' }),
  posted(405, { target: '/', headers: json, body: '{}' }),
  posted(405, { target: '/healthz', headers: json, body: '{}' }),
  posted(400, { target: '/identity', headers: identity, body: WRONG_PASSWORD }),
  posted(400, { target: '/identity', headers: identity, body: '{' }),
  posted(403, { target: '/identity', headers: { ...identity, 'sec-fetch-site': 'cross-site' }, body: '{}' }),
  posted(415, { target: '/identity', headers: { ...identity, ...json }, body: '{}' }),
  posted(400, { target: '/user-pool', headers: identity, body: '{}' }),
  posted(400, { target: '/identity-pool', headers: identity, body: '{}' }),
]

/** What is refused before there is a request. */
const RAW: Asked[] = [
  { kind: 'data', status: 400, request: 'NONSENSE\r\n\r\n' },
  { kind: 'data', status: 431, request: `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n` },
  { kind: 'data', status: 417, request: 'GET / HTTP/1.1\r\nhost: x\r\nexpect: wonders\r\n\r\n' },
]

function get(kind: Kind, status: number) {
  return (target: string): Asked => ({ kind, status, request: { method: 'GET', target } })
}

function posted(status: number, request: Omit<WireRequest, 'method'>): Asked {
  return { kind: 'data', status, request: { method: 'POST', ...request } }
}

function exchange(wire: Wire, { request }: Asked) {
  return wire.exchange(typeof request === 'string' ? request : requestBytes(request))
}

/** The same once more by who has it already. */
function askedAgain(wire: Wire, { request }: Asked, { status, headers }: WireAnswer) {
  const etag = valueOf(headers, 'etag')
  if (typeof request === 'string' || request.method !== 'GET' || status !== 200 || !etag) return null
  return wire.exchange(requestBytes({ ...request, headers: { ...request.headers, 'if-none-match': etag } }))
}

function faultsOf({ kind, status, request }: Asked, answer: WireAnswer | null, isHttps: boolean): string[] {
  const name = typeof request === 'string' ? request.slice(0, 20) : `${request.method} ${request.target}`
  if (!answer) return [`${name}: no answer`]
  const { headers } = answer
  const wanted = { ...ALWAYS, ...(isHttps && OVER_HTTPS), 'cache-control': CACHING[kind] }
  const wrong = Object.entries(wanted).filter(([header, value]) => valueOf(headers, header) !== value)
  const faults = [
    ...(answer.status === status ? [] : [`status ${answer.status}, not ${status}`]),
    ...wrong.map(([header]) => `${header}: ${valueOf(headers, header)}`),
    ...TELLING.filter((header) => valueOf(headers, header) !== undefined).map(
      (header) => `it tells ${header}`,
    ),
    ...(isHttps || valueOf(headers, 'strict-transport-security') === undefined ? [] : ['HSTS over http']),
    ...policyFaults(kind, answer, isHttps),
  ]
  return faults.map((fault) => `${name}: ${fault}`)
}

function policyFaults(kind: Kind, answer: WireAnswer, isHttps: boolean): string[] {
  const policy = valueOf(answer.headers, 'content-security-policy') ?? ''
  if (/unsafe|\*|data:|blob:|http:/.test(policy)) return [`a policy that is open: ${policy}`]
  if (kind === 'mailbox') return policy.startsWith("default-src 'none'; style-src 'sha256-") ? [] : [policy]
  if (kind !== 'page' && kind !== 'lost page') return policy === DATA_POLICY ? [] : [`policy ${policy}`]

  const [first, scripts = '', ...rest] = policy.split('; ')
  const wanted = [...PAGE_POLICY, ...(isHttps ? ['upgrade-insecure-requests'] : [])]
  const isRight = first === "default-src 'none'" && rest.join('; ') === wanted.join('; ')
  if (!isRight) return [`policy ${policy}`]
  if (!/^script-src 'self'(?: 'sha256-[\w+/]+=')*$/.test(scripts)) return [`scripts ${scripts}`]
  return answer.status === 304 ? [] : scriptFaults(answer, scripts)
}

/** Every script in the page is named by its hash, and every hash is that of a script in the page. */
function scriptFaults(answer: WireAnswer, scripts: string): string[] {
  const inline = [...textOf(answer).matchAll(/<script([^>]*)>([\s\S]+?)<\/script>/g)]
    .filter(([, attributes = '']) => !attributes.includes('application/'))
    .map(([, , script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  const named = scripts.split(' ').slice(2)
  const [unnamed, unused] = [
    inline.filter((hash) => !named.includes(hash)),
    named.filter((hash) => !inline.includes(hash)),
  ]
  return [...unnamed.map(() => 'a script without its hash'), ...unused.map(() => 'a hash without its script')]
}

function textOf({ headers, body }: WireAnswer) {
  const encoding = valueOf(headers, 'content-encoding')
  if (encoding === 'br') return brotliDecompressSync(body).toString()
  return encoding === 'gzip' ? gunzipSync(body).toString() : body.toString()
}

/** Undefined when it is absent, and all of them when it came more than once. */
function valueOf(headers: WireAnswer['headers'], wanted: string) {
  const values = headers.filter(([name]) => name === wanted).map(([, value]) => value)
  return values.length === 0 ? undefined : values.join(' AND ')
}

async function pictureAt(url: string) {
  const answer = await fetch(`${url}/api/products`)
  const { data } = (await answer.json()) as { data: { imageUrl: string }[] }
  return data[0]?.imageUrl ?? ''
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
