import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { subscribe, tracingChannel, unsubscribe } from 'node:diagnostics_channel'
import type { RequestListener } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { FastifyBaseLogger } from 'fastify'
import { createAddressTest } from '../limits/networks.ts'
import { createExporter } from './exporter.ts'
import { createHistograms } from './histograms.ts'
import { type Attributes, metricsBody, type Span, SPAN_KIND } from './otlp.ts'
import { createSpanContext, formatTraceparent, parseTraceparent, type TraceContext } from './trace-context.ts'

const SPANS_EVERY_MS = 5_000
const METRICS_EVERY_MS = 30_000

/** A message on a tracing channel. Its attributes hold no personal data and no free text. */
type Operation = { name: string; attributes: Attributes; error?: unknown }

type TracedChannel = {
  name: string
  metric: string
  kind: Span['kind']
  /** True for work that no single request caused: it starts a trace of its own. */
  isRoot: boolean
}

/** The tracing channels that storage, outbox, payments and reconciler publish on. */
const TRACED_CHANNELS: TracedChannel[] = [
  {
    name: 'nashta.storage',
    metric: 'db.client.operation.duration',
    kind: SPAN_KIND.client,
    isRoot: false,
  },
  { name: 'nashta.payments', metric: 'nashta.payment.duration', kind: SPAN_KIND.client, isRoot: false },
  {
    name: 'nashta.outbox',
    metric: 'nashta.outbox.delivery.duration',
    kind: SPAN_KIND.producer,
    isRoot: true,
  },
  {
    name: 'nashta.reconciler',
    metric: 'nashta.reconciler.duration',
    kind: SPAN_KIND.internal,
    isRoot: true,
  },
]
const REQUEST_METRIC = 'http.server.request.duration'

/** Fastify publishes the pattern of the matched route, such as `/api/carts/:userId`. */
const FASTIFY_HANDLER_START = 'tracing:fastify.request.handler:start'
/** `fetch` publishes each request before its headers are sent. */
const FETCH_REQUEST = 'undici:request:create'

type FetchRequest = { headers: readonly string[]; addHeader: (name: string, value: string) => void }

export type Gauges = Record<string, { unit: string; read: () => number | Promise<number> }>

export type TelemetryOptions = {
  service: string
  endpoint: string
  headers: Record<string, string>
  /** The share of requests that are traced, from 0 to 1. Metrics count all of them. */
  sampleRatio: number
  /** Only these addresses may send a `traceparent`: visitors must not choose what is traced. */
  trustedProxies: readonly string[]
  logger: FastifyBaseLogger
  now: () => Date
}

export type Telemetry = ReturnType<typeof startTelemetry>

/** A span that has not ended. */
type OpenSpan = Omit<Span, 'durationMs' | 'isError'> & { startedMs: number }

/** Sends traces and metrics of this process to an OpenTelemetry collector. */
export function startTelemetry(options: TelemetryOptions) {
  const { service, sampleRatio, logger, now } = options
  const resource = { 'service.name': `nashta-${service}` }
  const exporter = createExporter({ ...options, resource })
  const histograms = createHistograms()
  const gauges: Gauges = {
    'process.memory.usage': { unit: 'By', read: () => process.memoryUsage.rss() },
  }
  const currentSpan = new AsyncLocalStorage<OpenSpan | undefined>()
  const isTrusted = createAddressTest(options.trustedProxies)
  const sampler = { ratio: sampleRatio, randomBytes }
  const startedAt = now()

  function startSpan(
    span: Pick<Span, 'name' | 'kind' | 'attributes'>,
    parent: TraceContext | null,
  ): OpenSpan {
    return {
      ...span,
      context: createSpanContext(parent, sampler),
      parentSpanId: parent?.spanId ?? null,
      startedAt: now(),
      startedMs: performance.now(),
    }
  }

  function endSpan({ startedMs, ...span }: OpenSpan, metric: string, isError: boolean) {
    const durationMs = performance.now() - startedMs
    histograms.record(metric, span.attributes, durationMs / 1000)
    if (span.context.isSampled) exporter.addSpan({ ...span, durationMs, isError })
  }

  /** Records a span for each operation on the channel. Spans that start inside it become its children. */
  function traceChannel({ name, metric, kind, isRoot }: TracedChannel) {
    const channel = tracingChannel<Operation, OpenSpan | undefined>(name)
    const spans = new WeakMap<Operation, OpenSpan>()
    channel.start.bindStore(currentSpan, (operation) => {
      const parent = isRoot ? undefined : currentSpan.getStore()
      const span = startSpan({ ...operation, kind }, parent?.context ?? null)
      spans.set(operation, span)
      return span
    })
    const subscribers = {
      asyncEnd(operation: Operation) {
        const span = spans.get(operation)
        if (!span) return
        const isError = operation.error !== undefined
        const error = isError && { 'error.type': errorType(operation.error) }
        // The operation may have got attributes, such as an outcome, after its start.
        endSpan({ ...span, attributes: { ...operation.attributes, ...error } }, metric, isError)
      },
    }
    channel.subscribe(subscribers)
    return () => {
      channel.start.unbindStore(currentSpan)
      channel.unsubscribe(subscribers)
    }
  }

  function nameSpanByRoute(message: unknown) {
    const { route } = message as { route: { url?: string; method: string } }
    const span = currentSpan.getStore()
    // Only the first handler names the span. A call inside the process runs a second handler in the
    // same span.
    if (span?.kind !== SPAN_KIND.server || route.url === undefined || span.attributes['http.route']) return
    span.attributes['http.route'] = route.url
    span.name = `${span.name} ${route.url}`
  }

  function addTraceparent(message: unknown) {
    const { request } = message as { request: FetchRequest }
    const span = currentSpan.getStore()
    // A request that the store's proxy forwards has the header already.
    if (span && !request.headers.includes('traceparent'))
      request.addHeader('traceparent', formatTraceparent(span.context))
  }

  async function sendMetrics(currentGauges: Gauges) {
    const values = await Promise.all(
      Object.entries(currentGauges).map(async ([name, { unit, read }]) => {
        try {
          return [{ name, unit, value: await read() }]
        } catch (error) {
          logger.warn({ err: error }, 'a gauge could not be read')
          return []
        }
      }),
    )
    const period = { startedAt, at: now() }
    await exporter.sendMetrics(metricsBody(resource, period, histograms.read(), values.flat()))
  }

  const stopTracing = TRACED_CHANNELS.map(traceChannel)
  subscribe(FASTIFY_HANDLER_START, nameSpanByRoute)
  subscribe(FETCH_REQUEST, addTraceparent)
  const timers = [
    setInterval(() => void exporter.sendSpans(), SPANS_EVERY_MS),
    setInterval(() => void sendMetrics(gauges), METRICS_EVERY_MS),
  ]
  for (const timer of timers) timer.unref()

  return {
    /** Adds numbers that are read whenever metrics are sent. */
    addGauges: (added: Gauges) => void Object.assign(gauges, added),

    traceRequests(listener: RequestListener): RequestListener {
      return (request, response) => {
        const { method = '', headers, socket } = request
        const parent = isTrusted(socket.remoteAddress) ? parseTraceparent(headers['traceparent']) : null
        const attributes = { 'http.request.method': method }
        const span = startSpan({ name: method, kind: SPAN_KIND.server, attributes }, parent)
        // The store's proxy forwards the header, so the next service continues below this span.
        headers['traceparent'] = formatTraceparent(span.context)
        response.once('close', () => {
          const { statusCode } = response
          const ended = { ...span.attributes, 'http.response.status_code': statusCode }
          endSpan({ ...span, attributes: ended }, REQUEST_METRIC, statusCode >= 500)
        })
        currentSpan.run(span, () => listener(request, response))
      }
    },

    /** Sends everything now, while the gauges can still be read. */
    async flush() {
      await Promise.all([exporter.sendSpans(), sendMetrics(gauges)])
    },

    /** Sends the rest, without the gauges: the parts that gauges read may be closed by now. */
    async stop() {
      for (const timer of timers) clearInterval(timer)
      for (const stop of stopTracing) stop()
      unsubscribe(FASTIFY_HANDLER_START, nameSpanByRoute)
      unsubscribe(FETCH_REQUEST, addTraceparent)
      await Promise.all([exporter.sendSpans(), sendMetrics({})])
    },
  }
}

/** The class of an error, never its message, which may quote what a shopper typed. */
function errorType(error: unknown) {
  return error instanceof Error ? error.name : typeof error
}
