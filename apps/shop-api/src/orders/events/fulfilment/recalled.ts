import type { ShopTime } from '../../../shop/shop-time.ts'
import { isErased, unchanged, withTimeline } from '../../order/order-state.ts'
import { phaseOf } from '../../order/phase.ts'
import type { OrderRecall, OrderRecord, OrderTransition } from '../../order/purchase-store.ts'

/** The shop has recalled a batch that the order was packed from. */
type Recalled = { kind: 'recalled'; productId: string; recall: OrderRecall }

/** The shopper gets one mail. A parcel that is still in the shop is packed again, without the batch. */
export function recallBatch(
  order: OrderRecord,
  { productId, recall }: Recalled,
  { at }: ShopTime,
): OrderTransition {
  const { picks = [], recalls = [], packing } = order.fulfilment
  const { recallId, productName, batch, isMailed } = recall
  const batchText = `${productName}, batch ${batch}`
  const hasBatch = picks.some((pick) => pick.productId === productId && pick.batch === batch)
  if (!hasBatch || recalls.some((each) => each.recallId === recallId)) return unchanged(order)
  if (phaseOf(order).name === 'toHandOver' && packing) {
    const recalledBatch = batchText
    const changed = {
      packing: { begunAt: packing.begunAt },
      contentChangedAt: at.toISOString(),
      recalledBatch,
    }
    const fulfilment = { ...order.fulfilment, ...changed }
    const note = `recalled: ${batchText}`
    return { order: withTimeline({ ...order, fulfilment }, at, 'unpacked', { note }), effects: [] }
  }
  const mails = isMailed && !isErased(order)
  const fulfilment = { ...order.fulfilment, recalls: [...recalls, { ...recall, isMailed: mails }] }
  return {
    order: withTimeline({ ...order, fulfilment }, at, 'recalled', { note: batchText }),
    effects: mails ? [{ kind: 'queueMail', mail: 'recalled', recallId }] : [],
  }
}
