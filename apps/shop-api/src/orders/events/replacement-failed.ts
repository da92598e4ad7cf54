import { unchanged } from '../order/order-state.ts'
import type { OrderRecord, OrderTransition } from '../order/purchase-store.ts'
import { withoutReplacements } from '../order/replacements.ts'

/** The order that should replace units of this one could not be placed. */
type ReplacementFailed = { kind: 'replacementFailed'; purchaseId: string }

/** Takes the link off the order, and the event that told of it. */
export function forgetReplacement(order: OrderRecord, { purchaseId }: ReplacementFailed): OrderTransition {
  return unchanged(withoutReplacements(order, (each) => each.purchaseId === purchaseId))
}
