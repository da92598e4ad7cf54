import type { Load } from './load/load.ts'
import type { LoadGenerator } from './load/start-load-generator.ts'
import type { MeasuredProcess } from './processes/measured-process.ts'

export const CONNECTIONS = 64

/** A run ends by time: no run sends this many requests. */
const COUNT_MAX = 10_000_000

const WARM_UP_ROUNDS_MAX = 12
/** Warm-up requests for each measured second. V8 optimises a function only after many calls. */
const WARM_UP_REQUESTS_PER_SECOND = 1_000
/** A warm-up round is an improvement when it costs at most this share of the cheapest round. */
const STILL_IMPROVING = 0.97
/** The warm-up ends after this many rounds without improvement: one round may cost more by chance. */
const ROUNDS_WITHOUT_IMPROVEMENT = 2

export type Effort = { rounds: number; seconds: number }

export type Contender = { process: MeasuredProcess; load: Load; connections?: number }

export type Cost = {
  cpuMicrosPerRequest: number
  requestsPerSecond: number
  /** CPU time divided by elapsed time. About 1 or more means that the server was busy all the time. */
  busy: number
  /** All responses of the measured rounds together. */
  responses: number
}

/** Measures in alternating rounds, so that other work on the machine affects all contenders. Costs are medians. */
export async function compare<const Contenders extends readonly Contender[]>(
  generator: LoadGenerator,
  contenders: Contenders,
  effort: Effort,
): Promise<{ [Index in keyof Contenders]: Cost }> {
  const { rounds, seconds } = effort
  for (const contender of contenders) await warmUp(generator, contender, effort)

  const costs: Cost[][] = contenders.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contender] of contenders.entries())
      costs[index]?.push(await measure(generator, contender, seconds))
  }
  return costs.map(medians) as { [Index in keyof Contenders]: Cost }
}

/** Measures one contender that is not compared with another. */
export async function measureAlone(
  generator: LoadGenerator,
  contender: Contender,
  effort: Effort,
): Promise<Cost> {
  const [cost] = await compare(generator, [contender], effort)
  return cost
}

/** Warms up until enough requests were sent and the cost stops falling: compiling is not part of a request. */
async function warmUp(generator: LoadGenerator, contender: Contender, { rounds, seconds }: Effort) {
  let missing = rounds * seconds * WARM_UP_REQUESTS_PER_SECOND
  let least = Number.POSITIVE_INFINITY
  let unimproved = 0
  for (
    let round = 0;
    round < WARM_UP_ROUNDS_MAX && (missing > 0 || unimproved < ROUNDS_WITHOUT_IMPROVEMENT);
    round += 1
  ) {
    const { cpuMicrosPerRequest, responses } = await measure(generator, contender, seconds)
    missing -= responses
    unimproved = cpuMicrosPerRequest > least * STILL_IMPROVING ? unimproved + 1 : 0
    least = Math.min(least, cpuMicrosPerRequest)
  }
}

async function measure(
  generator: LoadGenerator,
  { process, load, connections = CONNECTIONS }: Contender,
  seconds: number,
): Promise<Cost> {
  const run = { ...load, url: process.url, connections, seconds, count: COUNT_MAX }
  const result = await generator.run(run, {
    before: () => process.usage(),
    after: () => process.usageWhenIdle(),
  })
  const { before, after, responses } = result
  const cpuMicros = after.cpuMicros - before.cpuMicros
  return {
    cpuMicrosPerRequest: cpuMicros / responses,
    requestsPerSecond: responses / result.seconds,
    busy: cpuMicros / (result.seconds * 1e6),
    responses,
  }
}

function medians(costs: readonly Cost[]): Cost {
  return {
    cpuMicrosPerRequest: median(costs.map((cost) => cost.cpuMicrosPerRequest)),
    requestsPerSecond: median(costs.map((cost) => cost.requestsPerSecond)),
    busy: median(costs.map((cost) => cost.busy)),
    responses: costs.reduce((sum, cost) => sum + cost.responses, 0),
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  // Of an odd number of values, both are the one in the middle.
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN
  const high = sorted[Math.floor(middle)] ?? Number.NaN
  return (low + high) / 2
}
