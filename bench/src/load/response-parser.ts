export type ResponseSummary = {
  status: number
  bodyLength: number
  /** The beginning of the response, for an error message. */
  excerpt: () => string
}

const STATUSES_WITHOUT_BODY = new Set([204, 304])
const EXCERPT_LENGTH = 2000
const END_OF_HEAD = '\r\n\r\n'

/**
 * Finds the end of each response on a connection. A full HTTP parser would take more CPU time. The
 * connection has one request in flight, so a chunk never contains bytes of two responses.
 */
export function createResponseParser(onResponse: (response: ResponseSummary) => void) {
  let incompleteHead: Buffer | undefined
  /** The response whose body has not arrived whole. */
  let incomplete: ResponseSummary | undefined
  let missingBytes = 0

  function receiveBody(response: ResponseSummary, receivedBytes: number) {
    missingBytes -= receivedBytes
    if (missingBytes < 0) throw new Error('more bytes came than the response announced')
    const isComplete = missingBytes === 0
    incomplete = isComplete ? undefined : response
    if (isComplete) onResponse(response)
  }

  return function parse(chunk: Buffer) {
    if (incomplete) {
      receiveBody(incomplete, chunk.length)
      return
    }
    const bytes = incompleteHead ? Buffer.concat([incompleteHead, chunk]) : chunk
    const headEnd = bytes.indexOf(END_OF_HEAD)
    incompleteHead = headEnd === -1 ? bytes : undefined
    if (headEnd === -1) return

    const head = bytes.toString('latin1', 0, headEnd)
    const status = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
    const bodyLength = STATUSES_WITHOUT_BODY.has(status) ? 0 : contentLength(head)
    missingBytes = bodyLength
    receiveBody(
      { status, bodyLength, excerpt: () => bytes.toString('utf8', 0, EXCERPT_LENGTH) },
      bytes.length - headEnd - END_OF_HEAD.length,
    )
  }
}

function contentLength(head: string) {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`a response has no content-length:\n${head}`)
  return Number(length)
}
