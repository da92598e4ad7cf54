import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { dataReply } from '@nashta/contracts/api/reply'
import { getLinkedOrder, type LinkedOrder } from '@nashta/contracts/orders/order-link'
import {
  getPurchase,
  listPurchases,
  type Purchase,
  type PurchasePage,
  purchasePageSchema,
  purchaseSchema,
} from '@nashta/contracts/orders/purchase'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { fetchShop } from '../../data/calls/fetch-shop.ts'

/** How the browser reaches an order: as its shopper, or by its link. */
export type OrderAccess = { userId: string; orderId: string } | { token: string }

/** An order as its shopper sees it, or as its link shows it. */
export type ShownOrder = Purchase | LinkedOrder

/** The key contains the shopper's id, so that the next shopper never sees cached orders of the last one. */
export function ordersKey(userId: string) {
  return ['orders', userId]
}

/** How many orders the history page loads at a time. */
const PAGE_SIZE = 20

export function ordersQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: [...ordersKey(userId), 'all'],
    queryFn: ({ pageParam: cursor, signal }) =>
      fetchOrders(fetchShop, userId, { limit: PAGE_SIZE, cursor }, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

export function orderQuery(access: OrderAccess) {
  return queryOptions({
    queryKey: orderKey(access),
    queryFn: async ({ signal }): Promise<ShownOrder> => {
      if ('token' in access) return (await fetchShop(getLinkedOrder, { params: access, signal })).data
      const { orderId } = access
      return (await fetchShop(getPurchase, { params: { orderId }, signal })).data
    },
  })
}

function orderKey(access: OrderAccess) {
  if ('token' in access) return ['order-links', access.token]
  return [...ordersKey(access.userId), 'one', access.orderId]
}

export function newestOrderQuery(userId: string) {
  return queryOptions({
    queryKey: [...ordersKey(userId), 'newest'],
    queryFn: () => fetchNewestOrder(userId),
  })
}

/** Null before the shopper's first order. */
export async function fetchNewestOrder(userId: string): Promise<Purchase | null> {
  const { purchases } = await fetchOrders(fetchShop, userId, { limit: 1 })
  return purchases[0] ?? null
}

type OrderListQuery = { limit?: number; cursor?: string | undefined }

/** Our Shop API replies with a page; another implementation of the API may reply with a bare list. */
const listOrders = {
  ...listPurchases,
  reply: dataReply(z.union([purchasePageSchema, z.array(purchaseSchema)])),
}

/** A page of orders, newest first. A bare list counts as the only page. */
export async function fetchOrders(
  fetchShop: FetchShop,
  userId: string,
  query: OrderListQuery,
  signal?: AbortSignal,
): Promise<PurchasePage> {
  const { data } = await fetchShop(listOrders, { params: { userId }, query, ...(signal && { signal }) })
  return Array.isArray(data) ? { purchases: data, nextCursor: null } : data
}
