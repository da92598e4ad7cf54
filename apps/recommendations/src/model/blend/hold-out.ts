import { countShoppers, type Histories, withoutRows } from '../histories.ts'
import { pickSome } from '../numerics/random.ts'

/** More cases would take longer and not change the chosen blend. */
const CASES_MAX = 1500
/** In a shop without repeat purchases, this share of a shopper's products is held out. */
const HELD_OUT_SHARE = 0.2
/** In a shop without repeat purchases, a shopper with fewer products is left out. */
const MIN_ITEMS = 5
const SHORT_HISTORY_MAX_ROWS = 10

/**
 * `wanted` has the products that the shopper bought in the held-out rows. A good blend suggests
 * these products.
 */
export type HeldOutCase = { shopper: number; wanted: ReadonlySet<number> }
export type HoldOut = { training: Histories; cases: HeldOutCase[] }

/**
 * Splits the histories into a training part and the held-out rows of up to `CASES_MAX` random
 * shoppers: the last basket if shoppers buy again, otherwise some random products.
 */
export function holdOut(histories: Histories, hasRepeatPurchases: boolean, random: () => number): HoldOut {
  const isHeldOut = new Uint8Array(histories.items.length)
  const cases: HeldOutCase[] = []
  const shopperCount = countShoppers(histories)
  // All shoppers in random order.
  for (const shopper of pickSome(shopperCount, shopperCount, random)) {
    if (cases.length === CASES_MAX) break
    const rows = hasRepeatPurchases
      ? lastBasketRows(histories, shopper)
      : someProductRows(histories, shopper, random)
    if (rows.length === 0) continue
    for (const row of rows) isHeldOut[row] = 1
    const bought = rows.filter((row) => histories.isPurchase[row])
    cases.push({ shopper, wanted: new Set(bought.map((row) => histories.items[row]!)) })
  }
  return { training: withoutRows(histories, isHeldOut), cases }
}

/** The training part, but the shoppers of the cases keep only a random number of their first rows. */
export function withShortHistories({ training, cases }: HoldOut, random: () => number): Histories {
  const isHidden = new Uint8Array(training.items.length)
  for (const { shopper } of cases) {
    const start = training.starts[shopper]!
    const end = training.starts[shopper + 1]!
    const length = 1 + Math.floor(random() * SHORT_HISTORY_MAX_ROWS)
    isHidden.fill(1, start + length, end)
  }
  return withoutRows(training, isHidden)
}

/**
 * The rows of the shopper's last basket, and the views and cart lines after it, which have the same
 * number in `Histories.baskets`. Empty if the shopper has fewer than two baskets.
 */
function lastBasketRows(histories: Histories, shopper: number): number[] {
  const rows = rowsOf(histories, shopper)
  // Baskets are numbered from 1, so this is also their count.
  const lastBasket = Math.max(0, ...rows.map((row) => histories.baskets[row]!))
  return lastBasket < 2 ? [] : rows.filter((row) => histories.baskets[row] === lastBasket)
}

/** The rows of some random products that the shopper bought. */
function someProductRows(histories: Histories, shopper: number, random: () => number): number[] {
  const rows = rowsOf(histories, shopper)
  const bought = rows.filter((row) => histories.isPurchase[row])
  const items = [...new Set(bought.map((row) => histories.items[row]!))]
  if (items.length < MIN_ITEMS) return []
  const indexes = pickSome(items.length, Math.round(items.length * HELD_OUT_SHARE), random)
  const hidden = new Set(Array.from(indexes, (index) => items[index]))
  return rows.filter((row) => hidden.has(histories.items[row]))
}

function rowsOf({ starts }: Histories, shopper: number): number[] {
  const start = starts[shopper]!
  return Array.from({ length: starts[shopper + 1]! - start }, (_, index) => start + index)
}
