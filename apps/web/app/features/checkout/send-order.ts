import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { placePurchase, type Purchase } from '@nashta/contracts/orders/purchase'
import type { FetchShop } from '../../data/fetch-shop.ts'
import type { OrderBody } from './order-body.ts'

export async function sendOrder(
  fetchShop: FetchShop,
  userId: string,
  body: OrderBody,
  key: string,
): Promise<Purchase> {
  const { data } = await fetchShop(placePurchase, {
    params: { userId },
    body,
    headers: { [IDEMPOTENCY_KEY_HEADER]: key },
  })
  return data
}
