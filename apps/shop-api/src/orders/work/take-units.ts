import type { StockEntryKind } from '@nashta/contracts/stock/stock'
import type { OrderEffect, OrderLine, OrderRecord, TakenStock } from '../order/purchase-store.ts'
import { outOfStock } from '../order/purchase.ts'
import { addUnits, lineOfUnits } from '../order/stock.ts'

/** The units that a stored order takes, and the kind of their entries in the history of the stock. */
export type Taking = { lines: readonly OrderLine[]; kind: Extract<StockEntryKind, 'order' | 'edited'> }

/** An order that is revived takes the units of all its lines, an edited order only the added ones. */
export function takingOf(order: OrderRecord, effects: readonly OrderEffect[]): Taking | null {
  for (const effect of effects) {
    if (effect.kind === 'takeStock') return { lines: order.lines, kind: 'order' }
    if (effect.kind === 'takeUnits')
      return { lines: effect.units.map((unit) => lineOfUnits(order, unit)), kind: 'edited' }
  }
  return null
}

type KnownProducts = { knownIds: ReadonlySet<string>; countedIds: ReadonlySet<string> }

/** The lines of products with a limited stock. A product that was removed counts as sold out. */
export function countedLines(
  lines: readonly OrderLine[],
  { knownIds, countedIds }: KnownProducts,
): OrderLine[] {
  const removed = lines.find(({ productId }) => !knownIds.has(productId))
  if (removed) throw outOfStock(removed, 0)
  return lines.filter(({ productId }) => countedIds.has(productId))
}

/** The order with further units. */
export function withTaken(order: OrderRecord, units: readonly TakenStock[]): OrderRecord {
  const added = units.map(({ productId, quantity }) => ({ productId, quantity }))
  return { ...order, taken: addUnits(order.taken, added) }
}
