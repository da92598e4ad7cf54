import { readdirSync, readlinkSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProofContext } from '../proof-context.ts'
import { expectFigures, type Proof } from '../proof.ts'

/** The store keeps half of these descriptors for its own files. */
const DESCRIPTORS = 256

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n'

/** What a client sends before it falls silent. It never closes its side of the connection. */
const FALLS_SILENT: Record<string, string> = {
  'no byte': '',
  'half of the headers': GET,
  'half of a body': 'POST /api/newsletter HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf',
  'the start of a TLS handshake': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'two hosts': `${GET}Host: elsewhere\r\n\r\n`,
  'garbage after a request': `${GET}\r\nnonsense\r\n\r\n`,
  'an unknown expectation': `${GET}Expect: the unexpected\r\n\r\n`,
}

/** A body must arrive within 30 seconds. The checks and the last response take two seconds more. */
const FREED_WITHIN_MS = 34_000

/** Four networks may take all connections together, so visitors are served beside three. */
const ATTACKERS = ['127.0.0.2', '127.0.0.3', '127.0.0.4']
const MORE_ATTACKERS = ['127.0.0.5', '127.0.0.6', '127.0.0.7', '127.0.0.8', '127.0.0.9', '127.0.0.10']
const VISIT_PAUSE_MS = 50
const WAVES = 10
const WAVE_PAUSE_MS = 300

export const heldConnections: Proof = {
  id: 'S27',
  test: `Half requests and garbage hold connections of a store with ${DESCRIPTORS} descriptors`,
  sizes: { quick: 700, short: 2_100, nightly: 21_000 },
  unit: 'connections',
  whyNot: () => (process.platform === 'linux' ? null : 'needs the descriptors in /proc'),
  async run(context, size) {
    const { url, child } = await context.startStore({}, { descriptorsMax: DESCRIPTORS })
    const countSockets = () => countOpenSockets(child.pid ?? 0)
    const visitor = await createVisitor(context, url)
    await visitor.visit()
    const before = countSockets()

    const held = createAttack(context, url)
    const peaks: number[] = []
    for (let wave = 0; wave < WAVES; wave += 1) {
      held.open(ATTACKERS, size / WAVES / 2)
      const visitsUntil = performance.now() + WAVE_PAUSE_MS
      do {
        await visitor.visit()
        peaks.push(countSockets())
        await sleep(VISIT_PAUSE_MS)
      } while (performance.now() < visitsUntil)
    }
    // Now all connections are taken. Visitors with a connection still get pictures, whose files need
    // descriptors.
    held.open([...ATTACKERS, ...MORE_ATTACKERS], size / 2)
    for (let round = 0; round < WAVES; round += 1) {
      await visitor.loadPictures()
      peaks.push(countSockets())
      await sleep(VISIT_PAUSE_MS)
    }
    await sleep(FREED_WITHIN_MS)
    const after = countSockets()
    await visitor.visit()

    expectFigures({
      'visits that failed': [[...visitor.failures].slice(0, 3).join('; '), ''],
      'connections that were held at once': [Math.max(...peaks) > before + DESCRIPTORS / 8, true],
      'sockets that were not freed': [Math.max(0, after - before), 0],
    })
    return `${size} connections from ${ATTACKERS.length + MORE_ATTACKERS.length} networks, at most ${Math.max(...peaks)} open at once: all freed within ${FREED_WITHIN_MS / 1000} s, ${visitor.count()} visits beside them served`
  },
  mutations: [
    {
      what: 'a refused client may keep its connection open',
      file: 'packages/service-kit/src/http/connections.ts',
      from: 'const disconnect = setTimeout(() => socket.destroy(), lastResponseTimeout)',
      to: 'const disconnect = setTimeout(() => {}, lastResponseTimeout)',
    },
    {
      what: 'one network may take all connections',
      file: 'packages/service-kit/src/http/connections.ts',
      from: 'if (open >= networkMax) {',
      to: 'if (open < 0) {',
    },
    {
      what: 'connections may use up the descriptors',
      file: 'packages/service-kit/src/http/connections.ts',
      from: 'server.maxConnections = connectionsMax',
      to: '',
    },
    {
      what: 'a body may take as long as its client likes',
      file: 'packages/service-kit/src/http/serve.ts',
      from: 'requestTimeout: 30_000,',
      to: 'requestTimeout: 0,',
    },
  ],
}

function countOpenSockets(pid: number) {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).filter((name) => isSocket(`${folder}/${name}`)).length
}

function isSocket(path: string) {
  try {
    return readlinkSync(path).startsWith('socket:')
  } catch {
    // The descriptor was closed after the folder was read.
    return false
  }
}

function createAttack(context: ProofContext, url: string) {
  const { hostname, port } = new URL(url)
  const sockets: Socket[] = []
  context.atEnd(() => {
    for (const socket of sockets) socket.destroy()
  })
  const beginnings = Object.values(FALLS_SILENT)
  let opened = 0
  return {
    open(addresses: readonly string[], count: number) {
      for (let index = 0; index < count; index += 1) {
        opened += 1
        const localAddress = addresses[opened % addresses.length] ?? ''
        const socket = connect({ port: Number(port), host: hostname, localAddress, allowHalfOpen: true })
        // The store closes connections above its limits.
        socket.on('error', () => {}).resume()
        socket.write(beginnings[opened % beginnings.length] ?? '', 'latin1')
        sockets.push(socket)
      }
    },
  }
}

/** A visitor with the address 127.0.0.1. */
async function createVisitor(context: ProofContext, url: string) {
  const keepAlive = new Agent({ keepAlive: true, maxSockets: 1 })
  context.atEnd(() => keepAlive.destroy())
  const failures = new Set<string>()
  let visits = 0
  async function request(path: string, agent: Agent | false) {
    visits += 1
    const status = await statusOf(`${url}${path}`, agent)
    if (status !== 200) failures.add(`${path}: ${status}`)
  }
  const products = await fetch(`${url}/api/products`)
  const { data } = (await products.json()) as { data: { imageUrl: string }[] }
  const pictures = data.map(({ imageUrl }) => imageUrl)
  let loaded = 0
  return {
    failures,
    count: () => visits,
    /** Opens a connection of its own, and uses the open one. */
    async visit() {
      await request('/', false)
      await request('/api/products', keepAlive)
    },
    /** Uses the connection that is open. */
    async loadPictures() {
      loaded += 1
      await request(`${pictures[loaded % pictures.length]}`, keepAlive)
    },
  }
}

function statusOf(url: string, agent: Agent | false) {
  return new Promise<number | string>((resolve) => {
    get(url, { agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    }).once('error', ({ message }) => resolve(message))
  })
}
