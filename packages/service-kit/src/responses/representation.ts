import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** For content that is compressed once per change and sent many times. */
const BROTLI_QUALITY = 6
/** For content that may be sent only once: nearly as small, in much less CPU time. */
const QUICK_BROTLI_QUALITY = 3

/**
 * Node writes the headers and a string body up to this size with one system call. A Buffer body
 * needs a second call.
 */
const ONE_WRITE_MAX_BYTES = 15_000

/** Alternating names and values, as Node's `writeHead` takes them. */
type FlatHeaders = readonly string[]

/** The response in one content encoding, ready to be sent. Each encoding has its own strong ETag. */
type EncodedForm = {
  /** A string is latin1: each character is one byte. */
  body: Buffer | string
  etag: string
  headers: FlatHeaders
  /** The headers of a 304 response. */
  notModifiedHeaders: FlatHeaders
}

/** A response in every content encoding. Each encoding is compressed only once. */
export type Representation = {
  status: number
  /** True when neither browsers nor this server may store the response. */
  noStore?: boolean | undefined
  forms: Record<Encoding, EncodedForm>
}

export function isRepresentation(response: unknown): response is Representation {
  return typeof response === 'object' && response !== null && 'forms' in response
}

export type Content = {
  content: string
  contentType: string
  status?: number
  noStore?: boolean
  /** `createForm` adds `cache-control`, `etag`, `vary` and all `content-…` headers to these. */
  headers: Record<string, string>
  /** How long a CDN may send a response with status 200 without revalidation. 0 by default. */
  sharedCacheSeconds?: number | undefined
}

/** How much longer a CDN may send its copy while it revalidates the copy. */
const STALE_SECONDS = 60

/** Compresses in the thread pool, all encodings at once. */
export async function represent(content: Content): Promise<Representation> {
  const { identity, toForm } = prepareForms(content)
  const [br, gz] = await Promise.all([
    compressBrotli(identity, brotliOptions(identity, BROTLI_QUALITY)),
    compressGzip(identity),
  ])
  return {
    ...commonFields(content),
    forms: { identity: toForm('identity', identity), gzip: toForm('gzip', gz), br: toForm('br', br) },
  }
}

/** Compresses each encoding at its first request. For content that may be requested only once. */
export function representLazily(content: Content, brotliQuality = QUICK_BROTLI_QUALITY): Representation {
  const { identity, toForm } = prepareForms(content)
  const forms: Partial<Record<Encoding, EncodedForm>> = {}
  const formOf = (encoding: Encoding, compress: () => Buffer) =>
    (forms[encoding] ??= toForm(encoding, compress()))

  return {
    ...commonFields(content),
    forms: {
      get identity() {
        return formOf('identity', () => identity)
      },
      get gzip() {
        return formOf('gzip', () => gzipSync(identity))
      },
      get br() {
        return formOf('br', () => brotliCompressSync(identity, brotliOptions(identity, brotliQuality)))
      },
    },
  }
}

/** The fields that do not depend on the encoding. */
function commonFields({ status = 200, noStore }: Content) {
  return { status, noStore }
}

function prepareForms(content: Content) {
  const { contentType, status = 200, noStore = false, headers, sharedCacheSeconds = 0 } = content
  const identity = Buffer.from(content.content)
  const digest = contentHash(identity)
  const mayCache = status === 200 && !noStore
  const cacheControl = mayCache ? cacheControlOf(sharedCacheSeconds) : null
  const toForm = (encoding: Encoding, body: Buffer) =>
    createForm({ body, encoding, digest, contentType, headers, cacheControl })
  return { identity, toForm }
}

/** Browsers always revalidate (`max-age=0`); `s-maxage` is for CDNs only. */
function cacheControlOf(sharedCacheSeconds: number) {
  return sharedCacheSeconds > 0
    ? `public, max-age=0, s-maxage=${sharedCacheSeconds}, stale-while-revalidate=${STALE_SECONDS}`
    : 'public, max-age=0, must-revalidate'
}

type FormOptions = Pick<Content, 'contentType' | 'headers'> & {
  body: Buffer
  encoding: Encoding
  digest: string
  /** Null for a response that must not be cached. */
  cacheControl: string | null
}

function createForm({
  body,
  encoding,
  digest,
  contentType,
  headers,
  cacheControl,
}: FormOptions): EncodedForm {
  const etag = `"${digest}${encoding === 'identity' ? '' : `-${encoding}`}"`
  const caching = cacheControl === null ? NO_STORE : { 'cache-control': cacheControl, etag }
  const notModified = {
    ...headers,
    ...caching,
    vary: [headers['vary'], 'Accept-Encoding'].filter(Boolean).join(', '),
  }
  const complete = {
    ...notModified,
    'content-type': contentType,
    'content-length': String(body.length),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  }
  return {
    body: body.length > ONE_WRITE_MAX_BYTES ? body : body.toString('latin1'),
    etag,
    headers: Object.entries(complete).flat(),
    notModifiedHeaders: Object.entries(notModified).flat(),
  }
}

const NO_STORE = { 'cache-control': 'no-store' }

/** 132 bits of a hash of the content, the same in every process. ETags are made from it. */
export function contentHash(content: string | Buffer) {
  return hash('sha256', content, 'base64url').slice(0, 22)
}

/** Captures the `contentHash` of an ETag: `"<hash>"`, `"<hash>-br"` or `"<hash>-gzip"`. */
export const CONTENT_ETAG = /^"([\w-]{22})(?:-br|-gzip)?"$/

function brotliOptions(body: Buffer, quality: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  }
}

/** Sends the response, or 304 when the client already has it. */
export function sendRepresentation(
  request: FastifyRequest,
  reply: FastifyReply,
  representation: Representation,
) {
  // The headers are complete, so Fastify has nothing to add.
  reply.hijack()
  writeRepresentation(request.raw, reply.raw, representation, request.id)
}

export function writeRepresentation(
  request: IncomingMessage,
  response: ServerResponse,
  { status, noStore, forms }: Representation,
  requestId: string,
) {
  const { body, etag, headers, notModifiedHeaders } =
    forms[acceptedEncoding(request.headers['accept-encoding'])]
  const canSend304 = status === 200 && !noStore && isNotModified(request, etag)
  const formHeaders = canSend304 ? notModifiedHeaders : headers
  const hasAccessToken = request.headers.authorization !== undefined
  const sentHeaders = hasAccessToken ? withoutCaching(formHeaders) : [...formHeaders]
  sentHeaders.push('x-request-id', requestId)
  if (canSend304) response.writeHead(304, sentHeaders).end()
  else response.writeHead(status, sentHeaders).end(body, 'latin1')
}

/**
 * Replaces the value of `cache-control` by `no-store`. It is our rule that no cache may store the
 * response to a request with an access token, even if guests get the same response.
 */
function withoutCaching(headers: FlatHeaders): string[] {
  // The value of a header follows its name.
  return headers.map((text, index) =>
    headers[index - 1] === 'cache-control' ? NO_STORE['cache-control'] : text,
  )
}

/**
 * Whether the client already has the response with this ETag. As HTTP requires, a weak ETag
 * (`W/"…"`) matches too: a proxy may have made our strong ETag weak.
 */
export function isNotModified(request: Pick<IncomingMessage, 'headers'>, etag: string) {
  const header = request.headers['if-none-match']
  if (header === undefined) return false
  if (header === etag || header === '*') return true
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}
