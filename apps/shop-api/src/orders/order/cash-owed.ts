import { hash } from 'node:crypto'
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
  /** The courier of the newest parcel. Empty if none was named. */
  courier: string
  totalPaise: Paise
  paid: readonly { paymentId: string; paise: Paise }[]
}

/** The order that has a parcel with a tracking number. */
export type NumberedCash = { purchaseId: string }

/** What one courier owes for some orders. */
export type CashSum = { courier: string; orders: number; paise: number }

/** What was read of an order: its own documents, and the sums that it counts in. */
export type StoredCash = {
  ofOrder: readonly Document<OwedCash | NumberedCash>[]
  sums: readonly Document<CashSum>[]
}

/**
 * What couriers owe is summed up in so many documents for each courier, so that orders that are handed over at
 * once rarely wait for each other. Payments have a document of their own.
 */
const SUM_SHARDS = 16
const SUM_OF_PAYMENTS = 'payments'
export const CASH_SUMS_OF_PAYMENTS = sumsPk(SUM_OF_PAYMENTS)
export const ALL_CASH_SUMS = [...Array(SUM_SHARDS).keys(), SUM_OF_PAYMENTS].map(sumsPk)

function sumsPk(shard: number | string) {
  return `courier-cash-sums#${shard}`
}

/** The partition key of the sums that an order counts in. */
export function cashSumsPk(purchaseId: string) {
  return sumsPk((hash('sha256', purchaseId, 'buffer')[0] ?? 0) % SUM_SHARDS)
}

/** All documents about the cash of an order have this partition key. */
export function owedPk(purchaseId: string) {
  return `courier-cash#${purchaseId}`
}

export function owedKey(purchaseId: string): DocumentKey {
  return { pk: owedPk(purchaseId), sk: 'owed' }
}

const NUMBER_PREFIX = 'number#'

/** Whether a document about the cash of an order names one of its tracking numbers. */
export function isNumberKey({ sk }: DocumentKey) {
  return sk.startsWith(NUMBER_PREFIX)
}

/** The list of the orders that have a parcel with the number. */
export function numberList(number: string) {
  return `courier-cash-number#${normalisedNumber(number)}`
}

export function normalisedNumber(number: string) {
  return number.replace(/^#/, '').toUpperCase()
}

/** Whether a courier collects the money of the order, or has it. */
export function isCashWithCourier(order: OrderRecord): boolean {
  const { method, state, isReceived = false } = order.payment
  if (method !== 'cod' || isReceived || order.fulfilment.isCollected) return false
  return (state === 'due' || state === 'paid') && hasLeftShop(order) && !isOver(order)
}

/** Whether the order has another courier or other tracking numbers now. */
export function hasOtherParcels(before: OrderRecord, after: OrderRecord): boolean {
  return courierOf(before) !== courierOf(after) || String(numbersOf(before)) !== String(numbersOf(after))
}

function courierOf({ fulfilment: { parcels = [] } }: OrderRecord) {
  return parcels.at(-1)?.courier ?? ''
}

function numbersOf({ fulfilment: { parcels = [] } }: OrderRecord): string[] {
  return [...new Set(parcels.flatMap(({ trackingNumber = [] }) => trackingNumber).map(normalisedNumber))]
}

export function paidOf({ paid }: OwedCash): Paise {
  return asPaise(sumOf(paid.map(({ paise }) => paise)))
}

/**
 * An order that is paid in full leaves the list, and comes back when the payment is undone. One that has come
 * back is owed nothing, and is listed as long as the courier has paid something for it.
 */
export function isOpenCash(owed: OwedCash): boolean {
  return owed.totalPaise === 0 ? paidOf(owed) !== 0 : paidOf(owed) < owed.totalPaise
}

/** The place of an order in the list. */
export function owedPlace({ since, purchaseId }: OwedCash) {
  return `${since}#${purchaseId}`
}

export function owedWrite(body: OwedCash, seen: Document<OwedCash> | null): DocumentWrite {
  const place = { list: OWED_LIST, place: owedPlace(body) }
  return { put: { key: owedKey(body.purchaseId), body, ...(isOpenCash(body) && { place }) }, seen }
}

/**
 * Lists an order whose cash a courier collects from now on, or takes it off the list. What the courier has
 * paid for it stays.
 */
export function cashWrites(
  order: OrderRecord,
  isOwed: boolean,
  at: Date,
  { ofOrder, sums }: StoredCash,
): DocumentWrite[] {
  const stored = ofOrder.find(isOwedDocument) ?? null
  const before = stored?.body ?? null
  const after = cashAfter(order, isOwed, at, before)
  return [
    after ? owedWrite(after, stored) : { delete: owedKey(order.purchaseId), seen: stored },
    ...numberWrites(order.purchaseId, after ? numbersOf(order) : [], ofOrder),
    ...sumWrites(cashSumsPk(order.purchaseId), [{ before, after }], sums),
  ]
}

function cashAfter(order: OrderRecord, isOwed: boolean, at: Date, before: OwedCash | null): OwedCash | null {
  const { purchaseId, totalPaise } = order
  const { paid = [] } = before ?? {}
  if (!isOwed && paid.length === 0) return null
  const isListedAlready = before !== null && (before.totalPaise > 0 || !isOwed)
  return {
    purchaseId,
    since: isListedAlready ? before.since : at.toISOString(),
    courier: courierOf(order),
    totalPaise: isOwed ? totalPaise : asPaise(0),
    paid,
  }
}

function isOwedDocument(document: Document<OwedCash | NumberedCash>): document is Document<OwedCash> {
  return document.key.sk === 'owed'
}

function numberWrites(
  purchaseId: string,
  numbers: readonly string[],
  ofOrder: StoredCash['ofOrder'],
): DocumentWrite[] {
  const stored = ofOrder.filter((document) => !isOwedDocument(document))
  const keys = numbers.map((number) => ({ pk: owedPk(purchaseId), sk: NUMBER_PREFIX + number }))
  const isKept = ({ key }: Document<unknown>) => keys.some(({ sk }) => sk === key.sk)
  const isNew = ({ sk }: DocumentKey) => !stored.some(({ key }) => key.sk === sk)
  return [
    ...stored.filter((each) => !isKept(each)).map((seen) => ({ delete: seen.key, seen })),
    ...keys.filter(isNew).map((key): DocumentWrite => {
      const list = numberList(key.sk.slice(NUMBER_PREFIX.length))
      return { put: { key, body: { purchaseId }, place: { list, place: purchaseId } }, seen: null }
    }),
  ]
}

type CashChange = { before: OwedCash | null; after: OwedCash | null }

/** Adds changes to the sums with the partition key `pk`, of which `stored` was read. */
export function sumWrites(
  pk: string,
  changes: readonly CashChange[],
  stored: readonly Document<CashSum>[],
): DocumentWrite[] {
  const added = new Map<string, CashSum>()
  function add(owed: OwedCash | null, sign: 1 | -1) {
    if (!owed || !isOpenCash(owed)) return
    const { courier, totalPaise } = owed
    const sum = added.get(courier) ?? { courier, orders: 0, paise: 0 }
    added.set(courier, addCash(sum, { orders: sign, paise: sign * (totalPaise - paidOf(owed)) }))
  }
  for (const { before, after } of changes) {
    add(before, -1)
    add(after, 1)
  }
  return [...added.values()]
    .filter(({ orders, paise }) => orders !== 0 || paise !== 0)
    .map((sum) => {
      const key = { pk, sk: `courier#${sum.courier}` }
      const seen = stored.find((each) => each.key.sk === key.sk) ?? null
      return { put: { key, body: seen ? addCash(seen.body, sum) : sum }, seen }
    })
}

export function addCash(sum: CashSum, { orders, paise }: Omit<CashSum, 'courier'>): CashSum {
  return { ...sum, orders: sum.orders + orders, paise: sum.paise + paise }
}
