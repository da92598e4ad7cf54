import { createRandom, seedOf } from './numerics/random.ts'
import { topIndexes } from './numerics/top-indexes.ts'
import type { Scores } from './score.ts'
import { NO_CATEGORY, type ServedModel } from './with-catalogue.ts'

/** A product's score is multiplied by this for each product of its category that is already in the list. */
const CATEGORY_DISCOUNT = 0.9
/** A list of n products is chosen from the `POOL_FACTOR` × n products with the best scores. */
const POOL_FACTOR = 3
const MIN_LENGTH_TO_EXPLORE = 6
const EXPLORATION_CANDIDATES_MAX = 10

export type ArrangedList = {
  items: number[]
  /** The best score of a product that is not in the list; −∞ if there is none. */
  leftOutScore: number
}

/**
 * Chooses the products of a list and their order. Products of one category are spread. One product
 * is little-known, because a product that is never shown would never get interactions. The seed
 * decides which one.
 */
export function arrange(servedModel: ServedModel, scored: Scores, limit: number, seed: string): ArrangedList {
  const { scores, lastResort, preferences } = scored
  const pool = topIndexes(scores, limit * POOL_FACTOR)
  const hasHistory = preferences.items.length > 0
  const chosen = hasHistory
    ? diversify(pool, scores, servedModel.categories, limit)
    : onePerCategoryFirst(servedModel, scores, limit)
  // A list that is not full contains every product that may be suggested, so there is none to explore.
  const canExplore = limit >= MIN_LENGTH_TO_EXPLORE && chosen.length === limit
  const list = canExplore ? withExploration(servedModel, scored, chosen, seed) : chosen
  // Products of the last resort are suggested only when no others are left.
  const items = [...list, ...lastResort].slice(0, limit)
  const leftOut = pool.find((item) => !items.includes(item))
  return { items, leftOutScore: leftOut === undefined ? Number.NEGATIVE_INFINITY : scores[leftOut]! }
}

/**
 * For shoppers without a history: the most popular product of each category, then the others by
 * popularity. A product without a category is always one of the others.
 */
function onePerCategoryFirst({ byPopularity, categories }: ServedModel, scores: Float64Array, limit: number) {
  const seen = new Set([NO_CATEGORY])
  const first: number[] = []
  const others: number[] = []
  for (const item of byPopularity) {
    if (first.length === limit) break
    if (!maySuggest(item, scores)) continue
    const category = categories[item]!
    if (!seen.has(category)) first.push(item)
    else if (others.length < limit) others.push(item)
    seen.add(category)
  }
  return [...first, ...others].slice(0, limit)
}

/** Repeatedly picks the product with the best score after the discounts for its category. */
function diversify(pool: readonly number[], scores: Float64Array, categories: Uint32Array, limit: number) {
  const candidates = new Set(pool)
  const chosen: number[] = []
  const counts = new Map<number, number>()
  while (chosen.length < limit && candidates.size > 0) {
    let [best, bestScore] = [-1, Number.NEGATIVE_INFINITY]
    for (const item of candidates) {
      const category = categories[item]!
      const score = scores[item]!
      // The discount would raise a negative score.
      const isDiscounted = category !== NO_CATEGORY && score >= 0
      const discounted = isDiscounted ? score * CATEGORY_DISCOUNT ** (counts.get(category) ?? 0) : score
      if (discounted > bestScore) [best, bestScore] = [item, discounted]
    }
    candidates.delete(best)
    chosen.push(best)
    const category = categories[best]!
    counts.set(category, (counts.get(category) ?? 0) + 1)
  }
  return chosen
}

/**
 * Replaces the last product by a random little-known product, unless the list has one already. For
 * a shopper with a history, only the little-known products with the best scores are candidates.
 */
function withExploration(
  { littleKnown }: ServedModel,
  { scores, preferences }: Scores,
  chosen: readonly number[],
  seed: string,
) {
  const inList = new Set(chosen)
  if (littleKnown.some((item) => inList.has(item))) return chosen
  const allowed = littleKnown.filter((item) => maySuggest(item, scores))
  const hasHistory = preferences.items.length > 0
  const candidates = hasHistory ? bestScored(allowed, scores, EXPLORATION_CANDIDATES_MAX) : allowed
  const random = createRandom(seedOf(seed))
  const explored = candidates[Math.floor(random() * candidates.length)]
  return explored === undefined ? chosen : [...chosen.slice(0, -1), explored]
}

/** A product that must not be suggested has the score −∞. */
function maySuggest(item: number, scores: Float64Array) {
  return scores[item]! > Number.NEGATIVE_INFINITY
}

function bestScored(items: Uint32Array, scores: Float64Array, count: number): number[] {
  const itemScores = Float64Array.from(items, (item) => scores[item]!)
  return topIndexes(itemScores, count).map((index) => items[index]!)
}
