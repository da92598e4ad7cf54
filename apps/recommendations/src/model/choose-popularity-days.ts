import type { Histories } from './histories.ts'
import { ndcg } from './ndcg.ts'
import { countTaken, daysBefore } from './popularity.ts'
import { pickSome } from './random.ts'
import { topIndexes } from './top-indexes.ts'

/** Longest first: everything. */
const PERIODS = [36_500, 90, 30] as const
/** A shorter period has less data, so it must be better by this factor. */
const MIN_IMPROVEMENT = 1.02
const MIN_ROWS = 300
const SHOPPERS_MAX = 1500
const TRAINING_SHARE = 0.8
const LIST_LENGTH = 10

/** The period of popularity that best predicts the last fifth of the log. */
export function choosePopularityDays(histories: Histories, itemCount: number, random: () => number): number {
  const cut = histories.times.toSorted()[Math.floor(histories.times.length * TRAINING_SHARE)] ?? 0
  const wanted = wantedAfter(histories, cut, random)
  let chosen: { days: number; gain: number } = { days: PERIODS[0], gain: 0 }
  for (const days of PERIODS) {
    const counts = countTaken(histories, itemCount, daysBefore(cut, days), cut)
    if (counts.reduce((sum, count) => sum + count, 0) < MIN_ROWS) continue
    const ranking = topIndexes(Float64Array.from(counts), LIST_LENGTH)
    const gain = wanted.reduce((sum, items) => sum + ndcg(ranking, items, LIST_LENGTH), 0)
    if (gain > chosen.gain * MIN_IMPROVEMENT) chosen = { days, gain }
  }
  return chosen.days
}

function wantedAfter(histories: Histories, cut: number, random: () => number): Set<number>[] {
  const shoppers = histories.starts.length - 1
  const all: Set<number>[] = []
  for (const shopper of pickSome(shoppers, shoppers, random)) {
    if (all.length === SHOPPERS_MAX) break
    const wanted = new Set<number>()
    const end = histories.starts[shopper + 1]!
    for (let row = histories.starts[shopper]!; row < end; row++) {
      if (histories.times[row]! >= cut) wanted.add(histories.items[row]!)
    }
    if (wanted.size > 0) all.push(wanted)
  }
  return all
}
