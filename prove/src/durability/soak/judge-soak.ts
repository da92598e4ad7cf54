import { expectFigures } from '../../expect-figures.ts'
import type { Soaked } from './soak.ts'
import { laterThirds, median, slopeOf } from './trend.ts'

/** A store that is used fills what it remembers on purpose, up to a limit; a leak keeps some kilobytes of each request. */
const LIVE_MB = { free: 3, perRequest: 256 / 1024 / 1024, most: 48 }

/** A database opened on first use, say. */
const HANDLES_MORE = 4

const RESIDENT_MORE = 1.15

/** A short run says nothing of a trend. */
const SAMPLES_FOR_THIRDS = 30
const TREND_FROM_S = 600
const HOUR_S = 3600

/** The figures in a line; throws where one of them is not what it must be. */
export function judgeSoak(soaked: Soaked): string {
  const { answered, failed, refused, liveMB, handlesAtRest, samples } = soaked
  const [liveBefore, liveAfter] = liveMB
  const liveAllowed = LIVE_MB.free + Math.min(answered * LIVE_MB.perRequest, LIVE_MB.most)
  const [handlesBefore, handlesAfter] = handlesAtRest
  const resident = laterThirds(samples).map((third) => median(third.map(({ residentMB }) => residentMB)))
  const [middle = 0, last = 0] = resident
  expectFigures({
    'answers of 500 and above': [failed, 0],
    refusals: [refused, 0],
    [`live memory grew by ${mb(liveAfter - liveBefore)} in ${answered} requests, at most ${mb(liveAllowed)}`]:
      [liveAfter - liveBefore <= liveAllowed, true],
    [`file handles ${handlesBefore} before, ${handlesAfter} after`]: [
      (handlesAfter ?? 0) - (handlesBefore ?? 0) <= HANDLES_MORE,
      true,
    ],
    [`resident memory ${mb(middle)} in the middle third, ${mb(last)} in the last`]: [
      samples.length < SAMPLES_FOR_THIRDS || last <= middle * RESIDENT_MORE,
      true,
    ],
  })
  return soakLine(soaked)
}

function soakLine(soaked: Soaked): string {
  const { answered, failed, perSecond, capacity, liveMB, handlesAtRest, samples } = soaked
  const settled = samples.slice(Math.floor(samples.length / 3))
  const slope = slopeOf(settled.map(({ seconds, residentMB }) => ({ x: seconds / HOUR_S, y: residentMB })))
  const [before, after] = handlesAtRest
  return [
    `${answered.toLocaleString('en-IN')} requests at ${Math.round(perSecond)}/s of ${Math.round(capacity)}/s`,
    `${failed} answers of 500 and above`,
    `p99 ${Math.round(median(samples.map(({ p99 }) => p99)))} ms`,
    `live memory ${liveMB.map((value) => value.toFixed(1)).join(' → ')} MB`,
    `resident ${mb(median(settled.map(({ residentMB }) => residentMB)))}`,
    (samples.at(-1)?.seconds ?? 0) < TREND_FROM_S
      ? 'too short for a trend'
      : `trend ${slope.toFixed(1)} MB/h`,
    before === null ? 'file handles unknown here' : `file handles ${before} → ${after}`,
  ].join('; ')
}

function mb(value: number) {
  return `${value.toFixed(1)} MB`
}
