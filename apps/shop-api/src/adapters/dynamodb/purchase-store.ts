import type { PurchaseStore } from '../../purchases/purchase-store.ts'
import { beginPurchase } from './begin-purchase.ts'
import type { DynamoPurchaseStoreDeps } from './order-effects.ts'
import { createOrderReads } from './order-reads.ts'
import { updatePurchase } from './update-purchase.ts'
import { withRetries } from './with-retries.ts'

export function createDynamoPurchaseStore(options: DynamoPurchaseStoreDeps): PurchaseStore {
  const orders = createOrderReads(options)
  const deps = { ...options, orders }

  return {
    begin(request) {
      return deps.mutex(request.attempt.userId, () => withRetries(() => beginPurchase(deps, request)))
    },
    update(purchaseId, transition) {
      return withRetries(() => updatePurchase(deps, purchaseId, transition))
    },
    async find(purchaseId) {
      return (await orders.find(purchaseId))?.order ?? null
    },
    list(userId, { limit, before }) {
      return orders.page(userId, limit, before)
    },
    unsettled(before) {
      return orders.unsettled(before)
    },
  }
}
