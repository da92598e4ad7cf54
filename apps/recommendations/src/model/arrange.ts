import { highest } from './highest.ts'
import { createRandom, seedOf } from './random.ts'
import type { Scores } from './score.ts'
import type { ServedModel } from './with-catalogue.ts'

/** Each further product of a category counts so much less. */
const CATEGORY_FADE = 0.9
/** How much deeper than the list variety looks. */
const POOL = 3
/** A shorter list has no place to spare for something new. */
const LEAST_TO_EXPLORE = 6
/** Of how many new products that suit the shopper the seed picks one; for a guest of all. */
const EXPLORED = 10

export type Arranged = {
  items: number[]
  /** What the best product that was left out scores. */
  leftOutScore: number
}

/** The list as it is shown: some variety, and one place for a product of which little is known. */
export function arrange(served: ServedModel, scored: Scores, limit: number, seed: string): Arranged {
  const { scores, lastResort, taste } = scored
  const pool = highest(scores, limit * POOL)
  const isGuest = taste.items.length === 0
  const chosen = isGuest
    ? onePerCategoryFirst(served, scores, limit)
    : varied(pool, scores, served.categories, limit)
  const hasRoom = limit >= LEAST_TO_EXPLORE && chosen.length === limit
  const shown = hasRoom ? withFresh(served, scored, chosen, seed) : chosen
  const items = [...shown, ...lastResort].slice(0, limit)
  const leftOut = pool.find((item) => !items.includes(item))
  return {
    items,
    leftOutScore: leftOut === undefined ? Number.NEGATIVE_INFINITY : scores[leftOut]!,
  }
}

/** Somebody of whom nothing is known sees a bit of everything. */
function onePerCategoryFirst({ byPopularity, categories }: ServedModel, scores: Float64Array, limit: number) {
  const known = new Set([0])
  const first: number[] = []
  const others: number[] = []
  for (const item of byPopularity) {
    if (first.length === limit) break
    if (scores[item] === Number.NEGATIVE_INFINITY) continue
    const category = categories[item]!
    if (!known.has(category)) first.push(item)
    else if (others.length < limit) others.push(item)
    known.add(category)
  }
  return [...first, ...others].slice(0, limit)
}

function varied(pool: readonly number[], scores: Float64Array, categories: Uint32Array, limit: number) {
  const left = new Set(pool)
  const chosen: number[] = []
  const counts = new Map<number, number>()
  while (chosen.length < limit && left.size > 0) {
    let [best, bestScore] = [-1, Number.NEGATIVE_INFINITY]
    for (const item of left) {
      const category = categories[item]!
      const score = scores[item]!
      const faded = category === 0 || score < 0 ? score : score * CATEGORY_FADE ** (counts.get(category) ?? 0)
      if (faded > bestScore) [best, bestScore] = [item, faded]
    }
    left.delete(best)
    chosen.push(best)
    const category = categories[best]!
    counts.set(category, (counts.get(category) ?? 0) + 1)
  }
  return chosen
}

/** Nobody would ever find out whether a new product is liked if it were never shown. */
function withFresh({ fresh, model }: ServedModel, scored: Scores, chosen: readonly number[], seed: string) {
  if (model.interactionCount === 0) return chosen
  const { scores, taste } = scored
  const shown = new Set(chosen)
  if (fresh.some((item) => shown.has(item))) return chosen
  const possible = fresh.filter((item) => scores[item]! > Number.NEGATIVE_INFINITY)
  const isGuest = taste.items.length === 0
  const candidates = isGuest ? possible : mostSuitable(possible, scores)
  const explored = candidates[Math.floor(createRandom(seedOf(seed))() * candidates.length)]
  return explored === undefined ? chosen : [...chosen.slice(0, -1), explored]
}

function mostSuitable(items: Uint32Array, scores: Float64Array): number[] {
  const own = Float64Array.from(items, (item) => scores[item]!)
  return highest(own, EXPLORED).map((place) => items[place]!)
}
