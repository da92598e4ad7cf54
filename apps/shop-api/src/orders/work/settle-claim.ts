import type { OrderEvent } from '../events/settle-order.ts'
import { isUnpaidLimitError } from '../order/unpaid-orders.ts'

/**
 * Stores that the shopper says to have paid. A claim that may not extend the time of its order,
 * because the buyer has others that do, is stored without more time: the money may have been sent.
 */
export async function settleClaim<Result>(
  claimedReference: string,
  settle: (event: OrderEvent) => Promise<Result>,
): Promise<Result> {
  try {
    return await settle({ kind: 'claimed', claimedReference, mayExtend: true })
  } catch (error) {
    if (!isUnpaidLimitError(error)) throw error
    return settle({ kind: 'claimed', claimedReference, mayExtend: false })
  }
}
