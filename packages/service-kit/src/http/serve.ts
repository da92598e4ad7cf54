import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import { ERROR_STATUS, type ErrorCode } from '@nashta/contracts/api/reply'
import { dataHeaders } from './security-headers.ts'

/** An error response as text, with status line and headers, for a request that no app handles. */
function rawErrorResponse(code: ErrorCode, message: string, { https }: { https: boolean }) {
  const status = ERROR_STATUS[code]
  const body = JSON.stringify({ code, message })
  const headers = {
    ...dataHeaders({ https }),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}

const HOST_HEADER = 'host'

const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  /** How often the timeouts above are checked. */
  connectionsCheckingInterval: 1_000,
}

/** No handler takes this long to respond, and no slow connection pauses this long. */
const STALL_TIMEOUT_MS = 70_000

/** How long requests in flight may take to end. Most container hosts kill a process ten seconds after its signal. */
const DRAIN_MS = 7_000
const DRAIN_CHECK_MS = 20

export type RunningApp = {
  listener: RequestListener
  /** Runs at once when the process is told to stop, while it still serves. */
  onStopping?: () => void
  /** Runs after the last request has ended. */
  onClose: () => Promise<void>
}

export type ServeOptions = {
  host: string
  /** 0 selects a free port. */
  port: number
  https: boolean
  /** Whether other processes may listen on the same port; the system then distributes the connections. */
  sharePort?: boolean
  /** How long a connection with a pending response may transfer nothing. */
  stallTimeoutMs?: number
  /** `close` keeps serving requests until this resolves. */
  stopDelay?: () => Promise<void>
  /**
   * Starts the app. A fixed port with `sharePort` is opened after that. Any other port is opened
   * before: requests get 503 until the app has started, and if the port is in use, the app is not
   * started.
   */
  startApp: (url: string) => Promise<RunningApp>
}

export type Served = {
  url: string
  server: Server
  /**
   * Serves until the stop delay is over. Then accepts no new connections, and waits up to
   * `DRAIN_MS` for requests in flight. A second call returns the promise of the first.
   */
  close: () => Promise<void>
}

export async function serve(options: ServeOptions): Promise<Served> {
  const { host, port, https, startApp } = options
  const { sharePort = false, stallTimeoutMs = STALL_TIMEOUT_MS, stopDelay } = options
  let app: RunningApp | undefined
  let closing: Promise<void> | undefined
  let isDraining = false

  const server = createServer(TIMEOUTS, (request, response) => {
    if (isDraining) response.shouldKeepAlive = false
    if (hasSeveralHosts(request) || namesOtherHost(request)) {
      response.socket?.end(rawErrorResponse('MALFORMED_REQUEST', 'The request names two hosts', { https }))
      return
    }
    if (app) app.listener(request, response)
    else
      response.socket?.end(
        rawErrorResponse('UNAVAILABLE', 'The store is starting; ask again in a moment', { https }),
      )
    const isSent = response.writableEnded && response.writableLength === 0
    if (!isSent) request.socket.setTimeout(stallTimeoutMs)
  })
  refuseMalformedRequests(server, https)
  // An open shared port gets connections that other processes could serve, so the app starts before
  // the port is opened. With port 0 it cannot: its URL is known only when the port is open.
  if (sharePort && port !== 0) app = await startApp(urlOf(host, port))
  try {
    await listen(server, { host, port, reusePort: sharePort })
  } catch (error) {
    await app?.onClose()
    throw error
  }

  const address = server.address()
  const url = urlOf(host, typeof address === 'object' && address ? address.port : port)
  try {
    app ??= await startApp(url)
  } catch (error) {
    server.close()
    server.closeAllConnections()
    throw error
  }
  const { onStopping, onClose } = app

  async function stop() {
    onStopping?.()
    await stopDelay?.()
    isDraining = true
    await drain(server)
    await onClose()
  }
  return { url, server, close: () => (closing ??= stop()) }
}

/**
 * Whether the request has several Host headers. It is refused then, because a proxy may route it by
 * another Host header than we (RFC 9112, 3.2).
 */
function hasSeveralHosts({ rawHeaders }: IncomingMessage) {
  let hosts = 0
  // `rawHeaders` alternates names and values.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    // The length is compared first, because most names then need no copy in lower case.
    if (name?.length === HOST_HEADER.length && name.toLowerCase() === HOST_HEADER) hosts += 1
  }
  return hosts > 1
}

/**
 * Whether the URL names another host than the Host header. Only a whole URL names a host. A client
 * may send one, as it does to a proxy.
 */
function namesOtherHost({ url = '', headers }: IncomingMessage) {
  if (url.startsWith('/')) return false
  const host = /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1]
  return host !== undefined && host.toLowerCase() !== headers.host?.toLowerCase()
}

function urlOf(host: string, port: number) {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

const CLIENT_ERRORS: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'The request did not arrive in time'],
}

function refuseMalformedRequests(server: Server, https: boolean) {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable) return
    const [code, message] = CLIENT_ERRORS[error.code ?? ''] ?? [
      'MALFORMED_REQUEST',
      'The request is not well formed',
    ]
    socket.end(rawErrorResponse(code, message, { https }))
  })
  server.on('checkExpectation', (_request, response) => {
    response.socket?.end(rawErrorResponse('EXPECTATION_FAILED', 'The expectation cannot be met', { https }))
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

/** Waits for the requests in flight, but not longer than DRAIN_MS. */
async function drain(server: Server) {
  const closed = new Promise((resolve) => server.close(resolve))
  // A connection becomes idle when its request ends. It would stay open if nothing closed it.
  const closeIdle = setInterval(() => server.closeIdleConnections(), DRAIN_CHECK_MS)
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearInterval(closeIdle)
  clearTimeout(deadline)
}
