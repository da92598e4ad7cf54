import type { RequestListener } from 'node:http'
// `performance` is imported, because the global variable `performance` is a slower getter.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { hasBearerKey, isFromThisMachine } from '../auth/internal-access.ts'
import { ServiceError } from '../service-error.ts'
import { refuseOtherMethods } from './other-methods.ts'

/** The upper bounds of the histogram's buckets in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const LOOP_RESOLUTION_MS = 20
const NANOSECONDS_PER_SECOND = 1e9
const MICROSECONDS_PER_SECOND = 1e6

type ResponseCounts = {
  byStatus: Map<number, number>
  byBucket: number[]
  seconds: number
  count: number
}

export type MetricsOptions = {
  /** Numbers that are read when the metrics are requested, such as the number of queued mails. */
  gauges: Record<string, { help: string; read: () => number | Promise<number> }>
  logger: FastifyBaseLogger
}

/** Counts one response of one part of the store, such as `api` or `pages`. */
export type CountResponse = (status: number, seconds: number) => void

export function startMetrics({ gauges, logger }: MetricsOptions) {
  const parts = new Map<string, ResponseCounts>()
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  loop.enable()

  /** Apps with the same part name share one count. */
  function counterOf(part: string): CountResponse {
    const counts = parts.get(part) ?? emptyCounts()
    parts.set(part, counts)
    const { byStatus, byBucket } = counts
    return (status, seconds) => {
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      const bucket = BUCKETS.findIndex((end) => seconds <= end)
      // A response above all bounds is only in `count`, which is also the bucket `+Inf`.
      if (bucket !== -1) byBucket[bucket] = (byBucket[bucket] ?? 0) + 1
      counts.seconds += seconds
      counts.count += 1
    }
  }

  /** The 99th percentile of the delays since the last read, in seconds. */
  function readLoopDelay() {
    const timerInterval = LOOP_RESOLUTION_MS / 1000
    // The histogram holds the intervals at which its timer really ran.
    const measuredInterval = loop.percentile(99) / NANOSECONDS_PER_SECOND
    loop.reset()
    // The difference is negative if the timer has not run since the last read.
    return Math.max(0, measuredInterval - timerInterval)
  }

  return {
    counterOf,
    /** In Prometheus' text format. */
    async text(): Promise<string> {
      const gaugeLines = await Promise.all(
        Object.entries(gauges).map(async ([name, { help, read }]) => {
          try {
            return gauge(`nashta_${name}`, help, await read())
          } catch (error) {
            logger.warn({ err: error }, 'a gauge could not be read')
            return []
          }
        }),
      )
      return [...responseLines(parts), ...gaugeLines.flat(), ...processLines(readLoopDelay()), ''].join('\n')
    },
    stop: () => void loop.disable(),
  }
}

function emptyCounts(): ResponseCounts {
  return { byStatus: new Map(), byBucket: BUCKETS.map(() => 0), seconds: 0, count: 0 }
}

export type Metrics = ReturnType<typeof startMetrics>

function responseLines(parts: ReadonlyMap<string, ResponseCounts>) {
  const counts = [...parts].flatMap(([part, { byStatus }]) =>
    [...byStatus].map(
      ([status, count]) => `nashta_http_requests_total{part="${part}",status="${status}"} ${count}`,
    ),
  )
  const durations = [...parts].flatMap(([part, counts]) => durationLines(part, counts))
  return [
    '# HELP nashta_http_requests_total Requests, by the part of the store and the status of their response.',
    '# TYPE nashta_http_requests_total counter',
    ...counts,
    '# HELP nashta_http_request_duration_seconds From the request to the last byte of its response.',
    '# TYPE nashta_http_request_duration_seconds histogram',
    ...durations,
  ]
}

function durationLines(part: string, { byBucket, seconds, count }: ResponseCounts) {
  // A bucket of Prometheus counts all responses up to its bound, including those of smaller buckets.
  let sum = 0
  const cumulativeBuckets = BUCKETS.map((end, index) => {
    sum += byBucket[index] ?? 0
    return `nashta_http_request_duration_seconds_bucket{part="${part}",le="${end}"} ${sum}`
  })
  return [
    ...cumulativeBuckets,
    `nashta_http_request_duration_seconds_bucket{part="${part}",le="+Inf"} ${count}`,
    `nashta_http_request_duration_seconds_sum{part="${part}"} ${seconds}`,
    `nashta_http_request_duration_seconds_count{part="${part}"} ${count}`,
  ]
}

function processLines(loopDelay: number) {
  const { user, system } = process.cpuUsage()
  return [
    '# HELP process_cpu_seconds_total CPU time of the process.',
    '# TYPE process_cpu_seconds_total counter',
    `process_cpu_seconds_total ${(user + system) / MICROSECONDS_PER_SECOND}`,
    ...gauge('process_resident_memory_bytes', 'Memory of the process.', process.memoryUsage.rss()),
    ...gauge(
      'nashta_event_loop_delay_p99_seconds',
      'How late the event loop was since the last read.',
      loopDelay,
    ),
    ...gauge('process_uptime_seconds', 'Since the process was started.', process.uptime()),
  ]
}

function gauge(name: string, help: string, value: number) {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`]
}

/** Counts responses when they are sent. A request whose client disconnects first is not counted. */
export function countResponses(listener: RequestListener, count: CountResponse): RequestListener {
  return (request, response) => {
    const started = performance.now()
    const countResponse = () => count(response.statusCode, (performance.now() - started) / 1000)
    listener(request, response)
    // A response that has already ended is counted without a listener, which would cost time.
    if (response.writableEnded) countResponse()
    else response.on('finish', countResponse)
  }
}

export const METRICS_PATH = '/metrics'

export type MetricsAccess = {
  /** Clients must send this token; empty when none is configured. */
  token: string
  /** Behind a proxy every request may seem to come from this machine, so a token is needed. */
  isBehindProxy: boolean
}

/** Without a configured token only this machine may read the metrics. */
export function registerMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  { token, isBehindProxy }: MetricsAccess,
) {
  refuseOtherMethods(app, METRICS_PATH, ['GET'])
  app.get(METRICS_PATH, async (request, reply) => {
    const isLocal = !isBehindProxy && isFromThisMachine(request)
    const isAllowed = token === '' ? isLocal : hasBearerKey(request, token)
    if (!isAllowed) throw new ServiceError('FORBIDDEN', 'The metrics are not for everyone')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text())
  })
}
