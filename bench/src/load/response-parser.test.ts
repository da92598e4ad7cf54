import { expect, it } from 'vitest'
import { createResponseParser } from './response-parser.ts'

const RESPONSES = Buffer.from(
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello' +
    'HTTP/1.1 304 Not Modified\r\netag: "x"\r\n\r\n' +
    'HTTP/1.1 409 Conflict\r\ncontent-length: 0\r\n\r\n',
)

function parseInPieces(...pieces: Buffer[]) {
  const seen: [number, number][] = []
  const parse = createResponseParser(({ status, bodyLength }) => seen.push([status, bodyLength]))
  for (const piece of pieces) parse(piece)
  return seen
}

it('every response is found when the bytes arrive one by one', () => {
  const bytes = Array.from(RESPONSES, (byte) => Buffer.of(byte))
  expect(parseInPieces(...bytes)).toEqual([
    [200, 5],
    [304, 0],
    [409, 0],
  ])
})

it('a response is found wherever it is cut into two pieces', () => {
  const response = RESPONSES.subarray(0, RESPONSES.indexOf('HTTP', 1))
  for (let cut = 1; cut < response.length; cut += 1) {
    expect(parseInPieces(response.subarray(0, cut), response.subarray(cut))).toEqual([[200, 5]])
  }
})

it.each([
  ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', 'has no content-length'],
  ['HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nab', 'more bytes came'],
])('the response %j is refused', (bytes, reason) => {
  expect(() => parseInPieces(Buffer.from(bytes))).toThrow(reason)
})
