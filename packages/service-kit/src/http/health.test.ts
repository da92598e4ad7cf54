import { expect, it } from 'vitest'
import { createLogger } from '../process/logger.ts'
import { createService } from './create-service.ts'
import { type Probe, registerHealth } from './health.ts'

function service(probes: Record<string, Probe>, now = () => new Date(0)) {
  const app = createService({ logger: createLogger({ service: 'test', level: 'silent' }), https: false })
  registerHealth(app, probes, now)
  return app
}

it('/healthz responds without a probe, /readyz when every part works', async () => {
  const app = service({ database: async () => {}, mail: async () => {} })

  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  const ready = await app.inject('/readyz')
  expect(ready.statusCode).toBe(200)
  expect(ready.json()).toEqual({ status: 'ready', checks: { database: 'ok', mail: 'ok' } })
})

it('/readyz names the failed part, and only the log has the reason', async () => {
  const app = service({
    database: async () => {},
    mail: () => Promise.reject(new Error('smtp://secret@host')),
  })
  const ready = await app.inject('/readyz')

  expect(ready.statusCode).toBe(503)
  expect(ready.json()).toEqual({ status: 'not ready', checks: { database: 'ok', mail: 'failed' } })
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
    () => new Date(time),
  )

  for (time of [0, 400, 999]) await app.inject('/readyz')
  expect(probes).toBe(1)
  time = 1000
  await app.inject('/readyz')
  expect(probes).toBe(2)
})
