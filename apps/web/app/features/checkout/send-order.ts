import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { placePurchase, type Purchase } from '@nashta/contracts/orders/purchase'
import type { OrderBody } from './order-body.ts'

export async function sendOrder(
  fetchShop: FetchShop,
  userId: string,
  body: OrderBody,
  idempotencyKey: string,
): Promise<Purchase> {
  const { data } = await fetchShop(placePurchase, { params: { userId }, body, idempotencyKey })
  return data
}
