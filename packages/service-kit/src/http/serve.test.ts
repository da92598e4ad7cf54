import { Agent, get, type RequestListener, type ServerResponse } from 'node:http'
import { connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { serve, urlOf } from './serve.ts'

function request(url: string, agent: Agent) {
  return new Promise<string>((resolve, reject) => {
    get(url, { agent }, (response) => resolve(text(response))).on('error', reject)
  })
}

it('the URL of an IPv6 address has brackets', () => {
  expect(urlOf('::1', 3000)).toBe('http://[::1]:3000')
  expect(urlOf('127.0.0.1', 3000)).toBe('http://127.0.0.1:3000')
})

it('close finishes requests in flight, accepts no new ones, and only then closes the app', async () => {
  const happened: string[] = []
  const arrived = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const served = await serve({
    host: '127.0.0.1',
    port: 0,
    https: false,
    startApp: async () => ({
      listener: (_request, response) => {
        arrived.resolve()
        response.once('finish', () => happened.push('response sent'))
        void finish.promise.then(() => response.end('a whole response'))
      },
      onClose: async () => void happened.push('app closed'),
    }),
  })
  const agent = new Agent({ keepAlive: true })

  const response = request(served.url, agent)
  await arrived.promise
  const closed = served.close()
  await expect(request(served.url, new Agent())).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect(happened).toEqual([])

  finish.resolve()
  await Promise.all([closed, served.close()])
  expect(await response).toBe('a whole response')
  expect(happened).toEqual(['response sent', 'app closed'])
  agent.destroy()
})

it('close calls onStopping at once, and serves until the stop delay is over', async () => {
  const delay = Promise.withResolvers<void>()
  let isStopping = false
  const served = await serve({
    host: '127.0.0.1',
    port: 0,
    https: false,
    stopDelay: () => delay.promise,
    startApp: async () => ({
      listener: (_request, response) => response.end(isStopping ? 'stopping' : 'ready'),
      onStopping() {
        isStopping = true
      },
      onClose: async () => {},
    }),
  })
  const closed = served.close()
  expect(await request(served.url, new Agent())).toBe('stopping')

  delay.resolve()
  await closed
  await expect(request(served.url, new Agent())).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

it('close does not wait for idle connections', async () => {
  const served = await serve({
    host: '127.0.0.1',
    port: 0,
    https: false,
    startApp: async () => ({
      listener: (_request, response) => response.end('done'),
      onClose: async () => {},
    }),
  })
  const agent = new Agent({ keepAlive: true })
  await request(served.url, agent)

  await served.close()
  expect(served.server.listening).toBe(false)
  agent.destroy()
})

const STALL_TIMEOUT_MS = 50
/** More than the socket buffers hold, so the server must wait until the client reads. */
const UNREAD_BYTES = 64 * 1024 * 1024

it.each<[string, RequestListener]>([
  ['does not read its response', (_request, response) => response.end(Buffer.alloc(UNREAD_BYTES))],
  ['gets no response', () => {}],
])('after the stall timeout the server disconnects a client that %s', async (_case, listener) => {
  const served = await serve({
    host: '127.0.0.1',
    port: 0,
    https: false,
    timeouts: { stallTimeout: STALL_TIMEOUT_MS },
    startApp: async () => ({ listener, onClose: async () => {} }),
  })
  const disconnected = Promise.withResolvers<void>()
  served.server.once('connection', (socket) => socket.once('close', () => disconnected.resolve()))

  const client = connect(Number(new URL(served.url).port), '127.0.0.1').pause()
  client.on('error', () => {}).write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
  await expect(disconnected.promise).resolves.toBeUndefined()

  client.destroy()
  await served.close()
})

it('only a delayed response sets the stall timeout, and its connection stays open', async () => {
  const served = await serve({
    host: '127.0.0.1',
    port: 0,
    https: false,
    timeouts: { stallTimeout: STALL_TIMEOUT_MS },
    startApp: async () => ({
      listener: (request, response) =>
        request.url === '/later' ? setImmediate(() => response.end('later')) : response.end('at once'),
      onClose: async () => {},
    }),
  })
  let connections = 0
  let stallTimeouts = 0
  served.server.on('connection', (socket) => {
    connections += 1
    const setSocketTimeout = socket.setTimeout.bind(socket)
    socket.setTimeout = (ms, ...rest) => {
      if (ms === STALL_TIMEOUT_MS) stallTimeouts += 1
      return setSocketTimeout(ms, ...rest)
    }
  })
  const agent = new Agent({ keepAlive: true })

  for (const path of ['/', '/later', '/']) {
    await request(`${served.url}${path}`, agent)
    await sleep(3 * STALL_TIMEOUT_MS)
  }
  expect(connections).toBe(1)
  expect(stallTimeouts, 'set for the response that was not sent at once').toBe(1)
  agent.destroy()
  await served.close()
})

it('a port in use is named in the error, and the app is not started', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve)
  })
  const { port } = other.address() as { port: number }
  const startApp = vi.fn<() => Promise<never>>()

  await expect(serve({ host: '127.0.0.1', port, https: false, startApp })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is already in use`,
  )
  expect(startApp).not.toHaveBeenCalled()
  other.close()
})

it('requests get 503 while the app starts, and a failed start releases the port', async () => {
  let url = ''
  const early = Promise.withResolvers<string>()
  const failing = serve({
    host: '127.0.0.1',
    port: 0,
    https: false,
    async startApp(address) {
      url = address
      early.resolve(await request(address, new Agent()))
      throw new Error('the database is corrupt')
    },
  })

  expect(JSON.parse(await early.promise)).toMatchObject({ code: 'UNAVAILABLE' })
  await expect(failing).rejects.toThrow('the database is corrupt')
  await expect(request(url, new Agent())).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

function createApp(body: string) {
  return {
    listener: (_request: unknown, response: ServerResponse) => void response.end(body),
    onClose: async () => {},
  }
}

it.runIf(process.platform === 'linux')(
  'a process on a shared port gets no request before its app has started, while the others serve',
  async () => {
    const sharedPort = { host: '127.0.0.1', https: false, sharePort: true }
    const old = await serve({ ...sharedPort, port: 0, startApp: async () => createApp('old') })
    // If the new process had opened the port, the system would send it some of these requests.
    const requestCount = 40
    const responses: string[] = []
    const fresh = await serve({
      ...sharedPort,
      port: Number(new URL(old.url).port),
      async startApp(url) {
        for (let sent = 0; sent < requestCount; sent += 1) responses.push(await request(url, new Agent()))
        return createApp('new')
      },
    })

    expect(responses).toEqual(Array.from({ length: requestCount }, () => 'old'))
    await old.close()
    expect(await request(fresh.url, new Agent())).toBe('new')
    await fresh.close()
  },
)

it('a request that names two hosts is refused: a proxy may use the other one', async () => {
  const served = await serve({
    host: '127.0.0.1',
    port: 0,
    https: false,
    startApp: async () => ({
      listener: (_request, response) => response.end('served'),
      onClose: async () => {},
    }),
  })
  const send = (hostHeaders: string, target = '/') => {
    const { hostname, port } = new URL(served.url)
    const socket = connect(Number(port), hostname)
    socket.write(`GET ${target} HTTP/1.1\r\n${hostHeaders}connection: close\r\n\r\n`)
    return text(socket)
  }
  expect(await send('Host: snacks.example\r\nhOST: evil.example\r\n')).toMatch(
    /^HTTP\/1.1 400 [^]*MALFORMED_REQUEST/,
  )
  expect(await send('Host: snacks.example\r\n')).toMatch(/^HTTP\/1.1 200 /)
  for (const target of ['http://evil.example/', 'HTTP://snacks.example:80/x', 'http://a@snacks.example?x'])
    expect(await send('Host: snacks.example\r\n', target)).toMatch(/^HTTP\/1.1 400 [^]*MALFORMED_REQUEST/)
  expect(await send('Host: snacks.example\r\n', 'http://Snacks.example/x')).toMatch(/^HTTP\/1.1 200 /)
  await served.close()
})
