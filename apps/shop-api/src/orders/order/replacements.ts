import { illegalTransition } from './order-state.ts'
import type { OrderRecord, Replacement } from './purchase-store.ts'
import { unitsOf } from './stock.ts'

/** Why a replacement sends nothing, by the id of its order. */
export type GoneReplacements = ReadonlyMap<string, NonNullable<Replacement['gone']>>

/** The links to the orders that send units of this one, or have sent them. */
export function standingReplacements({ fulfilment: { replacements = [] } }: OrderRecord): Replacement[] {
  return replacements.filter(({ gone }) => gone === undefined)
}

/** The units of the product that are sent once more. */
export function replacedUnits(order: OrderRecord, productId: string): number {
  return standingReplacements(order).reduce((sum, { units }) => sum + unitsOf(units, productId), 0)
}

export function isReplaced(order: OrderRecord): boolean {
  return standingReplacements(order).length > 0
}

/** Units that were replaced are not refunded as well. */
export function assertNotReplaced(order: OrderRecord) {
  if (isReplaced(order)) throw replacementStands()
}

export function replacementStands() {
  return illegalTransition('Cancel the replacement first')
}

/** The order with what its replacements have become. The same object if none is gone. */
export function withGoneReplacements(order: OrderRecord, gone: GoneReplacements): OrderRecord {
  const { replacements } = order.fulfilment
  if (!replacements?.some((each) => gone.has(each.purchaseId) && each.gone === undefined)) return order
  const marked = replacements.map((each): Replacement => {
    const why = each.gone ?? gone.get(each.purchaseId)
    return why === undefined ? each : Object.assign({}, each, { gone: why })
  })
  return { ...order, fulfilment: { ...order.fulfilment, replacements: marked } }
}

/** The order without these links, and without the events that told of them. */
export function withoutReplacements(
  order: OrderRecord,
  isRemoved: (replacement: Replacement) => boolean,
): OrderRecord {
  const { replacements = [], ...fulfilment } = order.fulfilment
  const removed = replacements.filter(isRemoved)
  if (removed.length === 0) return order
  const left = replacements.filter((each) => !removed.includes(each))
  const times = new Set(removed.map(({ at }) => at))
  return {
    ...order,
    timeline: order.timeline.filter(({ kind, at }) => kind !== 'replaced' || !times.has(at)),
    fulfilment: { ...fulfilment, ...(left.length > 0 && { replacements: left }) },
  }
}
