import { createRandom, seedOf } from './random.ts'
import type { Scores } from './score.ts'
import { topIndexes } from './top-indexes.ts'
import type { ServedModel } from './with-catalogue.ts'

/** The score of each further product of a category is multiplied by this once more. */
const CATEGORY_DISCOUNT = 0.9
/** Variety is chosen from this many times the length of the list. */
const POOL_FACTOR = 3
/** Shorter lists have no place for exploration. */
const MIN_LENGTH_TO_EXPLORE = 6
/** For a known shopper, exploration picks from this many little-known products that suit best. */
const EXPLORATION_CANDIDATES = 10

export type Arranged = {
  items: number[]
  /** The score of the best product that was left out. */
  leftOutScore: number
}

/** The list as it is shown: with some variety, and one place for a product of which little is known. */
export function arrange(served: ServedModel, scored: Scores, limit: number, seed: string): Arranged {
  const { scores, lastResort, preferences } = scored
  const pool = topIndexes(scores, limit * POOL_FACTOR)
  const isGuest = preferences.items.length === 0
  const chosen = isGuest
    ? onePerCategoryFirst(served, scores, limit)
    : diversify(pool, scores, served.categories, limit)
  const explores = limit >= MIN_LENGTH_TO_EXPLORE && chosen.length === limit
  const shown = explores ? withExploration(served, scored, chosen, seed) : chosen
  const items = [...shown, ...lastResort].slice(0, limit)
  const leftOut = pool.find((item) => !items.includes(item))
  return { items, leftOutScore: leftOut === undefined ? Number.NEGATIVE_INFINITY : scores[leftOut]! }
}

/** A guest sees the most popular product of each category first. */
function onePerCategoryFirst({ byPopularity, categories }: ServedModel, scores: Float64Array, limit: number) {
  const seen = new Set([0])
  const first: number[] = []
  const others: number[] = []
  for (const item of byPopularity) {
    if (first.length === limit) break
    if (scores[item] === Number.NEGATIVE_INFINITY) continue
    const category = categories[item]!
    if (!seen.has(category)) first.push(item)
    else if (others.length < limit) others.push(item)
    seen.add(category)
  }
  return [...first, ...others].slice(0, limit)
}

/** Picks the best product again and again, with a discount for categories that are already in the list. */
function diversify(pool: readonly number[], scores: Float64Array, categories: Uint32Array, limit: number) {
  const left = new Set(pool)
  const chosen: number[] = []
  const counts = new Map<number, number>()
  while (chosen.length < limit && left.size > 0) {
    let [best, bestScore] = [-1, Number.NEGATIVE_INFINITY]
    for (const item of left) {
      const category = categories[item]!
      const score = scores[item]!
      const isDiscounted = category !== 0 && score >= 0
      const discounted = isDiscounted ? score * CATEGORY_DISCOUNT ** (counts.get(category) ?? 0) : score
      if (discounted > bestScore) [best, bestScore] = [item, discounted]
    }
    left.delete(best)
    chosen.push(best)
    const category = categories[best]!
    counts.set(category, (counts.get(category) ?? 0) + 1)
  }
  return chosen
}

/** Replaces the last product by a little-known one: a product that is never shown never gets any data. */
function withExploration(
  { littleKnown, model }: ServedModel,
  { scores, preferences }: Scores,
  chosen: readonly number[],
  seed: string,
) {
  if (model.interactionCount === 0) return chosen
  const shown = new Set(chosen)
  if (littleKnown.some((item) => shown.has(item))) return chosen
  const possible = littleKnown.filter((item) => scores[item]! > Number.NEGATIVE_INFINITY)
  const isGuest = preferences.items.length === 0
  const candidates = isGuest ? possible : mostSuitable(possible, scores)
  const explored = candidates[Math.floor(createRandom(seedOf(seed))() * candidates.length)]
  return explored === undefined ? chosen : [...chosen.slice(0, -1), explored]
}

function mostSuitable(items: Uint32Array, scores: Float64Array): number[] {
  const itemScores = Float64Array.from(items, (item) => scores[item]!)
  return topIndexes(itemScores, EXPLORATION_CANDIDATES).map((place) => items[place]!)
}
