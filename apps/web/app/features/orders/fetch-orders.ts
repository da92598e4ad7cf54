import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { dataReply } from '@nashta/contracts/api/reply'
import {
  listPurchases,
  type PurchasePage,
  purchasePageSchema,
  purchaseSchema,
} from '@nashta/contracts/orders/purchase'
import * as z from 'zod/mini'

export type OrderPageQuery = { limit?: number; cursor?: string | undefined }

/** Our server replies with a page; others may reply with a bare list. */
const listOrders = {
  ...listPurchases,
  reply: dataReply(z.union([purchasePageSchema, z.array(purchaseSchema)])),
}

/** Newest first. A server that replies with a bare list has one page only. */
export async function fetchOrders(
  fetchShop: FetchShop,
  userId: string,
  query: OrderPageQuery,
  signal?: AbortSignal,
): Promise<PurchasePage> {
  const { data } = await fetchShop(listOrders, { params: { userId }, query, ...(signal && { signal }) })
  return Array.isArray(data) ? { purchases: data, nextCursor: null } : data
}
