import { LRUCache } from 'lru-cache'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Browsers send only a handful of different headers. */
const parsed = new LRUCache<string, Encoding>({ max: 200 })

/** The content encoding to send for an `Accept-Encoding` header: brotli before gzip where both weigh the same. */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity'
  const cached = parsed.get(header)
  if (cached) return cached

  const encoding = chooseEncoding(header)
  parsed.set(header, encoding)
  return encoding
}

function chooseEncoding(header: string): Encoding {
  const weights = new Map(header.toLowerCase().split(',').map(parseCoding))
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  const [br, gzip] = [weightOf('br'), weightOf('gzip')]
  if (br > 0 && br >= gzip) return 'br'
  return gzip > 0 ? 'gzip' : 'identity'
}

function parseCoding(text: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = text.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [coding, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
}
