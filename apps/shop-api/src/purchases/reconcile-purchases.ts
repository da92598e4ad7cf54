import type { PlacePurchaseDeps } from './place-purchase.ts'
import type { OrderRecord } from './purchase-store.ts'
import { type OrderEvent, settleOrder } from './settle-order.ts'

/** Four times the charge timeout: no request for the charge of an older order can be in flight. */
const EXPIRES_AFTER_MS = 60_000

export type ReconcileDeps = Pick<PlacePurchaseDeps, 'purchases' | 'payments' | 'now' | 'reportError'> & {
  /** Aborted when another process reconciles from now on. */
  signal?: AbortSignal
}

/** Settles orders that were left unsettled by a crash or a gateway that did not respond, by the gateway's records. */
export async function reconcilePurchases(deps: ReconcileDeps): Promise<void> {
  for (const order of await deps.purchases.listUnsettled(deps.now())) {
    if (deps.signal?.aborted) return
    try {
      await reconcile(deps, order)
    } catch (error) {
      deps.reportError(error)
    }
  }
}

async function reconcile(
  { purchases, payments, now }: ReconcileDeps,
  { purchaseId, purchaseDate }: OrderRecord,
) {
  const outcome = await payments.findCharge(purchaseId)
  const isExpired = now().getTime() - Date.parse(purchaseDate) > EXPIRES_AFTER_MS
  const event: OrderEvent | null = outcome ?? (isExpired ? { kind: 'expired' } : null)
  if (!event || event.kind === 'unknown') return
  await purchases.update(purchaseId, (order) => settleOrder(order, event))
}
