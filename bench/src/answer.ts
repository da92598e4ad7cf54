import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** An answer as a file can hold it. */
export type Answer = {
  status: number
  /** Name, value, name, value, as Node takes them; without what Node adds by itself. */
  headers: string[]
  bodyBase64: string
}

const ADDED_BY_NODE = new Set(['date', 'connection', 'keep-alive'])

/** What a server says to these very bytes. */
export async function captureAnswer(url: string, request: string): Promise<Answer> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(request.replace('\r\n', '\r\nConnection: close\r\n'), 'latin1')
  const bytes = await buffer(socket)

  const headEnd = bytes.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const headers = lines.flatMap((line) => {
    const colon = line.indexOf(': ')
    const name = line.slice(0, colon)
    return ADDED_BY_NODE.has(name.toLowerCase()) ? [] : [name, line.slice(colon + 2)]
  })
  const body = bytes.subarray(headEnd + 4)
  return { status: Number(statusLine.slice(9, 12)), headers, bodyBase64: body.toString('base64') }
}

export function bodyOf({ bodyBase64 }: Answer): Buffer {
  return Buffer.from(bodyBase64, 'base64')
}

export function headerOf({ headers }: Answer, name: string): string | undefined {
  const index = headers.findIndex((text, at) => at % 2 === 0 && text.toLowerCase() === name)
  return index === -1 ? undefined : headers[index + 1]
}
