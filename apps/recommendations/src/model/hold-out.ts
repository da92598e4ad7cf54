import { type Histories, withoutRows } from './histories.ts'
import { pickSome } from './random.ts'

/** More cases take longer and do not change the choice. */
const CASES_MAX = 1500
const HIDDEN_SHARE = 0.2
const MIN_ITEMS = 5
const SHORT_HISTORY_MAX_ROWS = 10

/** A shopper with some products held out from training, and those products. */
export type HeldOutCase = { shopper: number; wanted: ReadonlySet<number> }
export type HoldOut = { training: Histories; cases: HeldOutCase[] }

/**
 * Splits the histories into a training part and held-out cases: the last basket of a shopper where shoppers buy
 * again, some random products where they do not.
 */
export function holdOut(histories: Histories, rebuys: boolean, random: () => number): HoldOut {
  const isHidden = new Uint8Array(histories.items.length)
  const cases: HeldOutCase[] = []
  const shoppers = histories.starts.length - 1
  for (const shopper of pickSome(shoppers, shoppers, random)) {
    if (cases.length === CASES_MAX) break
    const rows = rebuys ? lastBasket(histories, shopper) : someItems(histories, shopper, random)
    if (rows.length === 0) continue
    for (const row of rows) isHidden[row] = 1
    const bought = rows.filter((row) => histories.isPurchase[row])
    cases.push({ shopper, wanted: new Set(bought.map((row) => histories.items[row]!)) })
  }
  return { training: withoutRows(histories, isHidden), cases }
}

/** The training part with only the first few rows of each held-out shopper. */
export function withShortHistories({ training, cases }: HoldOut, random: () => number): Histories {
  const isHidden = new Uint8Array(training.items.length)
  for (const { shopper } of cases) {
    const start = training.starts[shopper]!
    const end = training.starts[shopper + 1]!
    isHidden.fill(1, Math.min(end, start + 1 + Math.floor(random() * SHORT_HISTORY_MAX_ROWS)), end)
  }
  return withoutRows(training, isHidden)
}

/** The rows of the last basket, with the views and cart rows since the one before; none for a single basket. */
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
  if (items.length < MIN_ITEMS) return []
  const places = pickSome(items.length, Math.round(items.length * HIDDEN_SHARE), random)
  const hidden = new Set(Array.from(places, (place) => items[place]))
  return rows.filter((row) => hidden.has(histories.items[row]))
}

function rowsOf({ starts }: Histories, shopper: number): number[] {
  const start = starts[shopper]!
  return Array.from({ length: starts[shopper + 1]! - start }, (_, index) => start + index)
}
