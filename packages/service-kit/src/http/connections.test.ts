import { get, type RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { serve, type Served, type ServeOptions } from './serve.ts'

/** Short timeouts, so that the tests need not wait for the real ones. */
const TIMEOUTS = {
  headersTimeout: 200,
  requestTimeout: 400,
  keepAliveTimeout: 300,
  connectionsCheckingInterval: 50,
  stallTimeout: 300,
  lastResponseTimeout: 100,
  unreadTimeout: 600,
  unreadCheckInterval: 50,
}
/** More than the socket buffers hold, so the server must wait until the client reads. */
const UNREAD_BYTES = 64 * 1024 * 1024
const READ_PAUSE_MS = 20

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

async function start(options: Partial<ServeOptions> = {}, listener?: RequestListener) {
  const served = await serve({
    host: '127.0.0.1',
    port: 0,
    https: false,
    timeouts: TIMEOUTS,
    startApp: async () => ({
      listener: listener ?? ((_request, response) => response.end('a snack')),
      onClose: async () => {},
    }),
    ...options,
  })
  cleanUps.push(() => served.close())
  return served
}

/** A client that never closes its side of a connection. `from` is its address on this machine. */
function openConnection({ url }: Served, { from = '127.0.0.1' } = {}) {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, localAddress: from, allowHalfOpen: true })
  socket.on('error', () => {})
  cleanUps.push(() => socket.destroy())
  return socket
}

/** Resolves when the server has closed the next connection that it accepts. */
function nextConnectionFreed({ server }: Served) {
  return new Promise<void>((resolve) => {
    server.once('connection', (socket: Socket) => socket.once('close', () => resolve()))
  })
}

const GET = 'GET / HTTP/1.1\r\nHost: here\r\n'

it.each([
  ['sends nothing', ''],
  ['sends half of its headers', GET],
  ['sends garbage', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['sends half of its body', 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\nhalf'],
  ['sends garbage after a request', `${GET}\r\nnonsense\r\n\r\n`],
  ['names two hosts', `${GET}Host: there\r\n\r\n`],
  ['has an unknown expectation', `${GET}Expect: the unexpected\r\n\r\n`],
  ['sends too many headers', `${GET}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['is idle after a request', `${GET}\r\n`],
])('a client that %s and never closes its side is disconnected', async (_case, bytes) => {
  const served = await start()
  const freed = nextConnectionFreed(served)
  const socket = openConnection(served)
  socket.resume().write(bytes, 'latin1')

  await expect(freed).resolves.toBeUndefined()
})

it('a refused request gets its whole response before the server disconnects', async () => {
  const served = await start()
  const socket = openConnection(served)
  socket.write('garbage\r\n\r\n')

  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [^]*MALFORMED_REQUEST[^]*}$/)
})

it('a client that reads its response a few bytes at a time is disconnected', async () => {
  // The stall timeout begins again whenever the client has read something.
  const timeouts = { ...TIMEOUTS, stallTimeout: 60_000 }
  const served = await start({ timeouts }, (_request, response) => response.end(Buffer.alloc(UNREAD_BYTES)))
  const freed = nextConnectionFreed(served)
  const socket = openConnection(served).pause()
  socket.write(`${GET}\r\n`)
  const reading = setInterval(() => socket.read(), READ_PAUSE_MS)
  cleanUps.push(() => clearInterval(reading))

  await expect(freed).resolves.toBeUndefined()
})

function request({ url }: Served, from: string) {
  return new Promise<string>((resolve, reject) => {
    get(url, { localAddress: from, agent: false }, (response) => resolve(text(response))).on('error', reject)
  })
}

const isOpen = (socket: Socket) =>
  new Promise<boolean>((resolve) => {
    socket.once('close', () => resolve(false)).once('end', () => resolve(false))
    socket.once('data', () => resolve(true)).write(`${GET}\r\n`)
  })

// Only Linux has all addresses of 127.0.0.0/8 without further set-up.
it.runIf(process.platform === 'linux')(
  'one network cannot take all connections: the others are served',
  async () => {
    const served = await start({ connectionsMax: 8 })
    const sockets = Array.from({ length: 8 }, () => openConnection(served))
    const open = await Promise.all(sockets.map(isOpen))

    expect(open.filter(Boolean)).toHaveLength(2)
    expect(await request(served, '127.0.0.2')).toBe('a snack')
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => request(served, '127.0.0.1').catch(() => 'refused')).toBe('a snack')
  },
)

it('connections of a trusted proxy are limited in all, not as those of one network', async () => {
  const served = await start({ connectionsMax: 8, trustedProxies: ['127.0.0.0/8'] })
  const open = await Promise.all(Array.from({ length: 12 }, () => isOpen(openConnection(served))))

  expect(open.filter(Boolean)).toHaveLength(8)
})
