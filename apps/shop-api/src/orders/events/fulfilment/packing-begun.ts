import type { Operator } from '../../../operator-log/logged-change.ts'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { unchanged, withTimeline } from '../../order/order-state.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { assertNothingOwed } from '../rules/owed-rest.ts'
import { assertNoOtherPacker, assertNotCancelled, assertStatus, withPacker } from '../rules/packing.ts'

/** `by` is undefined when an operator packs many orders at once. */
type PackingBegun = { kind: 'packingBegun'; by?: Operator }

export function beginPacking(order: OrderRecord, { by }: PackingBegun, { at }: ShopTime): OrderTransition {
  assertNotCancelled(order)
  assertNoOtherPacker(order, by, at)
  const { packing } = order.fulfilment
  if (packing) return unchanged(order)
  assertStatus(order, 'CONFIRMED', 'packed')
  assertNothingOwed(order)
  const fulfilment = { ...order.fulfilment, packing: { begunAt: at.toISOString() } }
  const begun = withTimeline({ ...order, fulfilment }, at, 'packingBegun')
  return { order: by === undefined ? begun : withPacker(begun, by, at), effects: [] }
}
