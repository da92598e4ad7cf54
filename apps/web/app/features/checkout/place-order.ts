import type { Purchase } from '@nashta/contracts/orders/purchase'
import type { CheckoutAttempt } from './checkout-attempt.ts'
import type { KeptAttempt } from './kept-attempt.ts'
import type { OrderBody } from './order-body.ts'
import { checkOrder, isFinal, type Outcome, settleOrder } from './settle-order.ts'

export type PlaceOrderDeps = {
  attempts: KeptAttempt
  send: (body: OrderBody, key: string) => Promise<Purchase>
  /** The shopper's last order; null before the first. */
  newestOrder: () => Promise<Purchase | null>
  wait: (ms: number) => Promise<void>
  hasLeft: () => boolean
  onUnsure: () => void
}

/** One attempt to buy: whatever happens on the way, at most one order comes of it. */
export async function placeOrder(
  deps: PlaceOrderDeps,
  attempt: CheckoutAttempt,
  body: OrderBody,
): Promise<Outcome> {
  let { after } = attempt
  const find = () => findNewer(deps, after)

  async function send() {
    if (after === undefined) after = (await deps.newestOrder())?.purchaseId ?? null
    deps.attempts.sending(attempt, after)
    return deps.send(body, attempt.key)
  }

  const outcome = await settleOrder({ ...deps, find, send })
  if (outcome.kind !== 'refused') return concluded(deps, outcome)

  if (outcome.error.code === 'IDEMPOTENCY_KEY_REUSED') {
    // The key went out before, with another card or address, and whether that order arrived is not known.
    deps.onUnsure()
    const earlier = await checkOrder({ ...deps, find })
    if (earlier.kind === 'not-placed') deps.attempts.close()
    return concluded(deps, earlier)
  }
  if (isFinal(outcome.error)) deps.attempts.close()
  else if (outcome.lost === 0 && !attempt.unsure) deps.attempts.neverArrived()
  return outcome
}

/** What became of an order that this tab sent before it was loaded again. */
export async function recoverOrder(deps: PlaceOrderDeps, { after }: CheckoutAttempt): Promise<Outcome> {
  return concluded(deps, await checkOrder({ ...deps, find: () => findNewer(deps, after) }))
}

async function findNewer({ newestOrder }: PlaceOrderDeps, after: string | null | undefined) {
  const newest = await newestOrder()
  return after === undefined || newest?.purchaseId === after ? null : newest
}

function concluded({ attempts }: PlaceOrderDeps, outcome: Outcome): Outcome {
  if (outcome.kind === 'placed') attempts.close()
  if (outcome.kind === 'not-placed') attempts.neverArrived()
  return outcome
}
