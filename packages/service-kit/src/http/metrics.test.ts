import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createLogger } from '../process/logger.ts'
import { createService } from './create-service.ts'
import { createListener } from './dispatch.ts'
import { countResponses, registerMetrics, startMetrics } from './metrics.ts'
import { serve } from './serve.ts'

const silentLogger = createLogger({ service: 'test', level: 'silent' })

/** Starts a service with metrics. Returns a function that fetches one of its paths. */
async function startService({ token = '', isBehindProxy = false } = {}) {
  const app = createService({ https: false, logger: silentLogger })
  const metrics = startMetrics({
    gauges: { mails_waiting: { help: 'Mails that wait.', read: () => 7 } },
    logger: silentLogger,
  })
  registerMetrics(app, metrics, { token, isBehindProxy })
  app.get('/api/hello', async () => ({ data: 'hello' }))
  await app.ready()
  const served = await serve({
    host: '127.0.0.1',
    port: 0,
    https: false,
    startApp: async () => ({
      listener: countResponses(createListener({ app }), metrics.counterOf('api')),
      onClose: () => app.close(),
    }),
  })
  onTestFinished(async () => {
    metrics.stop()
    await served.close()
  })
  return (path: string, headers = {}) => fetch(served.url + path, { headers })
}

it('the metrics count responses by part, status and duration, and have gauges', async () => {
  const fetchPath = await startService()
  await Promise.all(
    ['/api/hello', '/api/hello', '/api/nothing'].map(async (path) => (await fetchPath(path)).text()),
  )

  const response = await fetchPath('/metrics')
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  const lines = (await response.text()).split('\n')
  expect(lines).toContain('nashta_http_requests_total{part="api",status="200"} 2')
  expect(lines).toContain('nashta_http_requests_total{part="api",status="404"} 1')
  expect(lines).toContain('nashta_http_request_duration_seconds_bucket{part="api",le="+Inf"} 3')
  expect(lines).toContain('nashta_http_request_duration_seconds_count{part="api"} 3')
  expect(lines).toContain('nashta_mails_waiting 7')
  expect(lines.some((line) => line.startsWith('process_resident_memory_bytes '))).toBe(true)
})

it('the metrics leave out a gauge that cannot be read, and log a warning', async () => {
  const logged: string[] = []
  const logger = createLogger({
    service: 'test',
    level: 'info',
    destination: { write: (line) => void logged.push(JSON.parse(line).msg) },
  })
  const metrics = startMetrics({
    gauges: {
      mails_waiting: { help: 'Mails that wait.', read: () => Promise.reject(new Error('throttled')) },
      outbox_age_seconds: { help: 'Age of the oldest entry.', read: () => 3 },
    },
    logger,
  })
  onTestFinished(metrics.stop)

  const text = await metrics.text()
  expect(text).toContain('\nnashta_outbox_age_seconds 3\n')
  expect(text).toContain('\nprocess_resident_memory_bytes ')
  expect(text).not.toContain('nashta_mails_waiting')
  expect(logged).toEqual(['a gauge could not be read'])
})

it('the delay of the event loop is that since the last read, and near 0 in an idle process', async () => {
  const metrics = startMetrics({ gauges: {}, logger: silentLogger })
  onTestFinished(metrics.stop)
  const delaySeconds = async () =>
    Number(/^nashta_event_loop_delay_p99_seconds (.+)$/m.exec(await metrics.text())?.[1])

  await sleep(100)
  blockEventLoop(300)
  await sleep(100)
  expect(await delaySeconds()).toBeGreaterThan(0.2)
  await expect.poll(delaySeconds, { interval: 100, timeout: 10_000 }).toBeLessThan(0.01)
})

function blockEventLoop(ms: number) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

it('/metrics of a store without a token is readable from this machine only', async () => {
  const fetchPath = await startService()
  expect((await fetchPath('/metrics')).status).toBe(200)
  // A proxy adds this header to a request from another machine.
  expect((await fetchPath('/metrics', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(403)
})

it('/metrics of a store with a token is readable with it only', async () => {
  const fetchPath = await startService({ token: 'secret' })
  expect((await fetchPath('/metrics')).status).toBe(403)
  expect((await fetchPath('/metrics', { authorization: 'Bearer wrong!' })).status).toBe(403)
  expect((await fetchPath('/metrics', { authorization: 'Bearer secret' })).status).toBe(200)
})

it('/metrics of a store behind a proxy is readable with its token only', async () => {
  // Through a proxy that adds no header, every request seems to come from this machine.
  const fetchTokenlessStore = await startService({ isBehindProxy: true })
  expect((await fetchTokenlessStore('/metrics')).status).toBe(403)
  const fetchTokenStore = await startService({ token: 'secret', isBehindProxy: true })
  expect((await fetchTokenStore('/metrics')).status).toBe(403)
  expect((await fetchTokenStore('/metrics', { authorization: 'Bearer secret' })).status).toBe(200)
})
