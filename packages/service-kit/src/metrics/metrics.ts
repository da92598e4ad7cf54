import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Upper ends in seconds; most answers are at hand. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const LOOP_RESOLUTION_MS = 20
const NANOSECONDS = 1e9
const MICROSECONDS = 1e6

type Answered = { byStatus: Map<number, number>; buckets: number[]; seconds: number; count: number }

export type MetricsOptions = {
  /** Numbers that are asked for when somebody looks, such as how many mails wait. */
  gauges: Record<string, { help: string; read: () => number | Promise<number> }>
}

/** Called with every answer of one part. */
export type CountAnswer = (status: number, seconds: number) => void

/** Counts the answers of this process. */
export function startMetrics({ gauges }: MetricsOptions) {
  const parts = new Map<string, Answered>()
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  loop.enable()

  function answeredBy(part: string) {
    const known = parts.get(part)
    if (known) return known
    const fresh = { byStatus: new Map(), buckets: BUCKETS.map(() => 0), seconds: 0, count: 0 }
    parts.set(part, fresh)
    return fresh
  }

  /** A handful of names; several parts of the process may share one. */
  function counterOf(part: string): CountAnswer {
    const answered = answeredBy(part)
    const { byStatus, buckets } = answered
    return (status, seconds) => {
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      const bucket = BUCKETS.findIndex((end) => seconds <= end)
      if (bucket !== -1) buckets[bucket] = (buckets[bucket] ?? 0) + 1
      answered.seconds += seconds
      answered.count += 1
    }
  }

  return {
    counterOf,
    /** In Prometheus' text format. */
    async text(): Promise<string> {
      const values = await Promise.all(
        Object.entries(gauges).map(async ([name, { help, read }]) => ({ name, help, value: await read() })),
      )
      return [
        ...answerLines(parts),
        ...values.flatMap(({ name, help, value }) => gauge(`nashta_${name}`, help, value)),
        ...processLines(loop.percentile(99) / NANOSECONDS),
        '',
      ].join('\n')
    },
    stop: () => void loop.disable(),
  }
}

export type Metrics = ReturnType<typeof startMetrics>

function answerLines(parts: ReadonlyMap<string, Answered>) {
  const counts = [...parts].flatMap(([part, { byStatus }]) =>
    [...byStatus].map(
      ([status, count]) => `nashta_http_answers_total{part="${part}",status="${status}"} ${count}`,
    ),
  )
  const durations = [...parts].flatMap(([part, answered]) => durationLines(part, answered))
  return [
    '# HELP nashta_http_answers_total Answers, by the part of the store and the status.',
    '# TYPE nashta_http_answers_total counter',
    ...counts,
    '# HELP nashta_http_answer_seconds From the request to the last byte of its answer.',
    '# TYPE nashta_http_answer_seconds histogram',
    ...durations,
  ]
}

function durationLines(part: string, { buckets, seconds, count }: Answered) {
  let sum = 0
  const upTo = BUCKETS.map((end, index) => {
    sum += buckets[index] ?? 0
    return `nashta_http_answer_seconds_bucket{part="${part}",le="${end}"} ${sum}`
  })
  return [
    ...upTo,
    `nashta_http_answer_seconds_bucket{part="${part}",le="+Inf"} ${count}`,
    `nashta_http_answer_seconds_sum{part="${part}"} ${seconds}`,
    `nashta_http_answer_seconds_count{part="${part}"} ${count}`,
  ]
}

function processLines(loopDelay: number) {
  const { user, system } = process.cpuUsage()
  return [
    '# HELP process_cpu_seconds_total CPU time of the process.',
    '# TYPE process_cpu_seconds_total counter',
    `process_cpu_seconds_total ${(user + system) / MICROSECONDS}`,
    ...gauge('process_resident_memory_bytes', 'Memory of the process.', process.memoryUsage.rss()),
    ...gauge('nashta_event_loop_delay_p99_seconds', 'How late the event loop is.', loopDelay),
    ...gauge('process_uptime_seconds', 'Since the process was started.', process.uptime()),
  ]
}

function gauge(name: string, help: string, value: number) {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`]
}
