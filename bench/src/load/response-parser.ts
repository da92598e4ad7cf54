export type ResponseSummary = { status: number; bodyLength: number; excerpt: () => string }

const STATUSES_WITHOUT_BODY = new Set([204, 304])
const EXCERPT_LENGTH = 2000
const END_OF_HEAD = '\r\n\r\n'

/**
 * Finds the end of each response on a connection, with as little work as possible. The connection has one request in
 * flight at a time, so a chunk never contains the bytes of two responses.
 */
export function createResponseParser(onResponse: (response: ResponseSummary) => void) {
  let incompleteHead: Buffer | undefined
  let current: ResponseSummary | undefined
  let missingBytes = 0

  function receiveBody(response: ResponseSummary, length: number) {
    missingBytes -= length
    if (missingBytes < 0) throw new Error('more bytes came than the response announced')
    current = missingBytes === 0 ? undefined : response
    if (missingBytes === 0) onResponse(response)
  }

  return function parse(chunk: Buffer) {
    if (current) {
      receiveBody(current, chunk.length)
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
