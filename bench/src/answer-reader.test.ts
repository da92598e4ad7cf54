import { expect, it } from 'vitest'
import { createAnswerReader } from './answer-reader.ts'

const ANSWERS = Buffer.from(
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello' +
    'HTTP/1.1 304 Not Modified\r\netag: "x"\r\n\r\n' +
    'HTTP/1.1 409 Conflict\r\ncontent-length: 0\r\n\r\n',
)

function readInPieces(...pieces: Buffer[]) {
  const seen: [number, number][] = []
  const read = createAnswerReader(({ status, bodyLength }) => seen.push([status, bodyLength]))
  for (const piece of pieces) read(piece)
  return seen
}

it('finds every answer, byte by byte', () => {
  const bytes = Array.from(ANSWERS, (byte) => Buffer.of(byte))
  expect(readInPieces(...bytes)).toEqual([
    [200, 5],
    [304, 0],
    [409, 0],
  ])
})

it('finds an answer cut anywhere', () => {
  const answer = ANSWERS.subarray(0, ANSWERS.indexOf('HTTP', 1))
  for (let at = 1; at < answer.length; at += 1) {
    expect(readInPieces(answer.subarray(0, at), answer.subarray(at))).toEqual([[200, 5]])
  }
})

it.each([
  ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', 'does not say how long it is'],
  ['HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nab', 'more bytes came'],
])('does not guess at %j', (bytes, complaint) => {
  expect(() => readInPieces(Buffer.from(bytes))).toThrow(complaint)
})
