import { orderNotFound } from '../order/order-state.ts'
import { isVisible } from '../order/phase.ts'
import type { OrderRecord, PurchaseStore } from '../order/purchase-store.ts'

/** Another shopper's order throws the same error as an order that does not exist. */
export async function findOwnOrder(
  { purchases }: { purchases: PurchaseStore },
  userId: string,
  purchaseId: string,
): Promise<OrderRecord> {
  const order = await purchases.find(purchaseId)
  if (!order || order.userId !== userId || !isVisible(order)) throw orderNotFound()
  return order
}
