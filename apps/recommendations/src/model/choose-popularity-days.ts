import { rankingGain } from './gain.ts'
import { highest } from './highest.ts'
import type { Histories } from './histories.ts'
import { countTaken, daysBefore } from './popularity.ts'
import { pickSome } from './random.ts'

/** Widest first: everything there is. */
const WIDTHS = [36_500, 90, 30] as const
/** A narrower look must be clearly better, since it knows less. */
const CLEARLY = 1.02
const LEAST_ROWS = 300
const MOST_SHOPPERS = 1500
const EARLIER_SHARE = 0.8
const LIST = 10

/** How far back one must look to foresee best what is taken next, tried on the last fifth of the log. */
export function choosePopularityDays(histories: Histories, itemCount: number, random: () => number): number {
  const cut = histories.times.toSorted()[Math.floor(histories.times.length * EARLIER_SHARE)] ?? 0
  const wanted = wantedAfter(histories, cut, random)
  let chosen: { days: number; gain: number } = { days: WIDTHS[0], gain: 0 }
  for (const days of WIDTHS) {
    const counts = countTaken(histories, itemCount, daysBefore(cut, days), cut)
    if (counts.reduce((sum, count) => sum + count, 0) < LEAST_ROWS) continue
    const ranking = highest(Float64Array.from(counts), LIST)
    const gain = wanted.reduce((sum, items) => sum + rankingGain(ranking, items, LIST), 0)
    if (gain > chosen.gain * CLEARLY) chosen = { days, gain }
  }
  return chosen.days
}

function wantedAfter(histories: Histories, cut: number, random: () => number): Set<number>[] {
  const shoppers = histories.starts.length - 1
  const all: Set<number>[] = []
  for (const shopper of pickSome(shoppers, shoppers, random)) {
    if (all.length === MOST_SHOPPERS) break
    const wanted = new Set<number>()
    const end = histories.starts[shopper + 1]!
    for (let row = histories.starts[shopper]!; row < end; row++) {
      if (histories.times[row]! >= cut) wanted.add(histories.items[row]!)
    }
    if (wanted.size > 0) all.push(wanted)
  }
  return all
}
