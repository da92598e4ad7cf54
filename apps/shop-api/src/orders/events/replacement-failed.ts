import { unchanged } from '../order/order-state.ts'
import type { OrderRecord, OrderTransition } from '../order/purchase-store.ts'

/** The order that should replace units of this one could not be placed. */
type ReplacementFailed = { kind: 'replacementFailed'; purchaseId: string }

/** Takes the link off the order, and the event that told of it. */
export function forgetReplacement(order: OrderRecord, { purchaseId }: ReplacementFailed): OrderTransition {
  const { replacements = [], ...fulfilment } = order.fulfilment
  const left = replacements.filter((each) => each.purchaseId !== purchaseId)
  if (left.length === replacements.length) return unchanged(order)
  const told = order.timeline.findLastIndex(({ kind }) => kind === 'replaced')
  return {
    order: {
      ...order,
      timeline: order.timeline.filter((_event, index) => index !== told),
      fulfilment: { ...fulfilment, ...(left.length > 0 && { replacements: left }) },
    },
    effects: [],
  }
}
