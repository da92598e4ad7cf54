export type Encoding = 'br' | 'gzip' | 'identity'

/** Browsers send a handful of different headers; each is read once. */
const KNOWN_MAX = 200
const known = new Map<string, Encoding>()

/** The form to send for an `Accept-Encoding`: brotli before gzip where both are as welcome. */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity'
  const remembered = known.get(header)
  if (remembered) return remembered

  const encoding = chooseEncoding(header)
  if (known.size < KNOWN_MAX) known.set(header, encoding)
  return encoding
}

function chooseEncoding(header: string): Encoding {
  const weights = new Map(header.toLowerCase().split(',').map(readCoding))
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  const [br, gzip] = [weightOf('br'), weightOf('gzip')]
  if (br > 0 && br >= gzip) return 'br'
  return gzip > 0 ? 'gzip' : 'identity'
}

function readCoding(text: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = text.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [coding, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
}
