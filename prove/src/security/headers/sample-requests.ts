import { globSync } from 'node:fs'
import { join } from 'node:path'
import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity/identity-operation'
import { initiateAuth } from '@nashta/contracts/identity/user-pool'
import type { HttpRequest } from '../raw-connection.ts'

/** The build has many assets, all with the same headers, so some of them are enough. */
const ASSETS_MAX = 20
const CLIENT_BUILD = join(import.meta.dirname, '../../../../apps/web/build/client')

/**
 * The kind of a response decides its content security policy and its caching. Caches may store
 * `public data` but not `data`. An `asset` has a hash in its name, a `file` has none.
 */
export type ResponseKind =
  | 'page'
  | 'missing page'
  | 'data'
  | 'public data'
  | 'asset'
  | 'file'
  | 'service worker'
  | 'picture'
  | 'mailbox'

export type SampleRequest = { kind: ResponseKind; status: number; request: HttpRequest | string }

const PAGES = [
  '/',
  '/collections/allproducts',
  '/collections/allproducts?search=chips',
  '/collections/best-sellers',
  '/collections/new-arrivals',
  '/collections/suggested',
  // The specification demands Shoes and Sandals.
  '/collections/shoes',
  '/collections/sandals',
  '/product/donut-strawberry-sprinkle',
  '/signin',
  '/signup',
  '/forgot-password',
  '/undo-email-change',
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
  '/grievance',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  '/api/docs',
]
const MISSING_PAGES = [
  '/nowhere',
  '/grievance/none',
  '/product/no-such-snack',
  '/collections/none',
  '/%F0%9F%8D%A9',
]
const PUBLIC_DATA = [
  '/api/products',
  '/api/products/donut-strawberry-sprinkle',
  '/api/products?search=chips',
  '/api/shop',
  '/robots.txt',
  '/llms.txt',
  '/feeds/google.xml',
  '/sitemap.xml',
  '/api/openapi.json',
  '/api/docs.css',
]
const DATA: [status: number, target: string][] = [
  [200, '/healthz'],
  [200, '/readyz'],
  [200, '/api/recommendations/somebody'],
  [404, '/api/nowhere'],
  [404, '/api/products/no-such-snack'],
  [404, '/api/tickets/none'],
  [401, '/api/admin/tickets'],
  [404, '/assets/none.js'],
  [404, '/user-pool/none/.well-known/jwks.json'],
  [400, '/api/products?limit=none'],
  [400, '/api/products/%zz'],
  [400, '/images/x.webp?w=7'],
  [401, '/api/carts/somebody'],
  [405, '/identity'],
  [405, '/user-pool'],
]

/** A store without PUBLIC_URL serves these addresses to its own machine. */
const WITHOUT_PUBLIC_URL: SampleRequest[] = [
  get('data', 200)('/metrics'),
  get('data', 200)('/dev/mailbox/messages'),
  get('data', 404)('/dev/mailbox/messages/none'),
  get('mailbox', 200)('/dev/mailbox'),
]
/** A store with PUBLIC_URL refuses the same addresses. */
const WITH_PUBLIC_URL: SampleRequest[] = [
  get('data', 403)('/metrics'),
  ...['/dev/mailbox', '/dev/mailbox/messages'].map(get('missing page', 404)),
]

/** Returns requests for every kind of response, several for most kinds. */
export function sampleRequests({
  picturePath,
  hasPublicUrl,
}: {
  picturePath: string
  hasPublicUrl: boolean
}): SampleRequest[] {
  const assets = globSync('assets/*.{js,css,woff2}', { cwd: CLIENT_BUILD }).slice(0, ASSETS_MAX)
  if (assets.length === 0) throw new Error(`there is no build in ${CLIENT_BUILD}`)
  return [
    ...PAGES.map(get('page', 200)),
    ...MISSING_PAGES.map(get('missing page', 404)),
    ...PUBLIC_DATA.map(get('public data', 200)),
    ...DATA.map(([status, target]) => get('data', status)(target)),
    ...assets.map((name) => get('asset', 200)(`/${name}`)),
    ...['/favicon.svg', '/manifest.webmanifest'].map(get('file', 200)),
    get('service worker', 200)('/sw.js'),
    get('picture', 200)(picturePath),
    get('data', 404)('/images/none.webp'),
    ...(hasPublicUrl ? WITH_PUBLIC_URL : WITHOUT_PUBLIC_URL),
    ...POST_REQUESTS,
    ...INVALID_REQUESTS,
  ]
}

const jsonHeaders = { 'content-type': 'application/json' }
const identityHeaders = {
  'content-type': IDENTITY_CONTENT_TYPE,
  [TARGET_HEADER]: initiateAuth.target,
  'sec-fetch-site': 'same-origin',
}
const WRONG_PASSWORD_BODY = JSON.stringify({
  AuthFlow: 'USER_PASSWORD_AUTH',
  AuthParameters: { USERNAME: 'nobody@example.in', PASSWORD: 'not-the-password' },
})

/** Accepted and refused requests to every part of the store. */
const POST_REQUESTS: SampleRequest[] = [
  post(200, {
    target: '/api/newsletter',
    headers: jsonHeaders,
    body: '{"name":"Asha","email":"asha@example.in"}',
  }),
  post(400, { target: '/api/newsletter', headers: jsonHeaders, body: '{"name":' }),
  post(400, { target: '/api/newsletter', headers: jsonHeaders, body: '{}' }),
  post(415, { target: '/api/newsletter', headers: { 'content-type': 'text/plain' }, body: '{}' }),
  post(413, {
    target: '/api/newsletter',
    headers: { ...jsonHeaders, connection: 'close' },
    body: 'x'.repeat(70_000),
  }),
  post(401, { target: '/api/products', headers: jsonHeaders, body: '{}' }),
  post(405, { target: '/', headers: jsonHeaders, body: '{}' }),
  post(405, { target: '/healthz', headers: jsonHeaders, body: '{}' }),
  post(400, { target: '/identity', headers: identityHeaders, body: WRONG_PASSWORD_BODY }),
  post(400, { target: '/identity', headers: identityHeaders, body: '{' }),
  post(403, {
    target: '/identity',
    headers: { ...identityHeaders, 'sec-fetch-site': 'cross-site' },
    body: '{}',
  }),
  post(415, { target: '/identity', headers: { ...identityHeaders, ...jsonHeaders }, body: '{}' }),
  post(400, { target: '/user-pool', headers: identityHeaders, body: '{}' }),
  post(400, { target: '/identity-pool', headers: identityHeaders, body: '{}' }),
]

/** The server refuses these requests before a route gets them. */
const INVALID_REQUESTS: SampleRequest[] = [
  { kind: 'data', status: 400, request: 'NONSENSE\r\n\r\n' },
  { kind: 'data', status: 431, request: `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n` },
  { kind: 'data', status: 417, request: 'GET / HTTP/1.1\r\nhost: x\r\nexpect: wonders\r\n\r\n' },
]

function get(kind: ResponseKind, status: number) {
  return (target: string): SampleRequest => ({ kind, status, request: { method: 'GET', target } })
}

function post(status: number, request: Omit<HttpRequest, 'method'>): SampleRequest {
  return { kind: 'data', status, request: { method: 'POST', ...request } }
}
