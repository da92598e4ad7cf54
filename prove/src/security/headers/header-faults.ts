import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { RawResponse } from '../raw-connection.ts'
import type { SampleRequest, ResponseKind } from './sample-requests.ts'

// The store's headers must have these values. They are not imported from the store, so that a
// changed header is noticed.
const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'geolocation=(), camera=(), microphone=(), payment=(self)',
  'x-frame-options': 'DENY',
  'x-xss-protection': '0',
}
/** Only sent when PUBLIC_URL is an https address. */
const HTTPS_HEADERS = { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' }
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
/** The worker fetches the store's files. */
const WORKER_POLICY = `${DATA_POLICY}; connect-src 'self'; img-src 'self'`
const PAGE_POLICY = [
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types late-script default',
]
const REVEALING_HEADERS = ['server', 'x-powered-by', 'via', 'x-aspnet-version']

const REVALIDATE = 'public, max-age=0, must-revalidate'
const FOREVER = 'public, max-age=31536000, immutable'

const CACHING: Record<ResponseKind, string> = {
  page: REVALIDATE,
  'missing page': 'no-store',
  data: 'no-store',
  'public data': REVALIDATE,
  asset: FOREVER,
  file: 'public, max-age=3600',
  // Browsers ask for a new worker at each navigation.
  'service worker': 'no-cache',
  picture: FOREVER,
  mailbox: 'no-store',
}

/**
 * Lists how a response differs from the values above. `isHttps` says that the store's PUBLIC_URL is
 * an https address; the requests themselves use http.
 */
export function faultsOf(
  { kind, status, request }: SampleRequest,
  response: RawResponse | null,
  isHttps: boolean,
): string[] {
  const name = typeof request === 'string' ? request.slice(0, 20) : `${request.method} ${request.target}`
  if (!response) return [`${name}: no response`]
  const { headers } = response
  const wanted = { ...COMMON_HEADERS, ...(isHttps && HTTPS_HEADERS), 'cache-control': CACHING[kind] }
  const wrong = Object.entries(wanted).filter(([header, value]) => readHeader(headers, header) !== value)
  const faults = [
    ...(response.status === status ? [] : [`status ${response.status}, not ${status}`]),
    ...wrong.map(([header]) => `${header}: ${readHeader(headers, header)}`),
    ...REVEALING_HEADERS.filter((header) => readHeader(headers, header) !== undefined).map(
      (header) => `the header ${header} reveals the software`,
    ),
    ...(isHttps || readHeader(headers, 'strict-transport-security') === undefined ? [] : ['HSTS over http']),
    ...policyFaults(kind, response, isHttps),
  ]
  return faults.map((fault) => `${name}: ${fault}`)
}

function policyFaults(kind: ResponseKind, response: RawResponse, isHttps: boolean): string[] {
  const policy = readHeader(response.headers, 'content-security-policy') ?? ''
  // Blobs are allowed for pictures only, because a picture cannot run as a script.
  const restOfPolicy = policy.replace("img-src 'self' blob:", '')
  if (/unsafe|\*|data:|blob:|http:/.test(restOfPolicy)) return [`the policy allows too much: ${policy}`]
  if (kind === 'mailbox') return policy.startsWith("default-src 'none'; style-src 'sha256-") ? [] : [policy]
  if (kind === 'service worker') return policy === WORKER_POLICY ? [] : [`policy ${policy}`]
  if (kind !== 'page' && kind !== 'missing page') return policy === DATA_POLICY ? [] : [`policy ${policy}`]

  const [first, scripts = '', ...rest] = policy.split('; ')
  const wanted = [...PAGE_POLICY, ...(isHttps ? ['upgrade-insecure-requests'] : [])]
  const isRight = first === "default-src 'none'" && rest.join('; ') === wanted.join('; ')
  if (!isRight) return [`policy ${policy}`]
  if (!/^script-src 'self'(?: 'sha256-[\w+/]+=')*$/.test(scripts)) return [`scripts ${scripts}`]
  // A 304 has no body, so it has no scripts.
  return response.status === 304 ? [] : scriptFaults(response, scripts)
}

/**
 * Every inline script must have its hash in the policy, and every hash must belong to an inline
 * script. An element of a type such as `application/json` is data and needs no hash.
 */
function scriptFaults(response: RawResponse, scripts: string): string[] {
  const inline = [...textOf(response).matchAll(/<script([^>]*)>([\s\S]+?)<\/script>/g)]
    .filter(([, attributes = '']) => !attributes.includes('application/'))
    .map(([, , script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  const [_directive, _self, ...allowed] = scripts.split(' ')
  const notAllowed = inline.filter((hash) => !allowed.includes(hash))
  const unused = allowed.filter((hash) => !inline.includes(hash))
  return [
    ...notAllowed.map(() => 'a script without its hash'),
    ...unused.map(() => 'a hash without its script'),
  ]
}

function textOf({ headers, body }: RawResponse) {
  const encoding = readHeader(headers, 'content-encoding')
  if (encoding === 'br') return brotliDecompressSync(body).toString()
  return encoding === 'gzip' ? gunzipSync(body).toString() : body.toString()
}

/** Returns all values of a header as one text, or undefined if the response lacks the header. */
export function readHeader(headers: RawResponse['headers'], wantedName: string) {
  const values = headers.filter(([name]) => name === wantedName).map(([, value]) => value)
  return values.length === 0 ? undefined : values.join(' AND ')
}
