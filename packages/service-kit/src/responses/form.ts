import type { Encoding } from './accepted-encoding.ts'

/** Node sends head and body with one system call where the body is text and both fit in this. */
const SENT_AT_ONCE_BYTES = 15_000

/** Headers as Node writes them: name, value, name, value. The last value is the request's id, filled in as it is sent. */
type Head = string[]

/** One form of an answer, ready to be written; each has a strong tag of its own. */
export type Form = {
  /** The same bytes either way; as text, a byte is a letter of latin1. */
  body: Buffer | string
  contentType: string
  etag: string
  head: Head
  /** For who has it already. */
  knownHead: Head
}

export type FormOptions = {
  body: Buffer
  encoding: Encoding
  /** The same for every form of one content. */
  tag: string
  contentType: string
  status: number
  /** Everything but what belongs to a form: tag, type, length, encoding, caching. */
  headers: Record<string, string>
}

export function createForm({ body, encoding, tag, contentType, status, headers }: FormOptions): Form {
  const etag = `"${tag}${encoding === 'identity' ? '' : `-${encoding}`}"`
  // Only a success is worth keeping and asking for again.
  const caching = status === 200 ? { 'cache-control': 'public, max-age=0, must-revalidate', etag } : NOT_KEPT
  const known = { ...headers, ...caching, vary: 'Accept-Encoding' }
  const whole = {
    ...known,
    'content-type': contentType,
    'content-length': String(body.length),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  }
  return {
    body: body.length > SENT_AT_ONCE_BYTES ? body : body.toString('latin1'),
    contentType,
    etag,
    head: toHead(whole),
    knownHead: toHead(known),
  }
}

const NOT_KEPT = { 'cache-control': 'no-store' }

function toHead(headers: Record<string, string>): Head {
  return [...Object.entries(headers).flat(), 'x-request-id', '']
}
