import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** An HTTP response as plain values, for a JSON file. */
export type CapturedResponse = {
  status: number
  /** Names and values in turn, as `writeHead` takes them, without the headers that Node adds. */
  headers: string[]
  bodyBase64: string
}

const ADDED_BY_NODE = new Set(['date', 'connection', 'keep-alive'])
const END_OF_HEAD = '\r\n\r\n'

/** Sends the text of one request to a server and reads the whole response. */
export async function captureResponse(url: string, request: string): Promise<CapturedResponse> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  // With `Connection: close` the end of the connection is the end of the response.
  socket.write(request.replace('\r\n', '\r\nConnection: close\r\n'), 'latin1')
  const bytes = await buffer(socket)

  const headEnd = bytes.indexOf(END_OF_HEAD)
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const headers = lines.flatMap((line) => {
    const colon = line.indexOf(': ')
    const name = line.slice(0, colon)
    return ADDED_BY_NODE.has(name.toLowerCase()) ? [] : [name, line.slice(colon + 2)]
  })
  const body = bytes.subarray(headEnd + END_OF_HEAD.length)
  // A status line is `HTTP/1.1 200 OK`, for example.
  const [, status] = statusLine.split(' ')
  return { status: Number(status), headers, bodyBase64: body.toString('base64') }
}

export function bodyOf({ bodyBase64 }: CapturedResponse): Buffer {
  return Buffer.from(bodyBase64, 'base64')
}

/** `name` must be in lower case. */
export function headerOf({ headers }: CapturedResponse, name: string): string | undefined {
  const index = headers.findIndex((text, at) => at % 2 === 0 && text.toLowerCase() === name)
  return index === -1 ? undefined : headers[index + 1]
}
