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
  const buffer = new Float64Array(data.popularity.length)
  const prepared = cases.map((heldOut) => prepareCase(data, heldOut, popularItems, buffer))
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

/** Overwrites `buffer`, which has one element per product. All cases share it to save memory. */
function prepareCase(
  data: ValidationData,
  { shopper, wanted }: HeldOutCase,
  popularItems: readonly number[],
  buffer: Float64Array,
): PreparedCase {
  const { histories, weights, popularity, hasRepeatPurchases } = data
  // The decay of the blend is not needed here: it changes only the frequencies, and collaborative
  // scores do not use these.
  const preferences = preferencesOf(histories, shopper)
  const scores = buffer.fill(0)
  addCollaborativeScores(weights, preferences, scores)
  const collaborativeFactor = normalisingFactor(scores)
  const popularFactor = normalisingFactor(popularity)
  const history = new Set(preferences.items)
  if (!hasRepeatPurchases) {
    // `topIndexes` leaves out −∞, so the history takes no place among the best scores.
    for (const item of history) scores[item] = Number.NEGATIVE_INFINITY
  }
  const topItems = new Set([...topIndexes(scores, CANDIDATES), ...popularItems])
  const candidates = hasRepeatPurchases ? topItems.union(history) : topItems.difference(history)
  return {
    shopper,
    wanted,
    candidates: Uint32Array.from(candidates),
    collaborative: Float64Array.from(candidates, (item) => collaborativeFactor * scores[item]!),
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
