import { isOpenedBy, purchaseIdOfToken } from './order-link.ts'
import { orderNotFound } from './order-state.ts'
import type { OrderRecord, PurchaseStore } from './purchase-store.ts'

/** A token that opens no order gets the same response, whatever is wrong with it. */
export async function findLinkedOrder(
  { purchases }: { purchases: PurchaseStore },
  token: string,
): Promise<OrderRecord> {
  const purchaseId = purchaseIdOfToken(token)
  const order = purchaseId === null ? null : await purchases.find(purchaseId)
  if (!order || !isOpenedBy(order, token)) throw orderNotFound()
  return order
}
