import { expectFigures } from '../../proof.ts'
import type { SoakResult } from './soak.ts'

/** The allowed growth of live memory, in MB. Caches grow up to their limits; a leak keeps kilobytes of each request. */
const LIVE_MB = { base: 3, perRequest: 256 / 1024 / 1024, forRequestsMax: 48 }

/** The allowed growth of open file handles: for example, a database is opened on first use. */
const HANDLES_GROWTH_MAX = 4

/** Only the first failures are shown: the others have the same cause. */
const FAILURES_SHOWN = 5

/** The allowed growth of resident memory from the middle third to the last. */
const RESIDENT_FACTOR_MAX = 1.15

/** The allowed growth of p99 from one third of a long run to the next. */
const P99_FACTOR_MAX = 1.1

/** With fewer samples, the thirds of a run are not compared. */
const SAMPLES_FOR_THIRDS = 30
/** A shorter run has no meaningful trend. */
const TREND_FROM_S = 600
const HOUR_S = 3600

/** A summary in one line; throws when a figure is wrong. */
export function judgeSoak(result: SoakResult): string {
  const { completed, failures, refused, liveMB, handlesAtRest, samples } = result
  const [liveBefore, liveAfter] = liveMB
  const liveAllowed = LIVE_MB.base + Math.min(completed * LIVE_MB.perRequest, LIVE_MB.forRequestsMax)
  const [handlesBefore, handlesAfter] = handlesAtRest
  const [middle, last] = laterThirds(samples).map((third) => ({
    resident: median(third.map(({ residentMB }) => residentMB)),
    p99: median(third.map(({ p99 }) => p99)),
  })) as [Third, Third]
  expectFigures({
    [`responses of 500 and above, or none (${failures.slice(0, FAILURES_SHOWN).join(', ')})`]: [
      failures.length,
      0,
    ],
    refusals: [refused, 0],
    [`live memory grew by ${mb(liveAfter - liveBefore)} in ${completed} requests, at most ${mb(liveAllowed)}`]:
      [liveAfter - liveBefore <= liveAllowed, true],
    [`file handles ${handlesBefore} before, ${handlesAfter} after`]: [
      (handlesAfter ?? 0) - (handlesBefore ?? 0) <= HANDLES_GROWTH_MAX,
      true,
    ],
    [`resident memory ${mb(middle.resident)} in the middle third, ${mb(last.resident)} in the last`]: [
      samples.length < SAMPLES_FOR_THIRDS || last.resident <= middle.resident * RESIDENT_FACTOR_MAX,
      true,
    ],
    [`p99 ${ms(middle.p99)} in the middle third, ${ms(last.p99)} in the last`]: [
      !isLong(result) || last.p99 <= middle.p99 * P99_FACTOR_MAX,
      true,
    ],
  })
  return soakLine(result)
}

function soakLine(result: SoakResult): string {
  const { completed, failures, perSecond, capacity, liveMB, handlesAtRest, samples } = result
  const settled = samples.slice(Math.floor(samples.length / 3))
  const slope = slopeOf(settled.map(({ seconds, residentMB }) => ({ x: seconds / HOUR_S, y: residentMB })))
  const [before, after] = handlesAtRest
  return [
    `${completed.toLocaleString('en-IN')} requests at ${Math.round(perSecond)}/s of ${Math.round(capacity)}/s`,
    `${failures.length} responses of 500 and above`,
    `p99 ${Math.round(median(samples.map(({ p99 }) => p99)))} ms`,
    `live memory ${liveMB.map((value) => value.toFixed(1)).join(' → ')} MB`,
    `resident ${mb(median(settled.map(({ residentMB }) => residentMB)))}`,
    isLong(result) ? `trend ${slope.toFixed(1)} MB/h` : 'too short for a trend',
    before === null ? 'file handles unknown here' : `file handles ${before} → ${after}`,
  ].join('; ')
}

type Third = { resident: number; p99: number }

function isLong({ samples }: SoakResult) {
  return (samples.at(-1)?.seconds ?? 0) >= TREND_FROM_S
}

function ms(value: number) {
  return `${value.toFixed(1)} ms`
}

function mb(value: number) {
  return `${value.toFixed(1)} MB`
}

type Point = { x: number; y: number }

/** The slope of y over x by least squares. */
function slopeOf(points: readonly Point[]): number {
  const centre = { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) }
  const variance = points.reduce((sum, { x }) => sum + (x - centre.x) ** 2, 0)
  const covariance = points.reduce((sum, { x, y }) => sum + (x - centre.x) * (y - centre.y), 0)
  return variance === 0 ? 0 : covariance / variance
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** The second and the last third of a list; the first third is the warm-up. */
function laterThirds<Value>(values: readonly Value[]): [middle: Value[], last: Value[]] {
  const third = Math.floor(values.length / 3)
  return [values.slice(third, 2 * third), values.slice(2 * third)]
}

function mean(values: readonly number[]) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
