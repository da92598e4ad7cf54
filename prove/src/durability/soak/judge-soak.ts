import { expectFigures } from '../../proof.ts'
import type { SoakResult } from './soak.ts'

/**
 * Live memory may grow by `base`, plus 256 bytes for each request up to `forRequestsMax`. Caches
 * need this until they reach their limits. A leak needs more: it keeps kilobytes of each request.
 */
const LIVE_GROWTH_MB = { base: 3, perRequest: 256 / 1024 / 1024, forRequestsMax: 48 }

/** Some file handles are opened on first use, for example those of a database. */
const HANDLES_GROWTH_MAX = 4

/** Only the first failures are shown: the others have the same cause. */
const FAILURES_SHOWN = 5

/** The allowed growth of resident memory from the middle third of a run to the last. */
const RESIDENT_FACTOR_MAX = 1.15

/** The allowed growth of p99 from the middle third of a long run to the last. */
const P99_FACTOR_MAX = 1.1

/** With fewer samples, the thirds of a run are not compared. */
const SAMPLES_FOR_THIRDS = 30
/** A shorter run is not long: its p99 is not judged, and its memory shows no trend. */
const LONG_FROM_S = 600
const HOUR_S = 3600

/** Returns a summary in one line, or throws an error that names the wrong figures. */
export function judgeSoak(result: SoakResult): string {
  const { completed, failures, refused, liveMB, handlesAtRest, samples } = result
  const [liveBefore, liveAfter] = liveMB
  const { base, perRequest, forRequestsMax } = LIVE_GROWTH_MB
  const liveAllowed = base + Math.min(completed * perRequest, forRequestsMax)
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
  return summarise(result)
}

function summarise(result: SoakResult): string {
  const { completed, failures, perSecond, capacity, liveMB, handlesAtRest, samples } = result
  const afterWarmUp = samples.slice(Math.floor(samples.length / 3))
  const points = afterWarmUp.map(({ seconds, residentMB }) => ({ x: seconds / HOUR_S, y: residentMB }))
  const [before, after] = handlesAtRest
  return [
    `${completed.toLocaleString('en-IN')} requests at ${Math.round(perSecond)}/s of ${Math.round(capacity)}/s`,
    `${failures.length} responses of 500 and above`,
    `p99 ${Math.round(median(samples.map(({ p99 }) => p99)))} ms`,
    `live memory ${liveMB.map((value) => value.toFixed(1)).join(' → ')} MB`,
    `resident ${mb(median(afterWarmUp.map(({ residentMB }) => residentMB)))}`,
    isLong(result) ? `trend ${slopeOf(points).toFixed(1)} MB/h` : 'too short for a trend',
    before === null ? 'file handles unknown here' : `file handles ${before} → ${after}`,
  ].join('; ')
}

type Third = { resident: number; p99: number }

function isLong({ samples }: SoakResult) {
  return (samples.at(-1)?.seconds ?? 0) >= LONG_FROM_S
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
