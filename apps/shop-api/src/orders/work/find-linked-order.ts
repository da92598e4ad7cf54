import { isOpenedBy, purchaseIdOfToken } from '../order/order-link.ts'
import { orderNotFound } from '../order/order-state.ts'
import type { OrderRecord, PurchaseStore } from '../order/purchase-store.ts'

/** Every wrong token gets the same error, which does not reveal whether the order exists. */
export async function findLinkedOrder(
  { purchases }: { purchases: PurchaseStore },
  token: string,
): Promise<OrderRecord> {
  const purchaseId = purchaseIdOfToken(token)
  const order = purchaseId === null ? null : await purchases.find(purchaseId)
  if (!order || !isOpenedBy(order, token)) throw orderNotFound()
  return order
}
