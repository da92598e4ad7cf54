import { type CartChange, applyChange, type Entry, isSameCart, type Quantities } from './cart-model.ts'
import type { CartSnapshot } from './shop-calls.ts'

export type MadeChange = Entry<{
  change: CartChange
  /**
   * The cart in the response. Null for an order, whose response has no cart, and for a replay,
   * whose cart may be newer.
   */
  after: CartSnapshot | null
}>

/** After this many steps the search ends, and the history counts as not explained. */
const STEPS_MAX = 500_000

/**
 * Searches for a sequence of all changes that explains every cart that a client saw. Returns the
 * problems: none if there is such a sequence. The version of the cart in a response is the place of
 * its change in the sequence. Changes without a cart are tried in the places that are left.
 */
export function explainCart(made: readonly MadeChange[], seen: readonly Entry<CartSnapshot>[]): string[] {
  const problems: string[] = []
  const seenQuantities = new Map<number, Quantities>()
  for (const { version, quantities } of seen) {
    const known = seenQuantities.get(version)
    if (known && !isSameCart(known, quantities)) problems.push(`version ${version} was seen in two ways`)
    seenQuantities.set(version, quantities)
  }
  const changeByVersion = new Map<number, MadeChange>()
  for (const entry of made) {
    if (!entry.after) continue
    const { version } = entry.after
    if (changeByVersion.has(version)) problems.push(`two changes made version ${version}`)
    changeByVersion.set(version, entry)
  }
  const lastVersion = Math.max(0, ...seenQuantities.keys())
  // Each change makes one version.
  if (lastVersion !== made.length) problems.push(`${made.length} changes made ${lastVersion} versions`)
  if (problems.length > 0) return problems

  const unplaced = made.filter(({ after }) => !after)
  const timeRanges = timeRangesOf(seen, lastVersion)
  const explained = findLastExplained({ seenQuantities, changeByVersion, lastVersion, timeRanges }, unplaced)
  return explained === lastVersion ? [] : [`no order of changes explains version ${explained + 1}`]
}

/** A version was made after `start` and before `end`. */
type TimeRange = { start: number; end: number }

type Known = {
  seenQuantities: Map<number, Quantities>
  changeByVersion: Map<number, MadeChange>
  lastVersion: number
  timeRanges: TimeRange[]
}

/** Returns the last version that a sequence of changes explains. The search is depth-first. */
function findLastExplained(
  { seenQuantities, changeByVersion, lastVersion, timeRanges }: Known,
  unplaced: readonly MadeChange[],
) {
  let deepest = 0
  const tried = new Set<string>()
  /** The paths that are not finished. Each is a sequence of changes that made `version`. */
  const paths: { quantities: Quantities; left: readonly MadeChange[]; version: number }[] = [
    { quantities: {}, left: unplaced, version: 0 },
  ]
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    const here = paths.pop()
    if (!here) return deepest
    if (here.version === lastVersion) return lastVersion
    deepest = Math.max(deepest, here.version)
    const version = here.version + 1
    const confirmed = changeByVersion.get(version)
    const { start, end } = timeRanges[version] as TimeRange
    // A change whose response arrived before this version was made belongs to an earlier version. A
    // path that did not put it there is wrong.
    if (here.left.some(({ until }) => until <= start)) continue
    const possible = here.left.filter(({ from }) => from < end)
    // Two paths to the same state have the same continuations, so one of them is enough.
    const state = JSON.stringify([version, here.quantities, possible])
    if (tried.has(state)) continue
    tried.add(state)
    for (const candidate of confirmed ? [confirmed] : possible) {
      const quantities = applyChange(here.quantities, candidate.change)
      const known = seenQuantities.get(version)
      if (known && !isSameCart(known, quantities)) continue
      const left = confirmed ? here.left : here.left.filter((other) => other !== candidate)
      paths.push({ quantities, left, version })
    }
  }
  return deepest
}

/**
 * A version was made after the start of every request that saw an earlier version, and before the
 * first response that showed this version or a later one.
 */
function timeRangesOf(seen: readonly Entry<CartSnapshot>[], lastVersion: number): TimeRange[] {
  const ranges = Array.from({ length: lastVersion + 1 }, () => ({
    start: Number.NEGATIVE_INFINITY,
    end: Number.POSITIVE_INFINITY,
  }))
  for (const { version, from, until } of seen) {
    const [next, own] = [ranges[version + 1], ranges[version]]
    if (next) next.start = Math.max(next.start, from)
    if (own) own.end = Math.min(own.end, until)
  }
  // A version is made after all earlier ones and before all later ones.
  for (const [version, range] of ranges.entries()) {
    range.start = Math.max(range.start, ranges[version - 1]?.start ?? range.start)
  }
  for (const [version, range] of [...ranges.entries()].toReversed()) {
    range.end = Math.min(range.end, ranges[version + 1]?.end ?? range.end)
  }
  return ranges
}
