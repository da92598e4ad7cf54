import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
const KEEP_ALIVE_TIMEOUT_MS = 65_000
const DRAIN_MS = 10_000
const DRAIN_LOOK_MS = 20

export type ServeOptions = {
  listener: RequestListener
  host: string
  /** 0 takes any free port. */
  port: number
  /** Runs once no request is left. */
  onClose: () => Promise<void>
}

export type Served = {
  url: string
  server: Server
  /** Takes no new connection, finishes what is in flight, then closes the rest. Safe to call again. */
  close: () => Promise<void>
}

export async function serve({ listener, host, port, onClose }: ServeOptions): Promise<Served> {
  let closing: Promise<void> | undefined

  const server = createServer((request, response) => {
    if (closing) response.shouldKeepAlive = false
    listener(request, response)
  })
  server.headersTimeout = HEADERS_TIMEOUT_MS
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS
  await listen(server, host, port)

  const address = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    server,
    close() {
      closing ??= drain(server).then(onClose)
      return closing
    },
  }
}

function listen(server: Server, host: string, port: number) {
  return new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explainListenError(error, host, port)))
    server.listen({ host, port }, resolve)
  })
}

function explainListenError(error: NodeJS.ErrnoException, host: string, port: number) {
  if (error.code === 'EADDRINUSE') {
    return new Error(`Port ${port} on ${host} is already in use: stop what uses it, or set PORT to another`)
  }
  if (error.code === 'EACCES')
    return new Error(`Port ${port} may not be opened by this user: set PORT above 1023`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new Error(`HOST "${host}" is not an address of this machine`)
  }
  return error
}

async function drain(server: Server) {
  const closed = new Promise((resolve) => server.close(resolve))
  // A connection that was busy when the server closed turns idle later, and would be kept alive.
  const look = setInterval(() => server.closeIdleConnections(), DRAIN_LOOK_MS)
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearInterval(look)
  clearTimeout(deadline)
}
