import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Made when the content changes, not on the way of a visitor; still short enough to wait for. */
const BROTLI_QUALITY = 6

/** Headers as Node writes them: name, value, name, value. */
type Head = string[]

/** One form of an answer, ready to be written; each has a strong tag of its own. */
type Form = { body: Buffer; etag: string; head: Head; knownHead: Head }

/** An answer in every form it is sent in: serialised, compressed and headed once. */
export type Representation = { status: number; forms: Record<Encoding, Form> }

export type Content = {
  content: string
  contentType: string
  status?: number
  /** Everything but what belongs to a form: tag, type, length, encoding, caching. */
  headers: Record<string, string>
}

export async function represent({
  content,
  contentType,
  status = 200,
  headers,
}: Content): Promise<Representation> {
  const identity = Buffer.from(content)
  const tag = createHash('sha256').update(contentType).update(identity).digest('base64url').slice(0, 22)
  const [br, gz] = await Promise.all([
    compressBrotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
    compressGzip(identity),
  ])

  function form(body: Buffer, encoding: Encoding): Form {
    const etag = `"${tag}${encoding === 'identity' ? '' : `-${encoding}`}"`
    // Only a success is worth keeping and asking for again.
    const caching =
      status === 200 ? { 'cache-control': 'public, max-age=0, must-revalidate', etag } : NOT_KEPT
    const known = { ...headers, ...caching, vary: 'Accept-Encoding' }
    const whole = {
      ...known,
      'content-type': contentType,
      'content-length': String(body.length),
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    }
    return { body, etag, head: Object.entries(whole).flat(), knownHead: Object.entries(known).flat() }
  }
  return {
    status,
    forms: { identity: form(identity, 'identity'), gzip: form(gz, 'gzip'), br: form(br, 'br') },
  }
}

const NOT_KEPT = { 'cache-control': 'no-store' }

/** 304 when the visitor has this form of a success already, otherwise its bytes as they were made. */
export function sendRepresentation(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, forms }: Representation,
) {
  const { body, etag, head, knownHead } = forms[acceptedEncoding(request.headers['accept-encoding'])]
  const known = status === 200 && isKnown(request, etag)
  // Straight to Node: there is nothing left for the framework to add.
  reply.hijack()
  reply.raw.writeHead(known ? 304 : status, [...(known ? knownHead : head), 'x-request-id', request.id])
  reply.raw.end(known ? undefined : body)
  return reply
}

/** `If-None-Match` compares weakly: a proxy may have marked our strong tag as weak. */
export function isKnown(request: FastifyRequest, etag: string) {
  const header = request.headers['if-none-match']
  if (header === undefined) return false
  if (header === etag || header === '*') return true
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}
