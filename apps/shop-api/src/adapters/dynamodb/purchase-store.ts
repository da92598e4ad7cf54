import type { PurchaseStore } from '../../purchases/purchase-store.ts'
import { beginPurchase } from './begin-purchase.ts'
import { createOrderReads } from './order-reads.ts'
import { persist } from './persist.ts'
import type { DynamoPurchaseStoreDeps } from './purchase-deps.ts'
import { changePurchase, settlePurchase } from './settle-purchase.ts'

export function createDynamoPurchaseStore(options: DynamoPurchaseStoreDeps): PurchaseStore {
  const orders = createOrderReads(options)
  const deps = { ...options, orders }

  return {
    begin(attempt) {
      return deps.inTurn(attempt.userId, () => persist(() => beginPurchase(deps, attempt)))
    },
    settle(purchaseId, settlement) {
      return persist(() => settlePurchase(deps, purchaseId, settlement))
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
    change(purchaseId, move) {
      return persist(() => changePurchase(deps, purchaseId, move))
    },
  }
}
