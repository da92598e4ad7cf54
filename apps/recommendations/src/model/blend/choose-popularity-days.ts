import { countShoppers, type Histories } from '../histories.ts'
import { pickSome } from '../numerics/random.ts'
import { topIndexes } from '../numerics/top-indexes.ts'
import { countInteractions, daysBefore } from '../popularity.ts'
import { ndcg } from './ndcg.ts'

/** In days, the longest first. The first, 100 years, includes all interactions. */
const PERIODS = [36_500, 90, 30] as const
/** A shorter period has less data, so it is chosen only if it is better by this factor. */
const MIN_IMPROVEMENT = 1.02
/** A period with fewer interactions, weighted as in `countInteractions`, is skipped. */
const MIN_INTERACTIONS = 300
/** Bounds the time that the choice takes. */
const SHOPPERS_MAX = 1500
/** The first four fifths of the interactions are used to predict the last fifth. */
const TRAINING_SHARE = 0.8
const LIST_LENGTH = 10

/** Chooses the period whose most popular products best predict the last fifth of the interactions. */
export function choosePopularityDays(histories: Histories, itemCount: number, random: () => number): number {
  const trainingEnd = histories.times.toSorted()[Math.floor(histories.times.length * TRAINING_SHARE)] ?? 0
  const laterItems = itemsSince(trainingEnd, histories, random)
  let chosen: { days: number; totalNdcg: number } = { days: PERIODS[0], totalNdcg: 0 }
  for (const days of PERIODS) {
    const counts = countInteractions(histories, itemCount, daysBefore(trainingEnd, days), trainingEnd)
    if (counts.reduce((sum, count) => sum + count, 0) < MIN_INTERACTIONS) continue
    const ranking = topIndexes(Float64Array.from(counts), LIST_LENGTH)
    const totalNdcg = laterItems.reduce((sum, items) => sum + ndcg(ranking, items, LIST_LENGTH), 0)
    if (totalNdcg > chosen.totalNdcg * MIN_IMPROVEMENT) chosen = { days, totalNdcg }
  }
  return chosen.days
}

/**
 * For each of up to `SHOPPERS_MAX` random shoppers, the products of the interactions since `time`.
 * Shoppers without such interactions are skipped.
 */
function itemsSince(time: number, histories: Histories, random: () => number): Set<number>[] {
  const shopperCount = countShoppers(histories)
  const byShopper: Set<number>[] = []
  // All shoppers in random order.
  for (const shopper of pickSome(shopperCount, shopperCount, random)) {
    if (byShopper.length === SHOPPERS_MAX) break
    const items = new Set<number>()
    const end = histories.starts[shopper + 1]!
    for (let row = histories.starts[shopper]!; row < end; row++) {
      if (histories.times[row]! >= time) items.add(histories.items[row]!)
    }
    if (items.size > 0) byShopper.push(items)
  }
  return byShopper
}
