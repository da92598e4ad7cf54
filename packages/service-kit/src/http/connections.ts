import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createAddressTest, networksOf } from '../limits/networks.ts'

/** The most open connections of a process, however many files the system lets it open. */
const CONNECTIONS_MAX = 10_000

/** Descriptors for databases, pictures, child processes and connections to other services. */
const RESERVED_DESCRIPTORS = 128

/**
 * One network may have a quarter of all connections. An address of a mobile carrier stands for many
 * shoppers, so the share is large.
 */
const NETWORK_SHARE = 1 / 4

/** For example `Max open files            1024                 1048576              files`. */
const OPEN_FILES_LINE = /^Max open files +(\d+)/m

/**
 * How many connections leave enough descriptors for the rest of the process. Node has raised the
 * limit of the process to the highest that the system allows.
 */
function connectionsMaxOfSystem() {
  const descriptors = readDescriptorLimit()
  const available = Math.max(descriptors - RESERVED_DESCRIPTORS, Math.floor(descriptors / 2))
  return Math.min(CONNECTIONS_MAX, available)
}

/** Only Linux tells the limit in a file. Other systems allow more descriptors than we need. */
function readDescriptorLimit() {
  if (process.platform !== 'linux') return Infinity
  const limit = OPEN_FILES_LINE.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  return limit === undefined ? Infinity : Number(limit)
}

export type ConnectionLimits = {
  /** Connections of these addresses count only towards the limit of all. */
  trustedProxies: readonly string[]
  /** By default, as many as the system has descriptors for. */
  connectionsMax: number | undefined
  /** See `disconnectSlowReaders`. */
  unreadTimeout: number
  unreadCheckInterval: number
}

/** Closes new connections above the limits of all and of each network. Runs nothing per request. */
export function limitConnections(server: Server, limits: ConnectionLimits) {
  const { trustedProxies, connectionsMax = connectionsMaxOfSystem() } = limits
  const isProxy = createAddressTest(trustedProxies)
  const networkMax = Math.max(1, Math.floor(connectionsMax * NETWORK_SHARE))
  const openByNetwork = new Map<string, number>()
  // Node closes the connections above this number.
  server.maxConnections = connectionsMax
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const { narrow, wide } = networksOf(remoteAddress)
    const network = wide ?? narrow
    const open = openByNetwork.get(network) ?? 0
    if (open >= networkMax) {
      socket.destroy()
      return
    }
    openByNetwork.set(network, open + 1)
    socket.once('close', () => {
      const left = (openByNetwork.get(network) ?? 1) - 1
      if (left > 0) openByNetwork.set(network, left)
      else openByNetwork.delete(network)
    })
  })
  disconnectSlowReaders(server, limits)
}

/** `drained` counts the bytes of complete writes. */
type UnreadBytes = { drained: number; since: number }

/**
 * Disconnects a client that needs longer than `unreadTimeout` to read what one write has sent. Node's
 * own timeouts do not, because each byte that the client reads resets them.
 */
function disconnectSlowReaders(
  server: Server,
  { unreadTimeout, unreadCheckInterval }: Pick<ConnectionLimits, 'unreadTimeout' | 'unreadCheckInterval'>,
) {
  const unreadBySocket = new Map<Socket, UnreadBytes | null>()
  server.on('connection', (socket: Socket) => {
    unreadBySocket.set(socket, null)
    socket.once('close', () => unreadBySocket.delete(socket))
  })
  const checks = setInterval(() => {
    const now = performance.now()
    for (const [socket, before] of unreadBySocket) {
      if (socket.writableLength === 0) {
        if (before) unreadBySocket.set(socket, null)
        continue
      }
      const drained = socket.bytesWritten - socket.writableLength
      if (before?.drained !== drained) unreadBySocket.set(socket, { drained, since: now })
      else if (now - before.since > unreadTimeout) socket.destroy()
    }
  }, unreadCheckInterval)
  checks.unref()
  server.once('close', () => clearInterval(checks))
}

/**
 * Sends the last response of a connection, and disconnects a client that keeps its side open. Node
 * leaves such a connection open, because it could still read what the client sends.
 */
export function sendLastResponse(
  socket: Socket,
  response: string,
  { lastResponseTimeout }: { lastResponseTimeout: number },
) {
  // An immediate disconnect could reach the client before the response.
  const disconnect = setTimeout(() => socket.destroy(), lastResponseTimeout)
  socket.once('close', () => clearTimeout(disconnect))
  socket.end(response)
}
