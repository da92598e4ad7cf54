import { connect, type Socket } from 'node:net'

/** Headers are in the order of the response, duplicates included. */
export type RawResponse = { status: number; headers: [name: string, value: string][]; body: Buffer }

export type RawConnection = {
  /**
   * Sends the bytes of a request. Resolves to null when the connection closes before the response
   * is complete. `isHead` says that the method is HEAD, so that the response has no body.
   */
  exchange: (bytes: string | Buffer, options?: { isHead?: boolean }) => Promise<RawResponse | null>
  close: () => void
}

const TIMEOUT_MS = 20_000

/** A connection for raw bytes, also invalid ones. It connects again after a close. */
export function openRawConnection(url: string): RawConnection {
  const { hostname, port } = new URL(url)
  let socket: Socket | undefined

  function openSocketUnlessOpen() {
    if (socket && !socket.destroyed && socket.writable) return socket
    socket = connect(Number(port), hostname)
    socket.setNoDelay(true)
    return socket
  }

  function exchange(bytes: string | Buffer, { isHead = false } = {}): Promise<RawResponse | null> {
    const current = openSocketUnlessOpen()
    return new Promise((resolve) => {
      let received: Buffer = Buffer.alloc(0)
      const timeout = setTimeout(() => current.destroy(), TIMEOUT_MS)
      const finish = (response: RawResponse | null) => {
        clearTimeout(timeout)
        current.off('data', onData).off('close', onClose)
        if (response?.headers.some(([name, value]) => name === 'connection' && value === 'close'))
          current.destroy()
        resolve(response)
      }
      const onData = (chunk: Buffer) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
        const response = parseResponse(received, { isHead, isClosed: false })
        if (response) finish(response)
      }
      const onClose = () => finish(parseResponse(received, { isHead, isClosed: true }))
      current.on('data', onData).once('close', onClose)
      // A broken connection also emits `close`, which ends the exchange.
      if (current.listenerCount('error') === 0) current.on('error', () => {})
      current.write(bytes)
    })
  }

  return { exchange, close: () => socket?.destroy() }
}

/** Returns null while the response is incomplete. A response without a length ends with a close. */
function parseResponse(
  received: Buffer,
  { isHead, isClosed }: { isHead: boolean; isClosed: boolean },
): RawResponse | null {
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
  return isClosed ? { status, headers, body: rest } : null
}

/** Returns the content of a chunked body, or null until its last, empty chunk has arrived. */
function joinChunks(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = []
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd === -1) return null
    const length = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const start = lineEnd + 2
    const next = start + length + 2
    if (bytes.length < next) return null
    // The length is 0 in the last chunk and NaN in an invalid one.
    if (!(length > 0)) return Buffer.concat(parts)
    parts.push(bytes.subarray(start, start + length))
    at = next
  }
}

export type HttpRequest = {
  method: string
  target: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** Returns the bytes of a request, with a correct content-length if it has a body. */
export function requestBytes({ method, target, headers = {}, body }: HttpRequest): Buffer {
  const content = body === undefined ? Buffer.alloc(0) : Buffer.from(body)
  const allHeaders = {
    host: 'localhost',
    ...headers,
    ...(body !== undefined && { 'content-length': String(content.length) }),
  }
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'),
    content,
  ])
}
