import { asPaise, type Paise } from '@nashta/contracts/money'
import type { Document, DocumentKey, Documents, DocumentWrite } from '@nashta/documents/documents'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { Authorship } from '../operator-log/logged-change.ts'
import { logWrites } from '../operator-log/operator-log.ts'
import {
  addCash,
  ALL_CASH_SUMS,
  CASH_SUMS_OF_PAYMENTS,
  type CashSum,
  isOpenCash,
  type NumberedCash,
  numberList,
  OWED_LIST,
  type OwedCash,
  isNumberKey,
  owedKey,
  owedPk,
  owedPlace,
  owedWrite,
  paidOf,
  sumWrites,
} from '../orders/order/cash-owed.ts'

/** What a courier has paid in. */
export type StoredPayment = {
  paymentId: string
  courier: string
  day: string
  amountPaise: Paise
  reference?: string
  authorship: Authorship
  lines: readonly PaidLine[]
  undoneAt?: string
}

/** `number` is what the courier wrote. It is stored only if no order was found for it. */
export type PaidLine = { orderId?: string; number?: string; paise: Paise; owedPaise?: Paise }

type NewPayment = Omit<StoredPayment, 'paymentId' | 'undoneAt'>

const PAYMENTS_PK = 'courier-payments'
const SHOWN_PAYMENTS = 30
/** More orders do not go into one parcel. */
const ORDERS_OF_NUMBER = 20
/** A payment changes the sums of so many couriers at most, because a transaction has a limit. */
const COURIERS_MAX = 4
const TOO_MANY_COURIERS = `One payment has parcels of at most ${COURIERS_MAX} couriers`

export interface CourierCashStore {
  /** The oldest first. `next` is the cursor of the next page, if there is one. */
  listOwed(page: {
    limit: number
    cursor?: string | undefined
  }): Promise<{ owed: OwedCash[]; next: string | null }>
  /** What each courier owes. */
  readSums(): Promise<CashSum[]>
  /** Which of these orders couriers have not paid for in full. */
  findOpen(purchaseIds: readonly string[]): Promise<string[]>
  /** The orders that have a parcel with the tracking number, oldest first. */
  findByNumber(number: string): Promise<string[]>
  /** The newest first. */
  listPayments(): Promise<StoredPayment[]>
  /**
   * Stores a payment and what it pays of each order. The same key stores it once, and is refused for another
   * request, of which `request` is a hash.
   */
  record(key: string, request: string, payment: NewPayment): Promise<void>
  undo(paymentId: string, authorship: Authorship): Promise<void>
  /** Forgets the tracking numbers of erased orders, because the courier's page shows the address. */
  eraseNumbers(purchaseIds: readonly string[]): Promise<void>
}

export function createCourierCashStore(documents: Documents): CourierCashStore {
  async function readOwed(purchaseIds: readonly string[]) {
    const found = await Promise.all(purchaseIds.map((id) => documents.get<OwedCash>(owedKey(id))))
    return found.filter((each) => each !== null)
  }

  /** The writes that change what is paid of these orders. */
  async function paymentWrites(
    owed: readonly Document<OwedCash>[],
    change: (owed: OwedCash) => OwedCash,
  ): Promise<DocumentWrite[]> {
    const sums = await documents.listByKey<CashSum>(CASH_SUMS_OF_PAYMENTS)
    const changes = owed.map(({ body }) => ({ before: body, after: change(body) }))
    const sumsChanged = sumWrites(CASH_SUMS_OF_PAYMENTS, changes, sums)
    if (sumsChanged.length > COURIERS_MAX) throw new ServiceError('VALIDATION_FAILED', TOO_MANY_COURIERS)
    return [...owed.map((seen) => owedWrite(change(seen.body), seen)), ...sumsChanged]
  }

  return {
    async listOwed({ limit, cursor }) {
      const found = await documents.listByPlace<OwedCash>(OWED_LIST, { above: cursor, limit: limit + 1 })
      const owed = found.slice(0, limit).map(({ body }) => body)
      const last = found.length > limit ? owed.at(-1) : undefined
      return { owed, next: last ? owedPlace(last) : null }
    },
    async readSums() {
      const found = await Promise.all(ALL_CASH_SUMS.map((pk) => documents.listByKey<CashSum>(pk)))
      const byCourier = Map.groupBy(
        found.flat().map(({ body }) => body),
        ({ courier }) => courier,
      )
      return Array.from(byCourier, ([courier, sums]) =>
        sums.reduce(addCash, { courier, orders: 0, paise: 0 }),
      ).filter(({ orders, paise }) => orders !== 0 || paise !== 0)
    },
    async findOpen(purchaseIds) {
      const open = (await readOwed(purchaseIds)).filter(({ body }) => isOpenCash(body))
      return open.map(({ body }) => body.purchaseId)
    },
    async findByNumber(number) {
      const found = await documents.listByPlace<NumberedCash>(numberList(number), { limit: ORDERS_OF_NUMBER })
      return found.map(({ body }) => body.purchaseId)
    },
    async listPayments() {
      const range = { isFalling: true, limit: SHOWN_PAYMENTS }
      return (await documents.listByKey<StoredPayment>(PAYMENTS_PK, range)).map(({ body }) => body)
    },
    record: (key, request, payment) =>
      documents.retryConflicts(async () => {
        const done = await documents.get<{ request: string }>(doneKey(key))
        if (done?.body.request === request) return
        if (done) throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another payment')
        const owed = await readOwed(orderIdsOf(payment))
        const paymentId = `${payment.authorship.at}-${key}`
        const lines = payment.lines.map((line) => withOwed(line, owed))
        await documents.commit([
          { put: { key: paymentKey(paymentId), body: { ...payment, paymentId, lines } }, seen: null },
          { put: { key: doneKey(key), body: { paymentId, request } }, seen: null },
          ...(await paymentWrites(owed, (each) => withPaid(each, paymentId, lines))),
          ...logged(payment, 'create'),
        ])
      }),
    undo: (paymentId, authorship) =>
      documents.retryConflicts(async () => {
        const stored = await documents.get<StoredPayment>(paymentKey(paymentId))
        if (!stored) throw new ServiceError('ILLEGAL_TRANSITION', 'There is no such payment')
        if (stored.body.undoneAt !== undefined) return
        const owed = await readOwed(orderIdsOf(stored.body))
        await documents.commit([
          { put: { key: stored.key, body: { ...stored.body, undoneAt: authorship.at } }, seen: stored },
          ...(await paymentWrites(owed, (each) => withoutPayment(each, paymentId))),
          ...logged({ ...stored.body, authorship }, 'delete'),
        ])
      }),
    async eraseNumbers(purchaseIds) {
      for (const id of purchaseIds) {
        const keys = (await documents.listByKey(owedPk(id))).map(({ key }) => key)
        await documents.erase(keys.filter(isNumberKey))
      }
    },
  }
}

function orderIdsOf({ lines }: Pick<StoredPayment, 'lines'>): string[] {
  return [...new Set(lines.flatMap(({ orderId }) => orderId ?? []))]
}

function withOwed(line: PaidLine, owed: readonly Document<OwedCash>[]): PaidLine {
  const found = owed.find(({ body }) => body.purchaseId === line.orderId)
  return found ? { ...line, owedPaise: asPaise(found.body.totalPaise - paidOf(found.body)) } : line
}

function withPaid(owed: OwedCash, paymentId: string, lines: readonly PaidLine[]): OwedCash {
  const added = lines.filter(({ orderId }) => orderId === owed.purchaseId)
  return { ...owed, paid: [...owed.paid, ...added.map(({ paise }) => ({ paymentId, paise }))] }
}

function withoutPayment(owed: OwedCash, paymentId: string): OwedCash {
  return { ...owed, paid: owed.paid.filter((each) => each.paymentId !== paymentId) }
}

function logged({ courier, amountPaise, day, authorship }: NewPayment, action: 'create' | 'delete') {
  const text = `${courier}, ₹${amountPaise / 100}, ${day}`
  const changes = {
    courierPayment: action === 'create' ? { from: null, to: text } : { from: text, to: null },
  }
  return logWrites({ ...authorship, kind: 'shop', subject: 'courier cash', action, changes })
}

function paymentKey(paymentId: string): DocumentKey {
  return { pk: PAYMENTS_PK, sk: paymentId }
}

function doneKey(key: string): DocumentKey {
  return { pk: `courier-payment-key#${key}`, sk: 'done' }
}
