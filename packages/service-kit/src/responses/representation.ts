import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts'
import { createForm, type Form } from './form.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Made when the content changes, not on the way of a visitor; still short enough to wait for. */
const BROTLI_QUALITY = 6
/** For what is made on the way: nearly as small, for a fraction of the work. */
const QUICK_BROTLI_QUALITY = 3

/** An answer in every form it is sent in: serialised, compressed and headed once. */
export type Representation = { status: number; forms: Record<Encoding, Form> }

export function isRepresentation(answer: unknown): answer is Representation {
  return typeof answer === 'object' && answer !== null && 'forms' in answer
}

export type Content = {
  content: string
  contentType: string
  status?: number
  /** Everything but what belongs to a form: tag, type, length, encoding, caching. */
  headers: Record<string, string>
}

/** Makes every form at once, beside the event loop. */
export async function represent(content: Content): Promise<Representation> {
  const { identity, status, form } = prepare(content)
  const [br, gz] = await Promise.all([
    compressBrotli(identity, brotliOptions(identity, BROTLI_QUALITY)),
    compressGzip(identity),
  ])
  return {
    status,
    forms: { identity: form('identity', identity), gzip: form('gzip', gz), br: form('br', br) },
  }
}

/** For what may be asked for only once: a form is made when somebody takes it. */
export function representWhenAsked(
  content: Content,
  brotliQuality: number = QUICK_BROTLI_QUALITY,
): Representation {
  const { identity, status, form } = prepare(content)
  const made: Partial<Record<Encoding, Form>> = {}
  const once = (encoding: Encoding, compress: () => Buffer) => (made[encoding] ??= form(encoding, compress()))

  return {
    status,
    forms: {
      get identity() {
        return once('identity', () => identity)
      },
      get gzip() {
        return once('gzip', () => gzipSync(identity))
      },
      get br() {
        return once('br', () => brotliCompressSync(identity, brotliOptions(identity, brotliQuality)))
      },
    },
  }
}

function prepare({ content, contentType, status = 200, headers }: Content) {
  const identity = Buffer.from(content)
  const tag = contentTag(identity)
  const form = (encoding: Encoding, body: Buffer) =>
    createForm({ body, encoding, tag, contentType, status, headers })
  return { identity, status, form }
}

/** The same for the same content, wherever it is written. */
export function contentTag(content: string | Buffer) {
  return hash('sha256', content, 'base64url').slice(0, 22)
}

function brotliOptions(body: Buffer, quality: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  }
}

/** 304 when the visitor has this form of a success already, otherwise its bytes as they were made. */
export function sendRepresentation(
  request: FastifyRequest,
  reply: FastifyReply,
  representation: Representation,
) {
  // Straight to Node: there is nothing left for the framework to add.
  reply.hijack()
  writeRepresentation(request.raw, reply.raw, representation, request.id)
}

export function writeRepresentation(
  request: IncomingMessage,
  response: ServerResponse,
  { status, forms }: Representation,
  requestId: string,
) {
  const { body, etag, head, knownHead } = forms[acceptedEncoding(request.headers['accept-encoding'])]
  const known = status === 200 && isKnown(request, etag)
  const headers = known ? knownHead : head
  // Node has read all of it before this turn of the event loop ends.
  headers[headers.length - 1] = requestId
  response.writeHead(known ? 304 : status, headers)
  if (known) response.end()
  else if (typeof body === 'string') response.end(body, 'latin1')
  else response.end(body)
}

/** `If-None-Match` compares weakly: a proxy may have marked our strong tag as weak. */
export function isKnown(request: Pick<IncomingMessage, 'headers'>, etag: string) {
  const header = request.headers['if-none-match']
  if (header === undefined) return false
  if (header === etag || header === '*') return true
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}
