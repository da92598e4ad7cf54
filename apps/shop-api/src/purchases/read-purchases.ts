import type { Purchase, PurchasePage } from '@nashta/contracts/orders/purchase'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { PurchaseStore } from './purchase-store.ts'
import { toPurchase } from './purchase.ts'
import { isAccepted, orderNotFound } from './settle-order.ts'

type ReadDeps = { purchases: PurchaseStore }

export async function listPurchases(
  { purchases }: ReadDeps,
  userId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<PurchasePage> {
  // One order more than shown tells whether there is a next page.
  const page = await purchases.list(userId, { limit: limit + 1, before: parseCursor(cursor) })
  const shown = page.slice(0, limit)
  const last = shown.at(-1)
  return {
    purchases: shown.map(toPurchase),
    nextCursor: page.length > limit && last ? last.purchaseId : null,
  }
}

/** Another shopper's order gets the same response as an order that does not exist. */
export async function getPurchase(
  { purchases }: ReadDeps,
  userId: string,
  purchaseId: string,
): Promise<Purchase> {
  const order = await purchases.find(purchaseId)
  if (!order || order.userId !== userId || !isAccepted(order)) throw orderNotFound()
  return toPurchase(order)
}

/** A cursor is the id of the last order of the previous page, e.g. `01JGAAAAAAAAAAAAAAAAAAAAA1`. */
function parseCursor(cursor: string | undefined) {
  if (cursor === undefined || /^[0-9A-HJKMNP-TV-Z]{26}$/.test(cursor)) return cursor
  throw new ServiceError('VALIDATION_FAILED', 'query.cursor: must come from the page before')
}
