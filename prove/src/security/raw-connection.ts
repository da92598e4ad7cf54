import { connect, type Socket } from 'node:net'

/** A response with its headers in their order, duplicates included. */
export type RawResponse = { status: number; headers: [name: string, value: string][]; body: Buffer }

export type RawConnection = {
  /** Null when the connection was closed before the response was complete. */
  exchange: (bytes: string | Buffer, options?: { isHead?: boolean }) => Promise<RawResponse | null>
  close: () => void
}

const TIMEOUT_MS = 20_000

/** Sends raw bytes, also invalid ones, over one connection that is opened again when it was closed. */
export function openRawConnection(url: string): RawConnection {
  const { hostname, port } = new URL(url)
  let socket: Socket | undefined

  function openSocket() {
    if (socket && !socket.destroyed && socket.writable) return socket
    socket = connect(Number(port), hostname)
    socket.setNoDelay(true)
    return socket
  }

  function exchange(bytes: string | Buffer, { isHead = false } = {}): Promise<RawResponse | null> {
    const current = openSocket()
    return new Promise((resolve) => {
      let received: Buffer = Buffer.alloc(0)
      const timeout = setTimeout(() => current.destroy(), TIMEOUT_MS)
      const end = (response: RawResponse | null) => {
        clearTimeout(timeout)
        current.off('data', onData).off('close', onClose)
        if (response?.headers.some(([name, value]) => name === 'connection' && value === 'close'))
          current.destroy()
        resolve(response)
      }
      const onData = (chunk: Buffer) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
        const response = parseResponse(received, isHead)
        if (response) end(response)
      }
      const onClose = () => end(parseResponse(received, isHead, true))
      current.on('data', onData).once('close', onClose)
      // The close event handles a broken connection.
      if (current.listenerCount('error') === 0) current.on('error', () => {})
      current.write(bytes)
    })
  }

  return { exchange, close: () => socket?.destroy() }
}

/** Null while the response is incomplete. `isOver`: the end of the connection ends a response without a length. */
function parseResponse(received: Buffer, isHead: boolean, isOver = false): RawResponse | null {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd === -1) return null
  const [first = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const rest = received.subarray(headEnd + 4)
  if (isHead || status === 304 || status === 204) return { status, headers, body: Buffer.alloc(0) }

  const length = headers.find(([name]) => name === 'content-length')?.[1]
  if (length !== undefined)
    return rest.length < Number(length) ? null : { status, headers, body: rest.subarray(0, Number(length)) }
  const isChunked = headers.some(([name, value]) => name === 'transfer-encoding' && value === 'chunked')
  if (isChunked) {
    const body = joinChunks(rest)
    return body && { status, headers, body }
  }
  return isOver ? { status, headers, body: rest } : null
}

/** The content of a chunked body, or null while its last chunk, which is empty, has not arrived. */
function joinChunks(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = []
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd === -1) return null
    const length = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const start = lineEnd + 2
    const next = start + length + 2
    if (bytes.length < next) return null
    if (!(length > 0)) return Buffer.concat(parts)
    parts.push(bytes.subarray(start, start + length))
    at = next
  }
}

export type RawRequest = {
  method: string
  target: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** The bytes of a request with a correct content-length. */
export function requestBytes({ method, target, headers = {}, body }: RawRequest): Buffer {
  const content = body === undefined ? Buffer.alloc(0) : Buffer.from(body)
  const sent = {
    host: 'localhost',
    ...headers,
    ...(body !== undefined && { 'content-length': String(content.length) }),
  }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'),
    content,
  ])
}
