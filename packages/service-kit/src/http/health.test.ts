import type { FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { createLogger } from '../process/logger.ts'
import { createService } from './create-service.ts'
import { type Probe, registerHealth, waitForParts } from './health.ts'

const RETRY_MS = 1

const lines: string[] = []
const logger = createLogger({
  service: 'test',
  level: 'info',
  destination: { write: (line) => void lines.push(JSON.parse(line).msg) },
})
const apps: FastifyInstance[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
  lines.splice(0)
})

type Options = { now?: () => Date } & Parameters<typeof registerHealth>[3]

function createTestApp(probes: Record<string, Probe>, options: Options = {}) {
  const { now = () => new Date(0), ...healthOptions } = options
  const app = createService({ logger, https: false })
  registerHealth(app, probes, now, { retryMs: RETRY_MS, ...healthOptions })
  apps.push(app)
  return app
}

const connectionRefused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

type FailingProbe = { failures: number; error?: Error }

/** Makes a probe that fails this many times and then works. */
function makeProbe({ failures, error = connectionRefused }: FailingProbe): Probe {
  let calls = 0
  return async () => {
    calls += 1
    if (calls <= failures) throw error
  }
}

it('/healthz says ok, and /readyz says ready when every part works', async () => {
  const app = createTestApp({ database: async () => {}, mail: async () => {} })

  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  const ready = await app.inject('/readyz')
  expect(ready.statusCode).toBe(200)
  expect(ready.json()).toEqual({ status: 'ready', checks: { database: 'ok', mail: 'ok' } })
})

it('/readyz names the failed part without the reason of the failure', async () => {
  const app = createTestApp({
    database: async () => {},
    mail: () => Promise.reject(new Error('smtp://secret@host')),
  })
  const ready = await app.inject('/readyz')

  expect(ready.statusCode).toBe(503)
  expect(ready.json()).toEqual({ status: 'not ready', checks: { database: 'ok', mail: 'failed' } })
})

it('with isReadyDespiteFailures, /readyz names a failed part and still responds 200', async () => {
  const mail = makeProbe({ failures: Infinity })
  const app = createTestApp({ mail }, { isReadyDespiteFailures: true })
  const ready = await app.inject('/readyz')

  expect(ready.statusCode).toBe(200)
  expect(ready.json()).toEqual({ status: 'ready', checks: { mail: 'failed' } })
})

it('/readyz responds 503 once the process stops, and /healthz still responds 200', async () => {
  let isStopping = false
  const app = createTestApp({}, { isReadyDespiteFailures: true, isStopping: () => isStopping })
  expect((await app.inject('/readyz')).statusCode).toBe(200)

  isStopping = true
  const ready = await app.inject('/readyz')
  expect(ready.statusCode).toBe(503)
  expect(ready.json()).toEqual({ status: 'stopping' })
  expect((await app.inject('/healthz')).statusCode).toBe(200)
})

it('/readyz probes at most once a second', async () => {
  let time = 0
  let probes = 0
  const app = createTestApp(
    {
      database: async () => {
        probes += 1
      },
    },
    { now: () => new Date(time) },
  )

  // The start of the app probes too. That probe is not counted.
  await app.ready()
  probes = 0
  for (const requestTime of [0, 400, 999]) {
    time = requestTime
    await app.inject('/readyz')
  }
  expect(probes).toBe(1)
  time = 1000
  await app.inject('/readyz')
  expect(probes).toBe(2)
})

it('a starting service logs the health of each part, and probes failed parts again', async () => {
  const app = createTestApp({ database: async () => {}, userPool: makeProbe({ failures: 2 }) })
  await app.ready()
  expect(lines).toEqual([
    'Health check: database is healthy',
    'Health check: userPool is not healthy; trying again',
  ])

  await expect.poll(() => lines.at(-1)).toBe('Health check: userPool is healthy')
  expect(lines.filter((line) => line.includes('database'))).toHaveLength(1)
})

it('waitForParts waits for a part that cannot be reached, and logs its name', async () => {
  const probes = { images: async () => {}, dynamodb: makeProbe({ failures: 2 }) }
  await waitForParts(probes, logger, RETRY_MS)
  expect(lines).toEqual(Array(2).fill('Health check: dynamodb is not healthy; trying again'))
})

it('waitForParts does not wait for a part that responds with an error', async () => {
  const missingTable = makeProbe({ failures: Infinity, error: new Error('non-existent table') })
  await waitForParts({ dynamodb: missingTable }, logger, RETRY_MS)
  expect(lines).toEqual([])
})
