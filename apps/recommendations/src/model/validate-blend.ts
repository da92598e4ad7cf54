import { blendScores, popularityShareOf, repeatScores, scaleToOne } from './blend-scores.ts'
import type { Histories } from './histories.ts'
import type { HeldOutCase } from './hold-out.ts'
import type { Blend } from './model.ts'
import { ndcg } from './ndcg.ts'
import { preferencesOf } from './preferences.ts'
import { topIndexes } from './top-indexes.ts'
import { addItemScores, type Weights } from './weights.ts'

const LIST_LENGTH = 10
/** Candidates per part; a product below these in every part cannot reach the list. */
const CANDIDATES = 100

/** What does not change while blends are compared. */
export type ValidationData = {
  histories: Histories
  weights: Weights
  popularity: Float32Array
  repurchaseRates: Float32Array
  rebuys: boolean
}

/** A held-out case with the score parts of its candidates, each at most 1. */
type PreparedCase = {
  shopper: number
  wanted: ReadonlySet<number>
  candidates: Uint32Array
  collaborative: Float64Array
  popular: Float64Array
  knownCount: number
}

type Weighting = Pick<Blend, 'decay' | 'repurchasePower' | 'personalShare' | 'popularityWeight'>

/** Returns a function that scores a blend: the mean nDCG@10 of the held-out products. */
export function createBlendScorer(
  data: ValidationData,
  cases: readonly HeldOutCase[],
): (blend: Weighting) => number {
  const popular = topIndexes(Float64Array.from(data.popularity), CANDIDATES)
  const sums = new Float64Array(data.popularity.length)
  const prepared = cases.map((heldOut) => prepareCase(data, heldOut, popular, sums.fill(0)))
  // Repeat scores depend on two settings only, so they are computed again only when one of those changes.
  let repeats: { decay: number; repurchasePower: number; scores: Float64Array[] } | undefined

  return (blend) => {
    const { decay, repurchasePower } = blend
    if (repeats?.decay !== decay || repeats.repurchasePower !== repurchasePower) {
      const scores = prepared.map((one) => candidateRepeats(data, one, blend))
      repeats = { decay, repurchasePower, scores }
    }
    let sum = 0
    for (const [index, one] of prepared.entries()) sum += caseScore(one, repeats.scores[index]!, blend)
    return sum / prepared.length
  }
}

function prepareCase(
  data: ValidationData,
  { shopper, wanted }: HeldOutCase,
  popularItems: readonly number[],
  sums: Float64Array,
): PreparedCase {
  const { histories, weights, popularity, rebuys } = data
  const preferences = preferencesOf(histories, shopper, 1)
  addItemScores(weights, preferences, sums)
  const [collaborativeScale, popularScale] = [scaleToOne(sums), scaleToOne(popularity)]
  if (!rebuys) for (const item of preferences.items) sums[item] = Number.NEGATIVE_INFINITY
  const candidates = new Set([...topIndexes(sums, CANDIDATES), ...popularItems, ...preferences.items])
  if (!rebuys) for (const item of preferences.items) candidates.delete(item)
  return {
    shopper,
    wanted,
    candidates: Uint32Array.from(candidates),
    collaborative: Float64Array.from(candidates, (item) => collaborativeScale * sums[item]!),
    popular: Float64Array.from(candidates, (item) => popularScale * popularity[item]!),
    knownCount: preferences.items.length,
  }
}

function candidateRepeats(
  { histories, repurchaseRates }: ValidationData,
  { shopper, candidates }: PreparedCase,
  blend: Weighting,
): Float64Array {
  const preferences = preferencesOf(histories, shopper, blend.decay)
  const repeats = repeatScores(preferences, repurchaseRates, blend)
  const byItem = new Map(Array.from(preferences.items, (item, place) => [item, repeats[place]!]))
  return Float64Array.from(candidates, (item) => byItem.get(item) ?? 0)
}

function caseScore(
  { wanted, candidates, collaborative, popular, knownCount }: PreparedCase,
  repeats: Float64Array,
  blend: Weighting,
): number {
  const popularityShare = popularityShareOf(blend, knownCount)
  const scores = repeats.map((repeat, place) =>
    blendScores(blend.personalShare, popularityShare, {
      repeat,
      collaborative: collaborative[place]!,
      popular: popular[place]!,
    }),
  )
  const ranking = topIndexes(scores, LIST_LENGTH).map((place) => candidates[place]!)
  return ndcg(ranking, wanted, LIST_LENGTH)
}
