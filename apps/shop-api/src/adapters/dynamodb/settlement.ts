import type { OrderRecord, Settlement } from '../../purchases/purchase-store.ts'

const NEVER_CHARGED = 'The payment did not go through, and nothing was charged'

/** What a settlement makes of an open order, and of what belongs to it. */
export type Outcome = {
  /** Null when it is as if the order had never been tried. */
  order: OrderRecord | null
  leavesCart: boolean
  isSold: boolean
  givesStockBack: boolean
}

const AS_IT_WAS = { leavesCart: false, isSold: false, givesStockBack: false }

export function outcomeOf(order: OrderRecord, settlement: Settlement): Outcome {
  const isNew = order.state === 'charging'
  if (settlement.kind === 'approved') {
    const { transactionId } = settlement
    const placed: OrderRecord = { ...order, state: 'placed', orderStatus: 'CONFIRMED', transactionId }
    return { order: placed, leavesCart: isNew, isSold: true, givesStockBack: false }
  }
  if (settlement.kind === 'pending') {
    return { ...AS_IT_WAS, order: { ...order, state: 'pending' }, leavesCart: isNew }
  }
  if (settlement.kind === 'void' && isNew) return { ...AS_IT_WAS, order: null, givesStockBack: true }

  const refusal = settlement.kind === 'declined' ? settlement.message : NEVER_CHARGED
  const declined: OrderRecord = isNew
    ? { ...order, state: 'declined', refusal }
    : // The shopper has seen an accepted order: it stays in sight, cancelled.
      { ...order, state: 'placed', orderStatus: 'CANCELLED', refusal }
  return { ...AS_IT_WAS, order: declined, givesStockBack: true }
}

/** A draft with nothing to charge is an order at once; one that is charged on the spot is what that makes of it. */
export function outcomeOfDraft(
  order: OrderRecord,
  charge: ((order: OrderRecord) => Settlement) | undefined,
): Outcome {
  if (charge) return outcomeOf(order, charge(order))
  if (order.state === 'placed') return { ...AS_IT_WAS, order, leavesCart: true, isSold: true }
  return { ...AS_IT_WAS, order }
}
