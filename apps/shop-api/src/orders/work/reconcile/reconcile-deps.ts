import type { PaymentProvider } from '../../../payments/payments.ts'
import { readShopTime } from '../../../shop/shop-time.ts'
import { type OrderEvent, settleOrder } from '../../events/settle-order.ts'
import type { PlacePurchaseDeps } from '../place-purchase.ts'

export type ReconcileDeps = Pick<
  PlacePurchaseDeps,
  'purchases' | 'providers' | 'shop' | 'now' | 'reportError'
>

export type LaneDeps = ReconcileDeps & {
  /**
   * When the provider was last asked. The key of a payment is the order id. The key of a refund is
   * the order id, a space and the refund id.
   */
  askedAt: Map<string, number>
  signal?: AbortSignal | undefined
}

/** A call to a provider that takes longer has failed, and is repeated later. */
export const CALL_TIMEOUT_MS = 15_000

/**
 * Whether to ask the provider now. The first time is `since`. After it the pauses grow with the time
 * that has passed since then, from the provider's shortest interval to its longest: 1 minute, 2, 4
 * and so on. The growth needs no memory, so a new process asks once more and then goes on.
 */
export function isDue(
  { askedAt, now }: LaneDeps,
  { polling }: PaymentProvider,
  { key, since }: { key: string; since: number },
) {
  if (!polling) return false
  const time = now().getTime()
  const lastAt = askedAt.get(key)
  if (lastAt === undefined || lastAt < since) return since <= time
  const interval = Math.min(Math.max(lastAt - since, polling.intervalMs), polling.intervalMaxMs)
  return lastAt + interval <= time
}

/** Settles the stored order by the event. Returns null when the order no longer exists. */
export async function settleStored(deps: ReconcileDeps, purchaseId: string, event: OrderEvent) {
  const time = await readShopTime(deps)
  return deps.purchases.update(purchaseId, (stored) => settleOrder(stored, event, time))
}
