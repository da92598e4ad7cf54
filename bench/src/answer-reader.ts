export type Seen = { status: number; bodyLength: number; excerpt: () => string }

const NO_BODY = new Set([204, 304])
const EXCERPT_LENGTH = 2000

/** Finds where each answer on a connection ends, with as little work as that takes. */
export function createAnswerReader(onAnswer: (seen: Seen) => void) {
  let pending: Buffer | undefined
  let whole: Seen | undefined
  let missing = 0

  function finish() {
    const seen = whole as Seen
    whole = undefined
    onAnswer(seen)
  }

  return function read(chunk: Buffer) {
    if (whole) {
      missing -= chunk.length
      if (missing < 0) throw new Error('more bytes came than the answer announced')
      if (missing === 0) finish()
      return
    }

    const bytes = pending ? Buffer.concat([pending, chunk]) : chunk
    const headEnd = bytes.indexOf('\r\n\r\n')
    pending = headEnd === -1 ? bytes : undefined
    if (headEnd === -1) return

    const head = bytes.toString('latin1', 0, headEnd)
    const status = Number(head.slice(9, 12))
    const bodyLength = NO_BODY.has(status) ? 0 : contentLength(head)
    whole = { status, bodyLength, excerpt: () => bytes.toString('utf8', 0, EXCERPT_LENGTH) }
    missing = headEnd + 4 + bodyLength - bytes.length
    if (missing < 0) throw new Error('more bytes came than the answer announced')
    if (missing === 0) finish()
  }
}

function contentLength(head: string) {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer does not say how long it is:\n${head}`)
  return Number(length)
}
