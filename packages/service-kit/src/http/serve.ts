import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import { ERROR_STATUS, type ErrorCode } from '@nashta/contracts/api/reply'
import { limitConnections, sendLastResponse } from './connections.ts'
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

/** In milliseconds. Every connection ends by one of them when its client does nothing. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  /** How often the timeouts above are checked. */
  connectionsCheckingInterval: 1_000,
  /**
   * A connection that transfers nothing for this long, while its response is pending, is closed. No
   * handler takes this long, and no working connection pauses this long.
   */
  stallTimeout: 70_000,
  /** How long a client may keep its side open after the response that ends the connection. */
  lastResponseTimeout: 1_000,
  /** How long a client may take to read one response. A phone with 50 kbit/s reads 1.8 MB in this time. */
  unreadTimeout: 300_000,
  unreadCheckInterval: 10_000,
}

/**
 * How long requests in flight may take to end. Most container hosts kill a process ten seconds
 * after its signal.
 */
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
  /** Lets other processes listen on the same port. The system distributes the connections. */
  sharePort?: boolean
  /** The addresses of proxies whose connections belong to many visitors. */
  trustedProxies?: readonly string[]
  /** Only tests set other values than TIMEOUTS. */
  timeouts?: Partial<typeof TIMEOUTS>
  /** Only tests set it. By default, the system's limit of open files decides. */
  connectionsMax?: number
  /** `close` keeps serving requests until this resolves. */
  stopDelay?: () => Promise<void>
  /**
   * Starts the app.
   * - A shared port with a fixed number is opened after the start.
   * - Every other port is opened before the start. Requests get 503 until the app has started. If
   *   the port is in use, the app is not started.
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
  const { sharePort = false, trustedProxies = [], connectionsMax, stopDelay } = options
  const timeouts = { ...TIMEOUTS, ...options.timeouts }
  let app: RunningApp | undefined
  let closing: Promise<void> | undefined
  let isDraining = false

  const refuse: Refuse = (socket, code, message) => {
    if (socket) sendLastResponse(socket, rawErrorResponse(code, message, { https }), timeouts)
  }
  const server = createServer(timeouts, (request, response) => {
    if (isDraining) response.shouldKeepAlive = false
    if (hasSeveralHosts(request) || namesOtherHost(request)) {
      refuse(response.socket, 'MALFORMED_REQUEST', 'The request names two hosts')
      return
    }
    if (app) app.listener(request, response)
    else refuse(response.socket, 'UNAVAILABLE', 'The store is starting; ask again in a moment')
    // Once the response is sent, the keep-alive timeout applies to the connection.
    const isSent = response.writableEnded && response.writableLength === 0
    if (!isSent) request.socket.setTimeout(timeouts.stallTimeout)
  })
  refuseMalformedRequests(server, refuse)
  limitConnections(server, { ...timeouts, trustedProxies, connectionsMax })
  // While a shared port is open, it gets connections that other processes could serve. So the app
  // starts first. Port 0 must be opened first, because the app needs the URL with the real port.
  const startsBeforeListening = sharePort && port !== 0
  if (startsBeforeListening) app = await startApp(urlOf(host, port))
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
 * Whether the request has several Host headers. RFC 9112, 3.2 demands a refusal: a proxy may read
 * the first of the headers, and the store the second.
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
 * Whether the URL of the request names another host than the Host header. Most clients send a path,
 * such as `/cart`. A client may also send a whole URL, such as `http://shop.example/cart`.
 */
function namesOtherHost({ url = '', headers }: IncomingMessage) {
  if (url.startsWith('/')) return false
  const host = /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1]
  return host !== undefined && host.toLowerCase() !== headers.host?.toLowerCase()
}

export function urlOf(host: string, port: number) {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

const CLIENT_ERRORS: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'The request did not arrive in time'],
}

/** Responds with the error, and ends the connection. */
type Refuse = (socket: Socket | null, code: ErrorCode, message: string) => void

function refuseMalformedRequests(server: Server, refuse: Refuse) {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable) return
    const [code, message] = CLIENT_ERRORS[error.code ?? ''] ?? [
      'MALFORMED_REQUEST',
      'The request is not well formed',
    ]
    refuse(socket, code, message)
  })
  server.on('checkExpectation', (_request, response) =>
    refuse(response.socket, 'EXPECTATION_FAILED', 'The expectation cannot be met'),
  )
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
  // `close` waits until every connection is closed, but connections stay open after their requests.
  const closeIdle = setInterval(() => server.closeIdleConnections(), DRAIN_CHECK_MS)
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearInterval(closeIdle)
  clearTimeout(deadline)
}
