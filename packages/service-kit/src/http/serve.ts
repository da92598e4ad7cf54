import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { ErrorCode } from '@nashta/contracts/api/reply'
import { rawRefusal } from './refusal.ts'

const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  /** How often the ones above are looked at. */
  connectionsCheckingInterval: 1_000,
}

/** More than any answer takes, and than a slow line is still for. */
const SILENCE_MS = 70_000

/** Shorter than the ten seconds that container hosts wait before they kill. */
const DRAIN_MS = 7_000
const DRAIN_LOOK_MS = 20

/** What answers at an address, and how it is put away once no request is left. */
export type Open = { listener: RequestListener; onClose: () => Promise<void> }

export type ServeOptions = {
  host: string
  /** 0 takes any free port. */
  port: number
  https: boolean
  /** Whether other processes may listen on the same port; the system then deals out the connections. */
  sharePort?: boolean
  /** How long nothing may move on a connection that waits for an answer, or for its visitor to read it. */
  silenceMs?: number
  /**
   * Runs once the address is ours, and not at all when it is taken: until it is done, callers are told to wait.
   * Where the address is shared it runs first.
   */
  open: (url: string) => Promise<Open>
}

export type Served = {
  url: string
  server: Server
  /** Takes no new connection, finishes what is in flight, then closes the rest. Safe to call again. */
  close: () => Promise<void>
}

export async function serve({
  host,
  port,
  https,
  sharePort = false,
  silenceMs = SILENCE_MS,
  open,
}: ServeOptions): Promise<Served> {
  let opened: Open | undefined
  let closing: Promise<void> | undefined

  const server = createServer(TIMEOUTS, (request, response) => {
    if (closing) response.shouldKeepAlive = false
    if (opened) opened.listener(request, response)
    else
      response.socket?.end(
        rawRefusal('UNAVAILABLE', 'The store is starting; ask again in a moment', { https }),
      )
    // Most answers have left by now, and Node itself watches over connections that are idle.
    if (!response.writableEnded || response.writableLength > 0) request.socket.setTimeout(silenceMs)
  })
  refuseWhatIsNoRequest(server, https)
  // A share of the visitors comes from the first moment on, so there must be nothing left to wait for.
  if (sharePort && port !== 0) opened = await open(urlOf(host, port))
  try {
    await listen(server, { host, port, reusePort: sharePort })
  } catch (error) {
    await opened?.onClose()
    throw error
  }

  const url = urlOf(host, (server.address() as AddressInfo).port)
  try {
    opened ??= await open(url)
  } catch (error) {
    server.close()
    server.closeAllConnections()
    throw error
  }
  const { onClose } = opened
  return {
    url,
    server,
    close() {
      closing ??= drain(server).then(onClose)
      return closing
    },
  }
}

function urlOf(host: string, port: number) {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

const CLIENT_ERRORS: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'The request did not arrive in time'],
}

function refuseWhatIsNoRequest(server: Server, https: boolean) {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable) return
    const [code, message] = CLIENT_ERRORS[error.code ?? ''] ?? [
      'MALFORMED_REQUEST',
      'The request is not well formed',
    ]
    socket.end(rawRefusal(code, message, { https }))
  })
  server.on('checkExpectation', (_request, response) => {
    response.socket?.end(rawRefusal('EXPECTATION_FAILED', 'The expectation cannot be met', { https }))
  })
}

function listen(server: Server, address: { host: string; port: number; reusePort: boolean }) {
  return new Promise<void>((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(explainListenError(error, address))
    server.once('error', refuse)
    server.listen(address, () => {
      server.off('error', refuse)
      resolve()
    })
  })
}

function explainListenError(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }) {
  if (error.code === 'EADDRINUSE') {
    return new Error(`Port ${port} on ${host} is already in use: stop what uses it, or set PORT to another`)
  }
  if (error.code === 'EACCES')
    return new Error(`Port ${port} may not be opened by this user: set PORT above 1023`)
  if (error.code === 'ENOTSUP') return new Error('SHARE_PORT is not possible on this system')
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
