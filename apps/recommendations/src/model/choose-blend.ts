import { choosePopularityDays } from './choose-popularity-days.ts'
import { countHead, learnEase } from './ease.ts'
import { createGram, type Gram, preferenceMatrix } from './gram.ts'
import type { Histories } from './histories.ts'
import { holdOut, withShortHistories } from './hold-out.ts'
import type { Blend, ModelSettings } from './model.ts'
import { countTaken, daysBefore } from './popularity.ts'
import { createRandom } from './random.ts'
import { type RepurchaseRates, repurchaseRatesOf } from './repurchase-rates.ts'
import { createBlendScorer, type ValidationData } from './score-blend.ts'
import type { Weights } from './weights.ts'

const SEED = 20_260_101
/** With fewer held-out cases the difference between two blends is noise. */
const MIN_CASES = 30
/** Solving more products exactly for each ridge would take minutes and hardly changes which ridge is best. */
const RIDGE_HEAD_SIZE = 1000
/** Where shoppers buy again, the choice of the blend depends on more products. */
const BLEND_HEAD_SIZE = 2000

const RIDGES = [1, 2, 5, 10, 20, 50, 100, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000, 10_000, 20_000]

/** The values that are tried for each setting. */
const TRIED = {
  decay: [0.7, 0.8, 0.9, 1],
  repurchasePower: [0, 0.5, 1],
  personalShare: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95],
  popularityWeight: [0, 1, 2, 5, 10, 20],
}
type TriedSetting = keyof typeof TRIED

/** With a smaller share of repeated purchases, bought products are not suggested again. */
const MIN_REPEAT_SHARE = 0.02
/** The share of its score that a blend must keep for known shoppers when it is chosen for new ones. */
const KEPT_FOR_KNOWN_SHOPPERS = 0.996

/** Used when there is too little data to choose. */
const DEFAULTS = {
  ridge: 500,
  hasTail: false,
  decay: 0.9,
  repurchasePower: 0,
  personalShare: 0.5,
  popularityWeight: 20,
}

type ScoreBlend = (blend: Blend) => number
type Input = { histories: Histories; itemCount: number; now: number; repurchaseRates: RepurchaseRates }

/** Chooses the blend that best predicts a held-out part of the same histories. Settings in `given` are not changed. */
export function chooseBlend(
  { histories, itemCount, now, repurchaseRates }: Input,
  given: ModelSettings,
): Blend {
  const random = createRandom(SEED)
  const rebuys = given.rebuys ?? repurchaseRates.repeatShare >= MIN_REPEAT_SHARE
  const popularityDays = given.popularityDays ?? choosePopularityDays(histories, itemCount, random)
  const fixed = { ...(!rebuys && { personalShare: 0, decay: 1, repurchasePower: 0 }), ...given }
  const start = { ...DEFAULTS, ...fixed, rebuys, popularityDays }
  if (isComplete(fixed)) return start
  const heldOut = holdOut(histories, rebuys, random)
  if (heldOut.cases.length < MIN_CASES) return start

  const { training, cases } = heldOut
  const gram = createGram(preferenceMatrix(training, itemCount))
  const popularity = countTaken(training, itemCount, daysBefore(now, popularityDays), Infinity)
  const trainingRates = repurchaseRatesOf(training, itemCount).byItem
  const validationData = (weights: Weights): ValidationData => ({
    histories: training,
    weights,
    popularity,
    repurchaseRates: trainingRates,
    rebuys,
  })
  const withoutPopularity = { ...start, popularityWeight: fixed.popularityWeight ?? 0 }
  const withBestShare = (score: ScoreBlend, blend: Blend) =>
    bestOf(variants(blend, fixed, 'personalShare'), score)

  const counts = countHead(gram, RIDGE_HEAD_SIZE)
  const scoreRidge = (ridge: number) => {
    const weights = learnEase(gram, { ridge, headSize: RIDGE_HEAD_SIZE, hasTail: false }, counts)
    const score = createBlendScorer(validationData(weights), cases)
    return score(withBestShare(score, withoutPopularity))
  }
  const trainingRidge = fixed.ridge ?? hillClimb(RIDGES, firstRidge(gram), scoreRidge)
  // The best ridge grows with the amount of data, and the whole log is larger than its training part.
  const ridge = fixed.ridge ?? Math.round((trainingRidge * histories.items.length) / training.items.length)

  const tails = fixed.hasTail === undefined && itemCount > BLEND_HEAD_SIZE ? [false, true] : [start.hasTail]
  const options = tails.map((hasTail) => {
    const headSize = rebuys ? BLEND_HEAD_SIZE : RIDGE_HEAD_SIZE
    const data = validationData(learnEase(gram, { ridge: trainingRidge, headSize, hasTail }))
    const score = createBlendScorer(data, cases)
    const blend = withBestShare(score, { ...withoutPopularity, ridge, hasTail })
    return { data, score, blend, worth: score(blend) }
  })
  const { data, score, blend } = options.reduce((best, option) => (option.worth > best.worth ? option : best))
  const withBestDecay = bestOf(variants(blend, fixed, 'decay', 'repurchasePower'), score)
  if (rebuys) return bestOf(variants(withBestDecay, fixed, 'personalShare', 'popularityWeight'), score)

  const scoreForNewShoppers = createBlendScorer(
    { ...data, histories: withShortHistories(heldOut, random) },
    cases,
  )
  const blends = variants(withBestDecay, fixed, 'popularityWeight')
  const lowest = KEPT_FOR_KNOWN_SHOPPERS * score(bestOf(blends, score))
  return bestOf(
    blends.filter((candidate) => score(candidate) >= lowest),
    scoreForNewShoppers,
  )
}

function isComplete(fixed: ModelSettings) {
  return ['ridge', ...Object.keys(TRIED)].every((name) => name in fixed)
}

/** The blend with every combination of tried values for the named settings, except those that are fixed. */
function variants(blend: Blend, fixed: ModelSettings, ...names: TriedSetting[]): Blend[] {
  return names
    .filter((name) => !(name in fixed))
    .reduce(
      (blends, name) => TRIED[name].flatMap((value) => blends.map((one) => ({ ...one, [name]: value }))),
      [blend],
    )
}

function bestOf(blends: readonly Blend[], scoreBlend: ScoreBlend): Blend {
  let best = { blend: blends[0]!, score: Number.NEGATIVE_INFINITY }
  for (const blend of blends) {
    const score = scoreBlend(blend)
    if (score > best.score) best = { blend, score }
  }
  return best.blend
}

/** The search for the ridge begins at ten times the mean number of shoppers per product. */
function firstRidge(gram: Gram): number {
  const shoppers = Array.from({ length: gram.size }, (_, item) => gram.shoppersOf(item)).filter(Boolean)
  const mean = shoppers.reduce((sum, count) => sum + count, 0) / shoppers.length
  const index = RIDGES.findIndex((ridge) => ridge >= 10 * mean)
  return index < 0 ? RIDGES.length - 1 : index
}

/** Finds the best of a list of values with a single maximum, in steps of two and then of one. No value is tried twice. */
export function hillClimb(
  values: readonly number[],
  start: number,
  score: (value: number) => number,
): number {
  const scores = new Map<number, number>()
  const scoreAt = (index: number) => {
    const value = values[index]
    if (value === undefined) return Number.NEGATIVE_INFINITY
    const known = scores.get(index) ?? score(value)
    scores.set(index, known)
    return known
  }
  let index = start
  for (const step of [2, 1]) {
    while (scoreAt(index + step) > scoreAt(index)) index += step
    while (scoreAt(index - step) > scoreAt(index)) index -= step
  }
  return values[index]!
}
