import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Made when the content changes, not on the way of a visitor; still short enough to wait for. */
const BROTLI_QUALITY = 6

type Form = { body: Buffer; etag: string }

/** A body in every form it is sent in. Each form has a strong tag of its own. */
export type Representation = { contentType: string; forms: Record<Encoding, Form> }

export async function represent(content: string, contentType: string): Promise<Representation> {
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
  return {
    contentType,
    forms: {
      identity: { body: identity, etag: `"${tag}"` },
      gzip: { body: gz, etag: `"${tag}-gzip"` },
      br: { body: br, etag: `"${tag}-br"` },
    },
  }
}

/** 304 when the visitor has this form of a success already, otherwise its bytes as they were made. */
export function sendRepresentation(
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, forms }: Representation,
) {
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const { body, etag } = forms[encoding]
  reply.header('vary', 'Accept-Encoding')
  if (reply.statusCode === 200) {
    reply.header('etag', etag)
    reply.header('cache-control', 'public, max-age=0, must-revalidate')
    if (isKnown(request, etag)) return reply.code(304).send()
  }

  reply.header('content-type', contentType)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(body)
}

/** `If-None-Match` compares weakly: a proxy may have marked our strong tag as weak. */
export function isKnown(request: FastifyRequest, etag: string) {
  const header = request.headers['if-none-match']
  if (header === undefined) return false
  if (header === etag || header === '*') return true
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}
