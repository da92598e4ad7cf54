import { tracingChannel } from 'node:diagnostics_channel'
import type { PlacePurchaseDeps } from './place-purchase.ts'
import type { OrderRecord } from './purchase-store.ts'
import { type OrderEvent, settleOrder } from './settle-order.ts'

/** Four times the charge timeout. The gateway is assumed to have received every charge by then. */
const EXPIRES_AFTER_MS = 60_000

/** Telemetry watches reconciliations here. */
const reconciliations = tracingChannel<{ name: string; attributes: Record<string, string> }>(
  'nashta.reconciler',
)

export type ReconcileDeps = Pick<PlacePurchaseDeps, 'purchases' | 'payments' | 'now' | 'reportError'> & {
  /** Aborted when another process reconciles from now on. */
  signal?: AbortSignal
}

/**
 * Orders stay unsettled after a crash, or when the gateway does not respond. Asks the gateway for the charge of each one,
 * and settles the order by its outcome.
 */
export function reconcilePurchases(deps: ReconcileDeps): Promise<void> {
  return reconciliations.tracePromise(() => reconcileAll(deps), { name: 'reconcile', attributes: {} })
}

async function reconcileAll(deps: ReconcileDeps) {
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
