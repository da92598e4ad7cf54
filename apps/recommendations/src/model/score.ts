import {
  blendScores,
  normalisingFactor,
  personalShares,
  popularityShareOf,
  repeatScores,
} from './blend-scores.ts'
import { buildHistoriesOfOneShopper } from './histories.ts'
import { addRow } from './numerics/sparse-matrix.ts'
import { type Preferences, preferencesOf } from './preferences.ts'
import type { Interaction } from './training-data.ts'
import { addCollaborativeScores } from './weights.ts'
import type { ServedModel } from './with-catalogue.ts'

/** The largest content score. It is added to the collaborative score, which is at most 1. */
const CONTENT_SCORE_MAX = 0.5
/** A tiny weight of popularity. It orders products whose scores would otherwise be equal. */
const TIE_BREAK = 1e-9

export type ScoreRequest = {
  /** The shopper's interactions, newest last; guests have none. */
  history: readonly Interaction[]
  /** The ids of the products in the cart. Neither they nor other packs of the same snack are suggested. */
  exclude: ReadonlySet<string>
}

export type Scores = {
  preferences: Preferences
  /** The repeat score of each preferred product. */
  repeats: Float64Array
  /**
   * Each product's score. Of the packs of a snack, only the best has one. It is −∞ for excluded products, for
   * products that are not offered and for those of `lastResort`.
   */
  scores: Float64Array
  /** Bought products that are suggested only when no others are left, best first. */
  lastResort: number[]
  /**
   * A product's score, without the part for its popularity, is the sum of
   * - `repeat` × the product's repeat score
   * - `collaborative` × strength × collaborative weight, for each preferred product
   * - `content` × strength × content weight, for each preferred product
   */
  factors: { repeat: number; collaborative: number; content: number }
}

/** Scores each product by how likely the shopper is to want it. */
export function scoreProducts(servedModel: ServedModel, { history, exclude }: ScoreRequest): Scores {
  const { model, popularity } = servedModel
  const { blend } = model
  const histories = buildHistoriesOfOneShopper(history, servedModel.indexById)
  const shopperIndex = 0
  const preferences = preferencesOf(histories, shopperIndex, blend.decay)
  const size = popularity.length
  const collaborativeSums = new Float64Array(size)
  addCollaborativeScores(model.weights, preferences, collaborativeSums)
  const collaborativeFactor = normalisingFactor(collaborativeSums)
  const totalStrength = preferences.strengths.reduce((sum, strength) => sum + strength, 0)
  const contentFactor = CONTENT_SCORE_MAX / Math.max(1, totalStrength)
  const contentSums = sumContentWeights(servedModel, preferences)

  const { repeatWeight } = blend
  const popularityShare = popularityShareOf(blend, preferences.items.length)
  const scores = new Float64Array(size)
  for (let item = 0; item < size; item++) {
    const popular = popularity[item]!
    const collaborative = collaborativeFactor * collaborativeSums[item]!
    const content = contentFactor * contentSums[item]!
    // The content score shares the weight of the collaborative score. Only products of the history
    // have a repeat score. Their parts are added after the loop, as the blend is a weighted sum.
    const parts = { repeat: 0, collaborative: collaborative + content, popular }
    scores[item] = blendScores(repeatWeight, popularityShare, parts) + TIE_BREAK * popular
  }
  const shares = personalShares(repeatWeight, popularityShare)
  const factors = {
    repeat: shares.repeat,
    collaborative: shares.collaborative * collaborativeFactor,
    content: shares.collaborative * contentFactor,
  }
  const repeats = repeatScores(preferences, model.repurchaseRates, blend)
  preferences.items.forEach((item, index) => {
    scores[item] = scores[item]! + factors.repeat * repeats[index]!
  })
  removeForbidden(servedModel, exclude, scores)
  const bought = blend.hasRepeatPurchases ? [] : removeBought(scores, preferences)
  keepBestPacks(servedModel, scores)
  const lastResort = onePackOfEach(servedModel, bought, scores)
  return { preferences, repeats, scores, lastResort, factors }
}

/** Sets the scores of products that are not offered, and of the excluded snacks in all their packs, to −∞. */
function removeForbidden(
  { isOffered, indexById, packs }: ServedModel,
  exclude: ReadonlySet<string>,
  scores: Float64Array,
) {
  for (let item = 0; item < scores.length; item++)
    if (!isOffered[item]) scores[item] = Number.NEGATIVE_INFINITY
  for (const productId of exclude) {
    const item = indexById.get(productId)
    if (item === undefined) continue
    scores[item] = Number.NEGATIVE_INFINITY
    for (const pack of packs.get(item) ?? []) scores[pack] = Number.NEGATIVE_INFINITY
  }
}

/**
 * For each product, the sum of the preferred products' content weights for it. Each weight is
 * multiplied by the strength of the preference.
 */
function sumContentWeights({ contentWeights }: ServedModel, preferences: Preferences): Float64Array {
  const sums = new Float64Array(contentWeights.columnCount)
  preferences.items.forEach((item, index) =>
    addRow(contentWeights, item, preferences.strengths[index]!, sums),
  )
  return sums
}

/** Sets the scores of bought products to −∞ and returns these products, best first. */
function removeBought(scores: Float64Array, { items, isBought }: Preferences): number[] {
  const bought = [...items].filter(
    (item, index) => isBought[index] && scores[item]! > Number.NEGATIVE_INFINITY,
  )
  bought.sort((a, b) => scores[b]! - scores[a]! || a - b)
  for (const item of bought) scores[item] = Number.NEGATIVE_INFINITY
  return bought
}

/**
 * Sets the scores of all packs of a snack but the best one to −∞. Of equal packs, the first stays.
 * The best pack is never beaten, so scores that are removed already change nothing.
 */
function keepBestPacks({ packs }: ServedModel, scores: Float64Array) {
  for (const [item, others] of packs) {
    const isBeaten = others.some(
      (other) => scores[other]! > scores[item]! || (scores[other] === scores[item] && other < item),
    )
    if (isBeaten) scores[item] = Number.NEGATIVE_INFINITY
  }
}

/**
 * Keeps a bought product only if no other pack of its snack may be suggested by its score or comes
 * before it in `bought`.
 */
function onePackOfEach({ packs }: ServedModel, bought: readonly number[], scores: Float64Array) {
  const seen = new Set<number>()
  return bought.filter((item) => {
    const others = packs.get(item) ?? []
    const isTaken = others.some((other) => seen.has(other) || scores[other]! > Number.NEGATIVE_INFINITY)
    seen.add(item)
    return !isTaken
  })
}
