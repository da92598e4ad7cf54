import type { Load } from './load/load.ts'
import type { LoadGenerator } from './load/start-load-generator.ts'
import type { MeasuredProcess } from './processes/measured-process.ts'

export const CONNECTIONS = 64

/** No run reaches this number: a run ends when its time is over. */
const REQUESTS_MAX = 10_000_000

const WARM_UP_ROUNDS_MAX = 12
/** Warm-up requests for each second of measuring. V8 optimises a function only after many calls. */
const WARM_UP_REQUESTS_PER_SECOND = 1_000
/** A round is an improvement when it costs at most this share of the cheapest round before it. */
const IMPROVED_SHARE = 0.97
/** The warm-up ends after this many rounds without improvement: one may cost more by chance. */
const UNIMPROVED_ROUNDS_MAX = 2

export type Effort = { rounds: number; seconds: number }

export type Contender = { process: MeasuredProcess; load: Load; connections?: number }

export type Cost = {
  cpuMicrosPerRequest: number
  requestsPerSecond: number
  /** CPU time divided by elapsed time. From about 1 on, the server was busy all the time. */
  cpuShare: number
  /** Of one round, or of all measured rounds together. */
  responses: number
}

/** Measures the contenders in alternating rounds. A cost is the median of the rounds of one contender. */
export async function compare<const Contenders extends readonly Contender[]>(
  generator: LoadGenerator,
  contenders: Contenders,
  effort: Effort,
): Promise<{ [Index in keyof Contenders]: Cost }> {
  const costs = await measureRounds(generator, contenders, effort)
  return costs.map(medians) as { [Index in keyof Contenders]: Cost }
}

/**
 * Measures the contenders in alternating rounds, so that other work on the machine affects all of
 * them. Returns the costs of each contender's rounds.
 */
export async function measureRounds(
  generator: LoadGenerator,
  contenders: readonly Contender[],
  effort: Effort,
): Promise<Cost[][]> {
  const { rounds, seconds } = effort
  for (const contender of contenders) await warmUp(generator, contender, effort)

  const costs: Cost[][] = contenders.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contender] of contenders.entries())
      costs[index]?.push(await measure(generator, contender, seconds))
  }
  return costs
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

/**
 * Sends requests until there were enough and their cost stops falling. V8 then compiles before the
 * measured rounds.
 */
async function warmUp(generator: LoadGenerator, contender: Contender, { rounds, seconds }: Effort) {
  let missingRequests = rounds * seconds * WARM_UP_REQUESTS_PER_SECOND
  let lowestCost = Number.POSITIVE_INFINITY
  let unimprovedRounds = 0
  for (let round = 0; round < WARM_UP_ROUNDS_MAX; round += 1) {
    const { cpuMicrosPerRequest, responses } = await measure(generator, contender, seconds)
    missingRequests -= responses
    const isUnimproved = cpuMicrosPerRequest > lowestCost * IMPROVED_SHARE
    unimprovedRounds = isUnimproved ? unimprovedRounds + 1 : 0
    lowestCost = Math.min(lowestCost, cpuMicrosPerRequest)
    if (missingRequests <= 0 && unimprovedRounds >= UNIMPROVED_ROUNDS_MAX) return
  }
}

async function measure(
  generator: LoadGenerator,
  { process, load, connections = CONNECTIONS }: Contender,
  seconds: number,
): Promise<Cost> {
  const run = { ...load, url: process.url, connections, seconds, count: REQUESTS_MAX }
  const result = await generator.run(run, {
    before: () => process.usage(),
    after: () => process.usageWhenIdle(),
  })
  const { before, after, responses } = result
  const cpuMicros = after.cpuMicros - before.cpuMicros
  return {
    cpuMicrosPerRequest: cpuMicros / responses,
    requestsPerSecond: responses / result.seconds,
    cpuShare: cpuMicros / (result.seconds * 1e6),
    responses,
  }
}

export function medians(costs: readonly Cost[]): Cost {
  return {
    cpuMicrosPerRequest: median(costs.map((cost) => cost.cpuMicrosPerRequest)),
    requestsPerSecond: median(costs.map((cost) => cost.requestsPerSecond)),
    cpuShare: median(costs.map((cost) => cost.cpuShare)),
    responses: costs.reduce((sum, cost) => sum + cost.responses, 0),
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  // With an odd number of values, `low` and `high` are the same value.
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN
  const high = sorted[Math.floor(middle)] ?? Number.NaN
  return (low + high) / 2
}
