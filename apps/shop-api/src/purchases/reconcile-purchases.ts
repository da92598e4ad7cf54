import { toSettlement } from './place-purchase.ts'
import type { PlacePurchaseDeps } from './place-purchase.ts'
import type { OrderRecord } from './purchase-store.ts'

/** A charge may still be on its way; only long after everyone has stopped waiting is it known not to be. */
const LEFT_ALONE_MS = 60_000

export type ReconcileDeps = Pick<PlacePurchaseDeps, 'purchases' | 'payments' | 'now' | 'reportError'>

/** Finishes what a crash or a silent gateway left open, by asking the gateway with the order's key. */
export async function reconcilePurchases(deps: ReconcileDeps): Promise<void> {
  for (const order of await deps.purchases.unsettled(deps.now())) {
    try {
      await reconcile(deps, order)
    } catch (error) {
      deps.reportError(error)
    }
  }
}

async function reconcile({ purchases, payments, now }: ReconcileDeps, order: OrderRecord) {
  const outcome = await payments.find(order.purchaseId)
  if (outcome?.kind === 'unknown') return
  if (outcome) {
    await purchases.settle(order.purchaseId, toSettlement(outcome))
    return
  }
  const age = now().getTime() - Date.parse(order.purchaseDate)
  if (age > LEFT_ALONE_MS) await purchases.settle(order.purchaseId, { kind: 'void' })
}
