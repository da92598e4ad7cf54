import type { BatchPick } from '../../../catalogue/batches/batch-book.ts'
import type { Operator } from '../../../operator-log/logged-change.ts'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { unchanged, withTimeline } from '../../order/order-state.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { assertNothingOwed } from '../rules/owed-rest.ts'
import { assertNoOtherPacker, assertNotCancelled, assertStatus } from '../rules/packing.ts'

/** `picks` are the batches that the packer says; without them, those that expire first. */
type Packed = { kind: 'packed'; by?: Operator; picks?: readonly BatchPick[] | undefined }

export function finishPacking(order: OrderRecord, { by }: Packed, { at }: ShopTime): OrderTransition {
  assertNotCancelled(order)
  const {
    contentChangedAt: _changedAt,
    recalledBatch: _batch,
    packing,
    packer: _packer,
    ...fulfilment
  } = order.fulfilment
  if (packing?.packedAt !== undefined) return unchanged(order)
  assertStatus(order, 'CONFIRMED', 'packed')
  assertNothingOwed(order)
  assertNoOtherPacker(order, by, at)
  const packedAt = at.toISOString()
  const packed = { ...fulfilment, packing: { begunAt: packing?.begunAt ?? packedAt, packedAt } }
  return { order: withTimeline({ ...order, fulfilment: packed }, at, 'packed'), effects: [] }
}
