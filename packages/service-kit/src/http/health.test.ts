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

function service(probes: Record<string, Probe>, { now = () => new Date(0), ...options }: Options = {}) {
  const app = createService({ logger, https: false })
  registerHealth(app, probes, now, { retryMs: RETRY_MS, ...options })
  apps.push(app)
  return app
}

/** A probe that fails this many times and then works. */
function recoversAfter(failures: number, error: Error): Probe {
  let calls = 0
  return async () => {
    calls += 1
    if (calls <= failures) throw error
  }
}

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

it('/healthz says ok, and /readyz says ready when every part works', async () => {
  const app = service({ database: async () => {}, mail: async () => {} })

  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  const ready = await app.inject('/readyz')
  expect(ready.statusCode).toBe(200)
  expect(ready.json()).toEqual({ status: 'ready', checks: { database: 'ok', mail: 'ok' } })
})

it('/readyz names the failed part without the reason of the failure', async () => {
  const app = service({
    database: async () => {},
    mail: () => Promise.reject(new Error('smtp://secret@host')),
  })
  const ready = await app.inject('/readyz')

  expect(ready.statusCode).toBe(503)
  expect(ready.json()).toEqual({ status: 'not ready', checks: { database: 'ok', mail: 'failed' } })
})

it('/readyz of one process of many reports a failed part, and the process stays ready', async () => {
  const app = service({ mail: recoversAfter(Infinity, refused) }, { isReadyDespiteFailures: true })
  const ready = await app.inject('/readyz')

  expect(ready.statusCode).toBe(200)
  expect(ready.json()).toEqual({ status: 'ready', checks: { mail: 'failed' } })
})

it('/readyz says 503 once the process stops, and /healthz stays 200', async () => {
  let isStopping = false
  const app = service({}, { isReadyDespiteFailures: true, isStopping: () => isStopping })
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
  const app = service(
    {
      database: async () => {
        probes += 1
      },
    },
    { now: () => new Date(time) },
  )

  // The start probes too, which does not count here.
  await app.ready()
  probes = 0
  for (time of [0, 400, 999]) await app.inject('/readyz')
  expect(probes).toBe(1)
  time = 1000
  await app.inject('/readyz')
  expect(probes).toBe(2)
})

it('a service logs the health of each part when it starts, and probes a failed part until it works', async () => {
  const app = service({ database: async () => {}, userPool: recoversAfter(2, refused) })
  await app.ready()
  expect(lines).toEqual([
    'Health check: database is healthy',
    'Health check: userPool is not healthy; trying again',
  ])

  await expect.poll(() => lines.at(-1)).toBe('Health check: userPool is healthy')
  expect(lines.filter((line) => line.includes('database'))).toHaveLength(1)
})

it('a start waits for a part that cannot be reached, and logs its name', async () => {
  await waitForParts({ images: async () => {}, dynamodb: recoversAfter(2, refused) }, logger, RETRY_MS)
  expect(lines).toEqual(Array(2).fill('Health check: dynamodb is not healthy; trying again'))
})

it('a start does not wait for a part that responds with an error', async () => {
  const missingTable = recoversAfter(Infinity, new Error('non-existent table'))
  await waitForParts({ dynamodb: missingTable }, logger, RETRY_MS)
  expect(lines).toEqual([])
})
