/**
 * The key of a payment, by which a provider takes its money once: the id of the order, and for a further
 * payment of the same order the id of that payment, too.
 */
export function paymentKey(purchaseId: string, paymentId?: string): string {
  return paymentId === undefined ? purchaseId : `${purchaseId}-${paymentId}`
}

/** The order of a key. `paymentId` is absent for the order's first payment. */
export function orderOfKey(key: string): { purchaseId: string; paymentId?: string } {
  const [purchaseId = '', paymentId] = key.split('-', 2)
  return { purchaseId, ...(paymentId !== undefined && { paymentId }) }
}
