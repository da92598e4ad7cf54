import { blendScores, popularityShareOf, repeatScores, normalisingFactor } from '../blend-scores.ts'
import type { Histories } from '../histories.ts'
import type { Blend } from '../model.ts'
import { topIndexes } from '../numerics/top-indexes.ts'
import { preferencesOf } from '../preferences.ts'
import { addCollaborativeScores, type Weights } from '../weights.ts'
import type { HeldOutCase } from './hold-out.ts'
import { ndcg } from './ndcg.ts'

const LIST_LENGTH = 10
/**
 * Only candidates are ranked. They are this many products with the best collaborative scores, and
 * as many of the most popular products. The products of the history are candidates too if
 * `hasRepeatPurchases` is true. If not, they are never candidates.
 */
const CANDIDATES = 100

/** The inputs of the scores, which stay the same while blends are compared. */
export type ValidationData = {
  histories: Histories
  weights: Weights
  popularity: Float32Array
  repurchaseRates: Float32Array
  /** Whether shoppers buy products again. */
  hasRepeatPurchases: boolean
}

/** A held-out case with the parts of its candidates' scores that do not depend on the blend. */
type PreparedCase = {
  shopper: number
  wanted: ReadonlySet<number>
  candidates: Uint32Array
  collaborative: Float64Array
  popular: Float64Array
  productsInHistory: number
}

/** The settings that can be compared without new weights. */
type ComparedSettings = Pick<Blend, 'decay' | 'repurchaseExponent' | 'repeatWeight' | 'popularityWeight'>

/** Returns a function that scores a blend by how well it predicts the held-out products: the mean nDCG@10. */
export function createBlendScorer(
  data: ValidationData,
  cases: readonly HeldOutCase[],
): (blend: ComparedSettings) => number {
  const popularItems = topIndexes(Float64Array.from(data.popularity), CANDIDATES)
  const sums = new Float64Array(data.popularity.length)
  const prepared = cases.map((heldOut) => prepareCase(data, heldOut, popularItems, sums.fill(0)))
  // Repeat scores depend on two settings only, so they are computed again only when one of these changes.
  let repeats: { decay: number; repurchaseExponent: number; scores: Float64Array[] } | undefined

  return (blend) => {
    const { decay, repurchaseExponent } = blend
    if (repeats?.decay !== decay || repeats.repurchaseExponent !== repurchaseExponent) {
      const scores = prepared.map((heldOut) => candidateRepeatScores(data, heldOut, blend))
      repeats = { decay, repurchaseExponent, scores }
    }
    let sum = 0
    for (const [index, heldOut] of prepared.entries())
      sum += caseScore(heldOut, repeats.scores[index]!, blend)
    return sum / prepared.length
  }
}

/** `sums` must be filled with zeros. All cases share this array, which saves memory. */
function prepareCase(
  data: ValidationData,
  { shopper, wanted }: HeldOutCase,
  popularItems: readonly number[],
  sums: Float64Array,
): PreparedCase {
  const { histories, weights, popularity, hasRepeatPurchases } = data
  // Decay changes only the frequencies, which collaborative scores do not use.
  const preferences = preferencesOf(histories, shopper)
  addCollaborativeScores(weights, preferences, sums)
  const [collaborativeFactor, popularFactor] = [normalisingFactor(sums), normalisingFactor(popularity)]
  const excluded = hasRepeatPurchases ? [] : preferences.items
  // `topIndexes` leaves out −∞, so excluded products take no place among the best collaborative
  // scores.
  for (const item of excluded) sums[item] = Number.NEGATIVE_INFINITY
  const candidates = new Set([...topIndexes(sums, CANDIDATES), ...popularItems, ...preferences.items])
  // The popular products and those of the history may contain excluded ones.
  for (const item of excluded) candidates.delete(item)
  return {
    shopper,
    wanted,
    candidates: Uint32Array.from(candidates),
    collaborative: Float64Array.from(candidates, (item) => collaborativeFactor * sums[item]!),
    popular: Float64Array.from(candidates, (item) => popularFactor * popularity[item]!),
    productsInHistory: preferences.items.length,
  }
}

/** The repeat score of each candidate; 0 for products that are not in the history. */
function candidateRepeatScores(
  { histories, repurchaseRates }: ValidationData,
  { shopper, candidates }: PreparedCase,
  blend: ComparedSettings,
): Float64Array {
  const preferences = preferencesOf(histories, shopper, blend.decay)
  const repeats = repeatScores(preferences, repurchaseRates, blend)
  const byItem = new Map(Array.from(preferences.items, (item, index) => [item, repeats[index]!]))
  return Float64Array.from(candidates, (item) => byItem.get(item) ?? 0)
}

function caseScore(
  { wanted, candidates, collaborative, popular, productsInHistory }: PreparedCase,
  repeats: Float64Array,
  blend: ComparedSettings,
): number {
  const popularityShare = popularityShareOf(blend, productsInHistory)
  const scores = repeats.map((repeat, index) =>
    blendScores(blend.repeatWeight, popularityShare, {
      repeat,
      collaborative: collaborative[index]!,
      popular: popular[index]!,
    }),
  )
  const ranking = topIndexes(scores, LIST_LENGTH).map((index) => candidates[index]!)
  return ndcg(ranking, wanted, LIST_LENGTH)
}
