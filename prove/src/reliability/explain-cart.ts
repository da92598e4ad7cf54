import { type CartChange, applyChange, type Entry, sameQuantities, type Quantities } from './cart-model.ts'
import type { CartSnapshot } from './shop-calls.ts'

/** One change of a cart and the cart in its response; null when the response was lost or for an order. */
export type MadeChange = Entry<{ change: CartChange; after: CartSnapshot | null }>

/** A search that takes more steps is given up, and counts as no explanation. */
const STEPS_MAX = 500_000

/**
 * Searches for a sequence of all changes that explains every cart that a client saw, and returns what has no
 * explanation. Versions give the place of changes whose response arrived; the others fill the gaps.
 */
export function explainCart(made: readonly MadeChange[], seen: readonly Entry<CartSnapshot>[]): string[] {
  const problems: string[] = []
  const states = new Map<number, Quantities>()
  for (const { version, quantities } of seen) {
    const known = states.get(version)
    if (known && !sameQuantities(known, quantities)) problems.push(`version ${version} was seen in two ways`)
    states.set(version, quantities)
  }
  const byVersion = new Map<number, MadeChange>()
  for (const entry of made) {
    if (!entry.after) continue
    if (byVersion.has(entry.after.version)) problems.push(`two changes made version ${entry.after.version}`)
    byVersion.set(entry.after.version, entry)
  }
  const last = Math.max(0, ...states.keys())
  // Each change makes one version.
  if (last !== made.length) problems.push(`${made.length} changes made ${last} versions`)
  if (problems.length > 0) return problems

  const unplaced = made.filter(({ after }) => !after)
  const explained = explainedUpTo({ states, byVersion, last, times: timesOf(seen, last) }, unplaced)
  return explained === last ? [] : [`no order of changes explains version ${explained + 1}`]
}

/** A version was made between these two times. */
type Time = { after: number; before: number }

type Known = {
  states: Map<number, Quantities>
  byVersion: Map<number, MadeChange>
  last: number
  times: Time[]
}

/** The last version that can be explained. */
function explainedUpTo({ states, byVersion, last, times }: Known, unplaced: readonly MadeChange[]) {
  let deepest = 0
  const tried = new Set<string>()
  const paths: { quantities: Quantities; left: readonly MadeChange[]; version: number }[] = [
    { quantities: {}, left: unplaced, version: 0 },
  ]
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    const here = paths.pop()
    if (!here || here.version === last) return here?.version ?? deepest
    deepest = Math.max(deepest, here.version)
    const version = here.version + 1
    const confirmed = byVersion.get(version)
    const time = times[version] as Time
    // A change whose response arrived before this version was made cannot follow, so the path is abandoned.
    if (here.left.some(({ until }) => until <= time.after)) continue
    const possible = here.left.filter(({ from }) => from < time.before)
    // Two paths to the same state have the same continuations, so one of them is enough.
    const state = JSON.stringify([version, here.quantities, possible])
    if (tried.has(state)) continue
    tried.add(state)
    for (const candidate of confirmed ? [confirmed] : possible) {
      const quantities = applyChange(here.quantities, candidate.change)
      const known = states.get(version)
      if (known && !sameQuantities(known, quantities)) continue
      const left = confirmed ? here.left : here.left.filter((other) => other !== candidate)
      paths.push({ quantities, left, version })
    }
  }
  return deepest
}

/** A version was made after the start of every request that saw an earlier one, and before the first response with it. */
function timesOf(seen: readonly Entry<CartSnapshot>[], last: number) {
  const times = Array.from({ length: last + 1 }, () => ({
    after: Number.NEGATIVE_INFINITY,
    before: Number.POSITIVE_INFINITY,
  }))
  for (const { version, from, until } of seen) {
    const [next, own] = [times[version + 1], times[version]]
    if (next) next.after = Math.max(next.after, from)
    if (own) own.before = Math.min(own.before, until)
  }
  // A version is made after all earlier ones and before all later ones.
  for (const [version, time] of times.entries()) {
    time.after = Math.max(time.after, times[version - 1]?.after ?? time.after)
  }
  for (const [version, time] of [...times.entries()].toReversed()) {
    time.before = Math.min(time.before, times[version + 1]?.before ?? time.before)
  }
  return times
}
