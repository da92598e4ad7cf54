import type { Load } from './load.ts'
import type { MeasuredProcess } from './measured-process.ts'
import type { Generator } from './start-generator.ts'

export const CONNECTIONS = 64

/** Far more than any run reaches: a bound, should a clock go wrong. */
const COUNT_MAX = 10_000_000

const WARM_UPS_MAX = 24
/** By each second that is measured: the compiler looks at how often something has run, and pages are slow. */
const WARM_REQUESTS = 1_000
const STILL_CHEAPER = 0.97
/** One round may be dearer by chance. */
const IN_VAIN_MAX = 2

export type Effort = { rounds: number; seconds: number }

export type Contender = { process: MeasuredProcess; load: Load; connections?: number }

export type Cost = {
  cpuMicrosPerRequest: number
  requestsPerSecond: number
  /** CPU time by the time it was asked for: near 1 or above, the generator kept it at work. */
  busy: number
  answered: number
}

/** In turns, so that whatever slows the machine down slows all of them down. Medians of the rounds. */
export async function compare<const Contenders extends readonly Contender[]>(
  generator: Generator,
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

/** One alone, for a cost that is a bar by itself. */
export async function measureAlone(
  generator: Generator,
  contender: Contender,
  effort: Effort,
): Promise<Cost> {
  const [cost] = await compare(generator, [contender], effort)
  return cost
}

/** Until it was asked often enough and gets no cheaper: what the compiler has yet to do is no part of a request. */
async function warmUp(generator: Generator, contender: Contender, { rounds, seconds }: Effort) {
  let missing = rounds * seconds * WARM_REQUESTS
  let least = Number.POSITIVE_INFINITY
  let inVain = 0
  for (let round = 0; round < WARM_UPS_MAX && (missing > 0 || inVain < IN_VAIN_MAX); round += 1) {
    const { cpuMicrosPerRequest, answered } = await measure(generator, contender, seconds)
    missing -= answered
    inVain = cpuMicrosPerRequest > least * STILL_CHEAPER ? inVain + 1 : 0
    least = Math.min(least, cpuMicrosPerRequest)
  }
}

async function measure(
  generator: Generator,
  { process, load, connections = CONNECTIONS }: Contender,
  seconds: number,
): Promise<Cost> {
  const run = { ...load, url: process.url, connections, seconds, count: COUNT_MAX }
  const {
    before,
    after,
    answered,
    seconds: taken,
  } = await generator.run(run, {
    before: () => process.usage(),
    after: () => process.settledUsage(),
  })
  const cpuMicros = after.cpuMicros - before.cpuMicros
  return {
    cpuMicrosPerRequest: cpuMicros / answered,
    requestsPerSecond: answered / taken,
    busy: cpuMicros / (taken * 1e6),
    answered,
  }
}

function medians(costs: readonly Cost[]): Cost {
  return {
    cpuMicrosPerRequest: median(costs.map((cost) => cost.cpuMicrosPerRequest)),
    requestsPerSecond: median(costs.map((cost) => cost.requestsPerSecond)),
    busy: median(costs.map((cost) => cost.busy)),
    answered: costs.reduce((sum, cost) => sum + cost.answered, 0),
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}
