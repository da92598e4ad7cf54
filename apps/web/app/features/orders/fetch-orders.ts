import { listPurchases, type PurchasePage } from '@nashta/contracts/purchase'
import { purchasesOf } from '@nashta/contracts/purchases-of'
import { purchasesReply } from '@nashta/contracts/purchases-reply'
import type { FetchShop } from '../../data/fetch-shop.ts'

export type OrderPageQuery = { limit?: number; cursor?: string | undefined }

const listOrders = { ...listPurchases, reply: purchasesReply }

/** Newest first. A server that answers with a bare list has one page only. */
export async function fetchOrders(
  fetchShop: FetchShop,
  userId: string,
  query: OrderPageQuery,
  signal?: AbortSignal,
): Promise<PurchasePage> {
  const { data } = await fetchShop(listOrders, { params: { userId }, query, ...(signal && { signal }) })
  return { purchases: purchasesOf(data), nextCursor: Array.isArray(data) ? null : data.nextCursor }
}
