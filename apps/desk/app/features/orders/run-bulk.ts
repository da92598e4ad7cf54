import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { type BulkAction, type BulkResult, bulkOrders } from '@nashta/contracts/orders/desk/bulk-orders'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { formatNumberOf } from '../../data/formats.ts'
import { BULK_DONE } from '../../data/order-labels.ts'

/** The most orders that the Shop API accepts in one call. */
const CALL_MAX = 100

export type BulkOutcome = {
  /** A sentence about what was done. */
  text: string
  /** One sentence for each order that was refused. */
  refused: string[]
  refusedIds: string[]
}

/** Does the action for each order. A refused order does not stop the others. */
export async function runBulk(
  fetchShop: FetchShop,
  { action, ids, courier }: { action: BulkAction; ids: readonly string[]; courier?: string },
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { text: '', refused: [], refusedIds: [] }
  let done = 0
  for (let start = 0; start < ids.length; start += CALL_MAX) {
    const orderIds = ids.slice(start, start + CALL_MAX)
    const { results } = (await fetchShop(bulkOrders, { body: { action, orderIds, courier } })).data
    for (const { purchaseId, result, message } of results) {
      // Both `done` and `unchanged` count as done: repeating an action changes nothing.
      if (result === ('refused' satisfies BulkResult)) {
        outcome.refused.push(`#${orderNumber(purchaseId)}: ${message ?? 'refused'}`)
        outcome.refusedIds.push(purchaseId)
      } else done += 1
    }
  }
  outcome.text = `${formatNumberOf(done, 'order')} ${BULK_DONE[action]}`
  return outcome
}
