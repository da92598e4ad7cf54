import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { RawResponse } from '../raw-connection.ts'
import type { SampleRequest, ResponseKind } from './sample-requests.ts'

// These values are not imported from the store: they are the specification that its headers are compared with.
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'geolocation=(), camera=(), microphone=(), payment=(self)',
  'x-frame-options': 'DENY',
  'x-xss-protection': '0',
}
/** Only sent when PUBLIC_URL is an https address. */
const OVER_HTTPS = { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' }
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
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
  picture: FOREVER,
  mailbox: 'no-store',
}

/** The ways in which a response differs from the specification above. */
export function faultsOf(
  { kind, status, request }: SampleRequest,
  response: RawResponse | null,
  isHttps: boolean,
): string[] {
  const name = typeof request === 'string' ? request.slice(0, 20) : `${request.method} ${request.target}`
  if (!response) return [`${name}: no response`]
  const { headers } = response
  const wanted = { ...ALWAYS, ...(isHttps && OVER_HTTPS), 'cache-control': CACHING[kind] }
  const wrong = Object.entries(wanted).filter(([header, value]) => valueOf(headers, header) !== value)
  const faults = [
    ...(response.status === status ? [] : [`status ${response.status}, not ${status}`]),
    ...wrong.map(([header]) => `${header}: ${valueOf(headers, header)}`),
    ...REVEALING_HEADERS.filter((header) => valueOf(headers, header) !== undefined).map(
      (header) => `the header ${header} reveals the software`,
    ),
    ...(isHttps || valueOf(headers, 'strict-transport-security') === undefined ? [] : ['HSTS over http']),
    ...policyFaults(kind, response, isHttps),
  ]
  return faults.map((fault) => `${name}: ${fault}`)
}

function policyFaults(kind: ResponseKind, response: RawResponse, isHttps: boolean): string[] {
  const policy = valueOf(response.headers, 'content-security-policy') ?? ''
  // A picture may be a blob, which cannot run as a script.
  const restOfPolicy = policy.replace("img-src 'self' blob:", '')
  if (/unsafe|\*|data:|blob:|http:/.test(restOfPolicy)) return [`the policy allows too much: ${policy}`]
  if (kind === 'mailbox') return policy.startsWith("default-src 'none'; style-src 'sha256-") ? [] : [policy]
  if (kind !== 'page' && kind !== 'missing page') return policy === DATA_POLICY ? [] : [`policy ${policy}`]

  const [first, scripts = '', ...rest] = policy.split('; ')
  const wanted = [...PAGE_POLICY, ...(isHttps ? ['upgrade-insecure-requests'] : [])]
  const isRight = first === "default-src 'none'" && rest.join('; ') === wanted.join('; ')
  if (!isRight) return [`policy ${policy}`]
  if (!/^script-src 'self'(?: 'sha256-[\w+/]+=')*$/.test(scripts)) return [`scripts ${scripts}`]
  return response.status === 304 ? [] : scriptFaults(response, scripts)
}

/**
 * Every inline script must have its hash in the policy, and every hash must belong to an inline script. An element of a
 * type such as `application/json` is data and needs no hash.
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
  const encoding = valueOf(headers, 'content-encoding')
  if (encoding === 'br') return brotliDecompressSync(body).toString()
  return encoding === 'gzip' ? gunzipSync(body).toString() : body.toString()
}

/** The value of a header: undefined when it is absent, all values when it occurs more than once. */
export function valueOf(headers: RawResponse['headers'], wanted: string) {
  const values = headers.filter(([name]) => name === wanted).map(([, value]) => value)
  return values.length === 0 ? undefined : values.join(' AND ')
}
