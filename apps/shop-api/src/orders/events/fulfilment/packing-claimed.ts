import type { Operator } from '../../../operator-log/logged-change.ts'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { illegalTransition } from '../../order/order-state.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { assertNothingOwed } from '../rules/owed-rest.ts'
import { assertNoOtherPacker, assertNotCancelled, assertStatus, withPacker } from '../rules/packing.ts'

/** A packer has opened the order. While they work with it, no other packer may. */
type PackingClaimed = { kind: 'packingClaimed'; by: Operator }

/** The order with its packer. Only they may take the next steps, until they are idle for too long. */
export function claimPacking(order: OrderRecord, { by }: PackingClaimed, { at }: ShopTime): OrderTransition {
  assertNotCancelled(order)
  assertStatus(order, 'CONFIRMED', 'packed')
  assertNothingOwed(order)
  if (order.fulfilment.packing?.packedAt !== undefined) throw illegalTransition('The order is packed')
  assertNoOtherPacker(order, by, at)
  return { order: withPacker(order, by, at), effects: [] }
}
