import { blendScores, popularityShareOf, repeatScores, normalisingFactor } from '../blend-scores.ts'
import type { Histories } from '../histories.ts'
import type { Blend } from '../model.ts'
import { topIndexes } from '../numerics/top-indexes.ts'
import { preferencesOf } from '../preferences.ts'
import { addCollaborativeScores, type Weights } from '../weights.ts'
import type { HeldOutCase } from './hold-out.ts'
import { ndcg } from './ndcg.ts'

const LIST_LENGTH = 10
/** The most candidates by collaborative score, and also the most by popularity. */
const CANDIDATES_PER_SCORE = 100

/** The data from which scores are computed. The data is the same for all compared blends. */
export type ValidationData = {
  histories: Histories
  weights: Weights
  popularity: Float32Array
  repurchaseRates: Float32Array
  /** Whether shoppers buy products again. */
  hasRepeatPurchases: boolean
}

/**
 * A held-out case with its candidates. `collaborative` and `popular` are the parts of each
 * candidate's score that do not depend on the blend.
 */
type PreparedCase = {
  shopper: number
  wanted: ReadonlySet<number>
  candidates: Uint32Array
  collaborative: Float64Array
  popular: Float64Array
  productsInHistory: number
}

/** The settings that can be compared without learning new `Weights`. */
type ComparedSettings = Pick<Blend, 'decay' | 'repurchaseExponent' | 'repeatWeight' | 'popularityWeight'>

/**
 * Returns a function that scores a blend by how well it predicts the held-out products. The score
 * is the mean nDCG@10 of the cases.
 */
export function createBlendScorer(
  data: ValidationData,
  cases: readonly HeldOutCase[],
): (blend: ComparedSettings) => number {
  const popularItems = topIndexes(Float64Array.from(data.popularity), CANDIDATES_PER_SCORE)
  const buffer = new Float64Array(data.popularity.length)
  const preparedCases = cases.map((heldOut) => prepareCase(data, heldOut, popularItems, buffer))
  /** The repeat scores of the last blend. They depend on `decay` and `repurchaseExponent` only. */
  let repeats: { decay: number; repurchaseExponent: number; scores: Float64Array[] } | undefined

  return (blend) => {
    const { decay, repurchaseExponent } = blend
    if (repeats?.decay !== decay || repeats.repurchaseExponent !== repurchaseExponent) {
      const scores = preparedCases.map((prepared) => candidateRepeatScores(data, prepared, blend))
      repeats = { decay, repurchaseExponent, scores }
    }
    let sum = 0
    for (const [index, prepared] of preparedCases.entries())
      sum += caseScore(prepared, repeats.scores[index]!, blend)
    return sum / preparedCases.length
  }
}

/** `buffer` has one element per product and is overwritten. All cases share it to save memory. */
function prepareCase(
  data: ValidationData,
  { shopper, wanted }: HeldOutCase,
  popularItems: readonly number[],
  buffer: Float64Array,
): PreparedCase {
  const { histories, weights, popularity, hasRepeatPurchases } = data
  // No decay is passed, because collaborative scores do not depend on it.
  const preferences = preferencesOf(histories, shopper)
  const scores = buffer.fill(0)
  addCollaborativeScores(weights, preferences, scores)
  const collaborativeFactor = normalisingFactor(scores)
  const popularFactor = normalisingFactor(popularity)
  const history = new Set(preferences.items)
  const candidates = findCandidates(scores, popularItems, history, hasRepeatPurchases)
  return {
    shopper,
    wanted,
    candidates: Uint32Array.from(candidates),
    collaborative: Float64Array.from(candidates, (item) => collaborativeFactor * scores[item]!),
    popular: Float64Array.from(candidates, (item) => popularFactor * popularity[item]!),
    productsInHistory: preferences.items.length,
  }
}

/**
 * The products that are ranked: the best by collaborative score, and the most popular. If shoppers
 * buy products again, all products of the history are ranked too; if not, none of them is ranked.
 */
function findCandidates(
  collaborativeScores: Float64Array,
  popularItems: readonly number[],
  history: ReadonlySet<number>,
  hasRepeatPurchases: boolean,
): Set<number> {
  if (hasRepeatPurchases) {
    const best = topIndexes(collaborativeScores, CANDIDATES_PER_SCORE)
    return new Set([...best, ...popularItems, ...history])
  }
  const isNew = (item: number) => !history.has(item)
  const bestNew = topIndexes(collaborativeScores, CANDIDATES_PER_SCORE + history.size)
    .filter(isNew)
    .slice(0, CANDIDATES_PER_SCORE)
  return new Set([...bestNew, ...popularItems.filter(isNew)])
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
