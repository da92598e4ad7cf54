import type { Histories } from './histories.ts'

const DAY_MS = 86_400_000

/**
 * The weighted number of each product's interactions between the times `from` and `to`, `to`
 * excluded. An interaction counts as much as its strength, but at most 1.
 */
export function countInteractions(
  histories: Histories,
  itemCount: number,
  from: number,
  to: number,
): Float32Array {
  const counts = new Float32Array(itemCount)
  histories.items.forEach((item, row) => {
    const at = histories.times[row]!
    if (at < from || at >= to) return
    counts[item] = counts[item]! + Math.min(1, histories.strengths[row]!)
  })
  return counts
}

export function daysBefore(time: number, days: number): number {
  return time - days * DAY_MS
}
