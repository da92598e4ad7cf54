import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { type BulkAction, type BulkResult, bulkOrders } from '@nashta/contracts/orders/desk/bulk-orders'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { formatNumberOf } from '../../data/formats.ts'
import { BULK_DONE } from '../../data/order-labels.ts'
import { failureText } from '../../ui/query-state.tsx'

/** The most orders that the Shop API accepts in one call. */
const CALL_MAX = 100

export type BulkOutcome = {
  /** Says what was done, such as "20 orders packed". */
  text: string
  /**
   * One text for each refused order, with its number and the reason. After a failed call, the last
   * text is about all orders that got no result, such as "50 orders: the reason".
   */
  failureTexts: string[]
  /** The orders that this call has changed. */
  changedIds: string[]
  /** The refused orders, and the orders that got no result because a call failed. */
  failedIds: string[]
}

type BulkRequest = {
  action: BulkAction
  ids: readonly string[]
  /** The versions that the operator saw, by order id. */
  versions?: Record<string, string>
  courier?: string
  /** The parcels of the actions `ship` and `track`, by order id. */
  parcels?: Readonly<Record<string, { courier: string; trackingNumber: string }>>
}

/**
 * Does the action for each order, in calls of at most `CALL_MAX` orders. If the first call fails,
 * the function rejects. If a later call fails, the function stops, and returns the results of the
 * earlier calls.
 */
export async function runBulk(
  fetchShop: FetchShop,
  { action, ids, versions, courier, parcels }: BulkRequest,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { text: '', changedIds: [], failureTexts: [], failedIds: [] }
  let done = 0
  for (let start = 0; start < ids.length; start += CALL_MAX) {
    const orderIds = ids.slice(start, start + CALL_MAX)
    try {
      const { data } = await fetchShop(bulkOrders, {
        body: { action, orderIds, versions, courier, ...(parcels && { parcels: pick(parcels, orderIds) }) },
      })
      for (const { purchaseId, result, message } of data.results) {
        // The other results, `done` and `unchanged`, count as done. `satisfies` checks the
        // spelling, because the type of `result` is string.
        if (result === ('refused' satisfies BulkResult)) {
          outcome.failureTexts.push(`#${orderNumber(purchaseId)}: ${message ?? 'refused'}`)
          outcome.failedIds.push(purchaseId)
        } else {
          done += 1
          if (result === ('done' satisfies BulkResult)) outcome.changedIds.push(purchaseId)
        }
      }
    } catch (error) {
      const isFirstCall = start === 0
      if (isFirstCall) throw error
      const idsWithoutResult = ids.slice(start)
      const orders = formatNumberOf(idsWithoutResult.length, 'order')
      outcome.failureTexts.push(`${orders}: ${failureText(error)}`)
      outcome.failedIds.push(...idsWithoutResult)
      break
    }
  }
  outcome.text = `${formatNumberOf(done, 'order')} ${BULK_DONE[action]}`
  return outcome
}

function pick<Value>(all: Readonly<Record<string, Value>>, ids: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)))
}
