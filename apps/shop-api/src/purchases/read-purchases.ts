import type { Purchase, PurchasePage } from '@nashta/contracts/orders/purchase'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { OrderRecord, PurchaseStore } from './purchase-store.ts'
import { toPurchase } from './purchase.ts'

type ReadDeps = { purchases: PurchaseStore }

export async function listPurchases(
  { purchases }: ReadDeps,
  userId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<PurchasePage> {
  const page = await purchases.list(userId, { limit: limit + 1, before: readCursor(cursor) })
  const shown = page.slice(0, limit)
  const last = shown.at(-1)
  return {
    purchases: shown.map(toPurchase),
    nextCursor: page.length > limit && last ? last.purchaseId : null,
  }
}

/** Another shopper's order and none at all are the same to whoever asks. */
export async function getPurchase(
  { purchases }: ReadDeps,
  userId: string,
  purchaseId: string,
): Promise<Purchase> {
  const order = await purchases.find(purchaseId)
  if (!order || order.userId !== userId || !isOrder(order)) throw orderNotFound()
  return toPurchase(order)
}

export function orderNotFound() {
  return new ServiceError('ORDER_NOT_FOUND', 'There is no such order')
}

export function isOrder({ state }: OrderRecord) {
  return state === 'placed' || state === 'pending'
}

function readCursor(cursor: string | undefined) {
  if (cursor === undefined || /^[0-9A-HJKMNP-TV-Z]{26}$/.test(cursor)) return cursor
  throw new ServiceError('VALIDATION_FAILED', 'query.cursor: must come from the page before')
}
