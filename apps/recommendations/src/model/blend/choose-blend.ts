import { learnEase, splitHeadAndTail } from '../ease/ease.ts'
import { createGram, type Gram, preferenceMatrix } from '../ease/gram.ts'
import type { Histories } from '../histories.ts'
import type { Blend, ModelSettings } from '../model.ts'
import { createRandom } from '../numerics/random.ts'
import { countInteractions, daysBefore } from '../popularity.ts'
import { type RepurchaseRates, repurchaseRatesOf } from '../repurchase-rates.ts'
import { choosePopularityDays } from './choose-popularity-days.ts'
import { type HeldOutCase, holdOut, withShortHistories } from './hold-out.ts'
import { createBlendScorer, type ValidationData } from './validate-blend.ts'

/** Any fixed seed makes a training reproducible. */
const SEED = 20_260_101
/** With fewer held-out cases, the difference between two blends would be chance. */
const MIN_CASES = 30
/**
 * The number of products in the head while ridges are compared. The head is the products with the
 * most shoppers. With the larger head of the final model, the comparison would take minutes and
 * hardly choose another ridge.
 */
const HEAD_SIZE_FOR_RIDGE = 1000
/**
 * The number of products in the head while the settings after the ridge are compared. In a shop
 * with repeat purchases, these settings depend on more products.
 */
const HEAD_SIZE_AFTER_RIDGE = { withRepeats: 2000, withoutRepeats: 1000 }
/** With at most this many products a tail hardly matters, so `hasTail` keeps its default. */
const SMALL_CATALOGUE_MAX = 2000

const RIDGES = [1, 2, 5, 10, 20, 50, 100, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000, 10_000, 20_000]

/** The values among which training chooses. */
const SETTING_VALUES = {
  decay: [0.7, 0.8, 0.9, 1],
  repurchaseExponent: [0, 0.5, 1],
  repeatWeight: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95],
  popularityWeight: [0, 1, 2, 5, 10, 20],
}
type ChosenSetting = keyof typeof SETTING_VALUES

/** If a smaller share of the purchases are repeats, shoppers are assumed not to buy again. */
const MIN_REPEAT_SHARE = 0.02
/** A blend is nearly the best if its score is at least this share of the best score. */
const MIN_SHARE_OF_BEST_SCORE = 0.996

/** The settings that are used when there is too little data to choose. */
const DEFAULTS = {
  ridge: 500,
  hasTail: false,
  decay: 0.9,
  repurchaseExponent: 0,
  repeatWeight: 0.5,
  popularityWeight: 20,
}

type ScoreBlend = (blend: Blend) => number
type Input = { histories: Histories; itemCount: number; now: number; repurchaseRates: RepurchaseRates }

/** The held-out cases, and what was computed from the rest of the histories. */
type Comparison = {
  cases: readonly HeldOutCase[]
  gram: Gram
  dataWithoutWeights: Omit<ValidationData, 'weights'>
}

/**
 * Chooses the settings that are not given, in this order:
 * 1. `hasRepeatPurchases` and `popularityDays`
 * 2. `ridge`
 * 3. `hasTail`
 * 4. `decay` and `repurchaseExponent` together
 * 5. `repeatWeight` and `popularityWeight` together
 *
 * From `ridge` on, the values are chosen that best predict a held-out part of the histories.
 * Comparing all combinations of all settings would take too long.
 */
export function chooseBlend(
  { histories, itemCount, now, repurchaseRates }: Input,
  settings: ModelSettings,
): Blend {
  const random = createRandom(SEED)
  const hasRepeatPurchases = settings.hasRepeatPurchases ?? repurchaseRates.repeatShare >= MIN_REPEAT_SHARE
  const popularityDays = settings.popularityDays ?? choosePopularityDays(histories, itemCount, random)
  const fixedWithoutRepeats = { repeatWeight: 0, decay: 1, repurchaseExponent: 0 }
  const fixed: ModelSettings = { ...(!hasRepeatPurchases && fixedWithoutRepeats), ...settings }
  const defaultBlend = { ...DEFAULTS, ...fixed, hasRepeatPurchases, popularityDays }
  // If all settings but `hasTail` are fixed, `hasTail` keeps its default without a comparison.
  const namesExceptTail = ['ridge', ...Object.keys(SETTING_VALUES)]
  if (namesExceptTail.every((name) => name in fixed)) return defaultBlend
  const heldOut = holdOut(histories, hasRepeatPurchases, random)
  if (heldOut.cases.length < MIN_CASES) return defaultBlend

  const { training, cases } = heldOut
  const comparison: Comparison = {
    cases,
    gram: createGram(preferenceMatrix(training, itemCount)),
    dataWithoutWeights: {
      histories: training,
      popularity: countInteractions(training, itemCount, daysBefore(now, popularityDays), Infinity),
      repurchaseRates: repurchaseRatesOf(training, itemCount).byItem,
      hasRepeatPurchases,
    },
  }
  // Popularity has no weight until step 5 chooses one.
  const startBlend = { ...defaultBlend, popularityWeight: fixed.popularityWeight ?? 0 }
  // The best ridge for the training part. The ridge for all histories follows from it at the end.
  const trainingRidge = fixed.ridge ?? chooseRidge(comparison, startBlend, fixed)
  const { data, scoreBlend, bestBlend: afterStep3 } = chooseTail(comparison, startBlend, fixed, trainingRidge)
  const afterStep4 = bestOf(variants(afterStep3, fixed, 'decay', 'repurchaseExponent'), scoreBlend)
  const ridge = fixed.ridge ?? scaleRidge(trainingRidge, training, histories)
  if (hasRepeatPurchases) {
    const blends = variants(afterStep4, fixed, 'repeatWeight', 'popularityWeight')
    return { ...bestOf(blends, scoreBlend), ridge }
  }
  const shortHistories = withShortHistories(heldOut, random)
  const scoreShort = createBlendScorer({ ...data, histories: shortHistories }, cases)
  const blends = variants(afterStep4, fixed, 'popularityWeight')
  return { ...choosePopularityWeight(blends, scoreBlend, scoreShort), ridge }
}

/**
 * Returns the best of the `RIDGES`. Each ridge is scored with the `repeatWeight` that suits the
 * ridge best. `chooseBlend` chooses the final `repeatWeight` later.
 */
function chooseRidge(
  { cases, gram, dataWithoutWeights }: Comparison,
  startBlend: Blend,
  fixed: ModelSettings,
): number {
  const headAndTail = splitHeadAndTail(gram, HEAD_SIZE_FOR_RIDGE)
  return hillClimb(RIDGES, firstRidgeIndex(gram), (ridge) => {
    const weights = learnEase(gram, headAndTail, { ridge, usesTail: false })
    const scoreBlend = createBlendScorer({ ...dataWithoutWeights, weights }, cases)
    const best = bestOf(variants(startBlend, fixed, 'repeatWeight'), scoreBlend)
    return scoreBlend(best)
  })
}

/**
 * Chooses `hasTail`. Returns the blend with the chosen value, the data with the weights learned for
 * it, and the function that scores blends on this data.
 */
function chooseTail(
  { cases, gram, dataWithoutWeights }: Comparison,
  startBlend: Blend,
  fixed: ModelSettings,
  ridge: number,
) {
  const { withRepeats, withoutRepeats } = HEAD_SIZE_AFTER_RIDGE
  const headSize = startBlend.hasRepeatPurchases ? withRepeats : withoutRepeats
  const headAndTail = splitHeadAndTail(gram, headSize)
  const mustChoose = fixed.hasTail === undefined && gram.size > SMALL_CATALOGUE_MAX
  const options = (mustChoose ? [false, true] : [startBlend.hasTail]).map((hasTail) => {
    const weights = learnEase(gram, headAndTail, { ridge, usesTail: hasTail })
    const data = { ...dataWithoutWeights, weights }
    const scoreBlend = createBlendScorer(data, cases)
    // As in `chooseRidge`, the chosen `repeatWeight` is not final.
    const bestBlend = bestOf(variants({ ...startBlend, hasTail }, fixed, 'repeatWeight'), scoreBlend)
    return { data, scoreBlend, bestBlend, score: scoreBlend(bestBlend) }
  })
  return options.reduce((best, option) => (option.score > best.score ? option : best))
}

/**
 * Scales the best ridge for the training part to all histories, which have the held-out rows too.
 * The best ridge grows with the amount of data: a quarter more rows need a quarter more ridge.
 */
function scaleRidge(trainingRidge: number, training: Histories, all: Histories): number {
  return Math.round((trainingRidge * all.items.length) / training.items.length)
}

/**
 * Chooses the weight of popularity for a shop in which shoppers do not buy again. The held-out
 * cases of such a shop have long histories, but popularity matters most for short histories. So the
 * blends that are nearly the best for the whole histories are compared with short histories.
 */
function choosePopularityWeight(
  blends: readonly Blend[],
  scoreWhole: ScoreBlend,
  scoreShort: ScoreBlend,
): Blend {
  const bestScore = scoreWhole(bestOf(blends, scoreWhole))
  const nearlyBest = blends.filter((blend) => scoreWhole(blend) >= MIN_SHARE_OF_BEST_SCORE * bestScore)
  return bestOf(nearlyBest, scoreShort)
}

/**
 * Copies of the blend: one for each combination of the values of the named settings. A named
 * setting that is fixed keeps its value.
 */
function variants(blend: Blend, fixed: ModelSettings, ...names: ChosenSetting[]): Blend[] {
  let blends = [blend]
  for (const name of names) {
    if (name in fixed) continue
    const combined: Blend[] = []
    for (const value of SETTING_VALUES[name]) {
      for (const other of blends) combined.push({ ...other, [name]: value })
    }
    blends = combined
  }
  return blends
}

function bestOf(blends: readonly Blend[], scoreBlend: ScoreBlend): Blend {
  let best = { blend: blends[0]!, score: Number.NEGATIVE_INFINITY }
  for (const blend of blends) {
    const score = scoreBlend(blend)
    if (score > best.score) best = { blend, score }
  }
  return best.blend
}

/**
 * The index in `RIDGES` at which the search begins: the first ridge that is at least ten times the
 * mean number of shoppers per product.
 */
function firstRidgeIndex(gram: Gram): number {
  const counts = Array.from({ length: gram.size }, (_, item) => gram.shopperCountOf(item)).filter(
    (count) => count > 0,
  )
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
  const index = RIDGES.findIndex((ridge) => ridge >= 10 * mean)
  return index < 0 ? RIDGES.length - 1 : index
}

/**
 * Finds the value with the highest score, if the scores rise up to that value and fall after it.
 * Moves in steps of two indexes, then in steps of one. No value is scored twice.
 */
export function hillClimb(
  values: readonly number[],
  startIndex: number,
  score: (value: number) => number,
): number {
  const scores = new Map<number, number>()
  const scoreAt = (index: number) => {
    const value = values[index]
    if (value === undefined) return Number.NEGATIVE_INFINITY
    const valueScore = scores.get(index) ?? score(value)
    scores.set(index, valueScore)
    return valueScore
  }
  let index = startIndex
  for (const step of [2, 1]) {
    while (scoreAt(index + step) > scoreAt(index)) index += step
    while (scoreAt(index - step) > scoreAt(index)) index -= step
  }
  return values[index]!
}
