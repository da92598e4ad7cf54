import { LRUCache } from 'lru-cache'

export type Encoding = 'br' | 'gzip' | 'identity'

/** The encodings by header. A small cache is enough: browsers send only a handful of headers. */
const cache = new LRUCache<string, Encoding>({ max: 200 })

/** The content encoding to send for an `Accept-Encoding` header: brotli unless the client prefers gzip. */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity'
  const cached = cache.get(header)
  if (cached) return cached

  const encoding = chooseEncoding(header)
  cache.set(header, encoding)
  return encoding
}

function chooseEncoding(header: string): Encoding {
  const weights = new Map(header.toLowerCase().split(',').map(parseCoding))
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  const [br, gzip] = [weightOf('br'), weightOf('gzip')]
  if (br > 0 && br >= gzip) return 'br'
  return gzip > 0 ? 'gzip' : 'identity'
}

/** `gzip;q=0.5` gives `['gzip', 0.5]`. */
function parseCoding(text: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = text.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length)
  // A weight that is not a number counts as 0.
  return [coding, weight === undefined ? 1 : Number(weight) || 0]
}
