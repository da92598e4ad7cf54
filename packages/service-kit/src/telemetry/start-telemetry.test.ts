import { tracingChannel } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { createService } from '../http/create-service.ts'
import { createLogger } from '../process/logger.ts'
import { startOtlpReceiver } from './otlp-receiver.fixture.ts'
import { startTelemetry, type Telemetry } from './start-telemetry.ts'

const PARENT_TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT_SPAN_ID = '00f067aa0ba902b7'
/** The last part, 01, asks to record the request. */
const TRACEPARENT = `00-${PARENT_TRACE_ID}-${PARENT_SPAN_ID}-01`

const NOW = new Date('2026-01-01T12:00:00Z')

let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>
const logged: string[] = []
beforeEach(async () => {
  receiver = await startOtlpReceiver()
  logged.splice(0)
})
afterEach(() => receiver.close())

function start(options: { sampleRatio?: number; trustedProxies?: string[] } = {}) {
  return startTelemetry({
    service: 'test',
    endpoint: `${receiver.url}/`,
    headers: { 'x-api-key': 'key' },
    sampleRatio: 1,
    trustedProxies: ['127.0.0.1'],
    logger: createLogger({
      service: 'test',
      level: 'info',
      destination: { write: (line) => void logged.push(JSON.parse(line).msg) },
    }),
    now: () => NOW,
    ...options,
  })
}

/** Starts a service on a real port whose requests are traced. Returns its URL. */
async function serveTraced(telemetry: Telemetry, handle: () => Promise<unknown>) {
  const app = createService({ logger: createLogger({ service: 'test', level: 'silent' }), https: false })
  app.get('/things/:id', handle)
  await app.ready()
  const server = createServer(telemetry.traceRequests((request, response) => app.routing(request, response)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const storage = tracingChannel<{ name: string; attributes: Record<string, string> }>('nashta.storage')
const readStorage = () =>
  storage.tracePromise(async () => 'value', { name: 'read', attributes: { table: 'things' } })

it('a request span is a child of the traceparent and the parent of storage spans', async () => {
  const telemetry = start()
  const url = await serveTraced(telemetry, readStorage)
  await fetch(`${url}/things/asha@example.in`, { headers: { traceparent: TRACEPARENT } })
  await telemetry.stop()

  // In OpenTelemetry's protocol, 2 is the kind of a server span, and 3 that of a client span.
  const request = receiver.spans.find(({ kind }) => kind === 2)
  expect(request).toMatchObject({
    service: 'nashta-test',
    traceId: PARENT_TRACE_ID,
    parentSpanId: PARENT_SPAN_ID,
    name: 'GET /things/:id',
    startTimeUnixNano: `${NOW.getTime()}000000`,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/things/:id',
      'http.response.status_code': '200',
    },
  })
  expect(receiver.spans.find(({ name }) => name === 'read')).toMatchObject({
    traceId: request?.traceId,
    parentSpanId: request?.spanId,
    kind: 3,
    attributes: { table: 'things' },
  })
  expect(receiver.headers[0]).toMatchObject({ 'x-api-key': 'key' })
  expect(receiver.bodies.join('')).not.toContain('asha')
})

it.each([[[]], [['10.0.0.0/8', '::1']]])(
  'a traceparent that does not come from the trusted proxies %j does not cause a recording',
  async (trustedProxies) => {
    const telemetry = start({ sampleRatio: 0, trustedProxies })
    const url = await serveTraced(telemetry, readStorage)
    await fetch(`${url}/things/1`, { headers: { traceparent: TRACEPARENT } })
    await telemetry.stop()
    expect(receiver.spans).toEqual([])
  },
)

it('a traceparent from a trusted network causes a recording', async () => {
  const telemetry = start({ sampleRatio: 0, trustedProxies: ['127.0.0.0/8'] })
  const url = await serveTraced(telemetry, readStorage)
  await fetch(`${url}/things/1`, { headers: { traceparent: TRACEPARENT } })
  await telemetry.stop()
  // One span for the request, and one for its storage read.
  expect(receiver.spans).toHaveLength(2)
})

it('an outgoing request carries the span of the incoming request that caused it', async () => {
  const seenTraceparents: unknown[] = []
  const other = createServer((request, response) => {
    seenTraceparents.push(request.headers['traceparent'])
    response.end()
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`

  const telemetry = start()
  const url = await serveTraced(telemetry, async () => (await fetch(otherUrl)).status)
  await fetch(`${url}/things/1`, { headers: { traceparent: TRACEPARENT } })
  const fetchOutsideOfRequests = () => fetch(otherUrl)
  await fetchOutsideOfRequests()
  await telemetry.stop()
  await fetchOutsideOfRequests()

  const [span] = receiver.spans
  expect(seenTraceparents).toEqual([`00-${span?.traceId}-${span?.spanId}-01`, undefined, undefined])
})

it('the span of a failed operation has the class of its error, never the message', async () => {
  const telemetry = start()
  const failure = storage.tracePromise(() => Promise.reject(new RangeError('asha@example.in')), {
    name: 'read',
    attributes: {},
  })
  await expect(failure).rejects.toThrow('asha')
  await telemetry.stop()

  // In OpenTelemetry's protocol, 2 is the status of an error.
  expect(receiver.spans).toMatchObject([{ status: { code: 2 }, attributes: { 'error.type': 'RangeError' } }])
  expect(receiver.bodies.join('')).not.toContain('asha')
})

it('a request that is not sampled is counted in the metrics and has no span', async () => {
  const telemetry = start({ sampleRatio: 0 })
  telemetry.addGauges({ waiting: { unit: '{mail}', read: async () => 7 } })
  const url = await serveTraced(telemetry, readStorage)
  await fetch(`${url}/things/1`)
  await fetch(`${url}/things/2`)
  await telemetry.flush()
  await telemetry.stop()

  expect(receiver.spans).toEqual([])
  const metricOf = (wanted: string) => receiver.metrics.find(({ name }) => name === wanted)
  // In OpenTelemetry's protocol, temporality 2 means that counts are totals since the start.
  expect(metricOf('http.server.request.duration')).toMatchObject({
    unit: 's',
    histogram: { aggregationTemporality: 2, dataPoints: [{ count: '2' }] },
  })
  // Test files share a process, in which operations of other files may still end.
  const ofThings = [{ key: 'table', value: { stringValue: 'things' } }]
  expect(metricOf('db.client.operation.duration')).toMatchObject({
    histogram: {
      dataPoints: expect.arrayContaining([expect.objectContaining({ count: '2', attributes: ofThings })]),
    },
  })
  expect(metricOf('waiting')).toMatchObject({ gauge: { dataPoints: [{ asDouble: 7 }] } })
})

it('a collector that refuses everything is logged once, and requests are served', async () => {
  const telemetry = start()
  receiver.respondWith(503)
  const url = await serveTraced(telemetry, readStorage)
  expect((await fetch(`${url}/things/1`)).status).toBe(200)
  await telemetry.stop()
  expect(logged).toEqual(['telemetry could not be sent and was dropped'])
  expect(receiver.spans).toEqual([])
})

it('spans that a full queue drops are logged once, although the collector works', async () => {
  const telemetry = start()
  const queueMax = 4096
  for (let n = 0; n <= queueMax; n += 1) await readStorage()
  await telemetry.stop()
  expect(receiver.spans).toHaveLength(queueMax)
  expect(logged).toEqual(['the telemetry queue was full; spans were dropped'])
})
