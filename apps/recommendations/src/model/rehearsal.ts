import { type Histories, withoutRows } from './histories.ts'
import { pickSome } from './random.ts'

/** More would only take longer: the differences that matter show with so many. */
const MOST_CASES = 1500
const HIDDEN_SHARE = 0.2
const LEAST_ITEMS = 5
const NEWCOMER_ROWS = 10

/** A shopper some of whose products are hidden from the training, and those products. */
export type Case = { shopper: number; wanted: ReadonlySet<number> }
export type Rehearsal = { training: Histories; cases: Case[] }

/**
 * Hides a part of what is known, so that mixes can be tried on it: the last basket where people buy again,
 * some products at random where nobody does.
 */
export function rehearse(histories: Histories, rebuys: boolean, random: () => number): Rehearsal {
  const isHidden = new Uint8Array(histories.items.length)
  const cases: Case[] = []
  const shoppers = histories.starts.length - 1
  for (const shopper of pickSome(shoppers, shoppers, random)) {
    if (cases.length === MOST_CASES) break
    const rows = rebuys ? lastBasket(histories, shopper) : someItems(histories, shopper, random)
    if (rows.length === 0) continue
    for (const row of rows) isHidden[row] = 1
    const bought = rows.filter((row) => histories.isPurchase[row])
    cases.push({ shopper, wanted: new Set(bought.map((row) => histories.items[row]!)) })
  }
  return { training: withoutRows(histories, isHidden), cases }
}

/** The same shoppers when only their first few rows were known. */
export function asNewcomers({ training, cases }: Rehearsal, random: () => number): Histories {
  const isHidden = new Uint8Array(training.items.length)
  for (const { shopper } of cases) {
    const start = training.starts[shopper]!
    const end = training.starts[shopper + 1]!
    isHidden.fill(1, Math.min(end, start + 1 + Math.floor(random() * NEWCOMER_ROWS)), end)
  }
  return withoutRows(training, isHidden)
}

/** And what was looked at for it; nothing if it is the only basket. */
function lastBasket(histories: Histories, shopper: number): number[] {
  const rows = rowsOf(histories, shopper)
  const baskets = rows.filter((row) => histories.isPurchase[row]).map((row) => histories.baskets[row]!)
  const last = Math.max(0, ...baskets)
  return last < 2 ? [] : rows.filter((row) => histories.baskets[row] === last)
}

function someItems(histories: Histories, shopper: number, random: () => number): number[] {
  const rows = rowsOf(histories, shopper)
  const bought = rows.filter((row) => histories.isPurchase[row])
  const items = [...new Set(bought.map((row) => histories.items[row]!))]
  if (items.length < LEAST_ITEMS) return []
  const places = pickSome(items.length, Math.round(items.length * HIDDEN_SHARE), random)
  const hidden = new Set(Array.from(places, (place) => items[place]))
  return rows.filter((row) => hidden.has(histories.items[row]))
}

function rowsOf({ starts }: Histories, shopper: number): number[] {
  const start = starts[shopper]!
  return Array.from({ length: starts[shopper + 1]! - start }, (_, index) => start + index)
}
