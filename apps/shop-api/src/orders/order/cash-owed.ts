import { asPaise, type Paise } from '@nashta/contracts/money'
import { sumOf } from '@nashta/contracts/pricing/sums'
import type { Document, DocumentKey, DocumentWrite } from '@nashta/documents/documents'
import { hasLeftShop, isOver } from './phase.ts'
import type { OrderRecord } from './purchase-store.ts'

/** The cash orders that couriers have and have not paid for in full, by the time at which they were handed over. */
export const OWED_LIST = 'courier-cash'

/** What couriers have paid for one order. */
export type OwedCash = {
  purchaseId: string
  since: string
  totalPaise: Paise
  paid: readonly { paymentId: string; paise: Paise }[]
}

export function owedKey(purchaseId: string): DocumentKey {
  return { pk: `courier-cash#${purchaseId}`, sk: 'owed' }
}

/** Whether a courier collects the money of the order, or has it. */
export function isCashWithCourier(order: OrderRecord): boolean {
  const { method, state, isReceived = false } = order.payment
  if (method !== 'cod' || isReceived || order.fulfilment.isCollected) return false
  return (state === 'due' || state === 'paid') && hasLeftShop(order) && !isOver(order)
}

export function paidOf({ paid }: OwedCash): Paise {
  return asPaise(sumOf(paid.map(({ paise }) => paise)))
}

/**
 * An order that is paid in full leaves the list, and comes back when the payment is undone. One that has come
 * back is owed nothing, and is listed as long as the courier has paid something for it.
 */
export function owedWrite(body: OwedCash, seen: Document<OwedCash> | null): DocumentWrite {
  const { purchaseId, since, totalPaise } = body
  const isOpen = totalPaise === 0 ? paidOf(body) !== 0 : paidOf(body) < totalPaise
  const place = { list: OWED_LIST, place: `${since}#${purchaseId}` }
  return { put: { key: owedKey(purchaseId), body, ...(isOpen && { place }) }, seen }
}

/**
 * Lists an order whose cash a courier collects from now on, or takes it off the list. What the courier has
 * paid for it stays.
 */
export function cashWrite(
  { purchaseId, totalPaise }: OrderRecord,
  isOwed: boolean,
  at: Date,
  stored: Document<OwedCash> | null,
): DocumentWrite {
  const { paid = [], since } = stored?.body ?? {}
  if (isOwed) return owedWrite({ purchaseId, since: at.toISOString(), totalPaise, paid }, stored)
  if (paid.length === 0) return { delete: owedKey(purchaseId), seen: stored }
  return owedWrite({ purchaseId, since: since ?? at.toISOString(), totalPaise: asPaise(0), paid }, stored)
}
