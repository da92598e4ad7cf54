import { asPaise, type Paise } from '@nashta/contracts/money'
import type { Document, DocumentKey, Documents } from '@nashta/documents/documents'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { Authorship } from '../operator-log/logged-change.ts'
import { logWrites } from '../operator-log/operator-log.ts'
import { OWED_LIST, type OwedCash, owedKey, owedWrite, paidOf } from '../orders/order/cash-owed.ts'

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

export interface CourierCashStore {
  /** The oldest first. */
  listOwed(limit?: number): Promise<OwedCash[]>
  /** The newest first. */
  listPayments(): Promise<StoredPayment[]>
  /**
   * Stores a payment and what it pays of each order. The same key stores it once, and is refused for another
   * request, of which `request` is a hash.
   */
  record(key: string, request: string, payment: NewPayment): Promise<void>
  undo(paymentId: string, authorship: Authorship): Promise<void>
}

export function createCourierCashStore(documents: Documents): CourierCashStore {
  /** The orders of a payment with what is paid of them now. Those that came back are not owed any more. */
  async function readOwed({ lines }: Pick<StoredPayment, 'lines'>) {
    const ids = new Set(lines.flatMap(({ orderId }) => orderId ?? []))
    const found = await Promise.all(Array.from(ids, (id) => documents.get<OwedCash>(owedKey(id))))
    return found.filter((each) => each !== null)
  }

  return {
    async listOwed(limit) {
      const range = limit === undefined ? {} : { limit }
      const found = await documents.listByPlace<OwedCash>(OWED_LIST, range)
      return found.map(({ body }) => body)
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
        const owed = await readOwed(payment)
        const paymentId = `${payment.authorship.at}-${key}`
        const lines = payment.lines.map((line) => withOwed(line, owed))
        await documents.commit([
          { put: { key: paymentKey(paymentId), body: { ...payment, paymentId, lines } }, seen: null },
          { put: { key: doneKey(key), body: { paymentId, request } }, seen: null },
          ...owed.map((each) => owedWrite(withPaid(each.body, paymentId, lines), each)),
          ...logged(payment, 'create'),
        ])
      }),
    undo: (paymentId, authorship) =>
      documents.retryConflicts(async () => {
        const stored = await documents.get<StoredPayment>(paymentKey(paymentId))
        if (!stored) throw new ServiceError('ILLEGAL_TRANSITION', 'There is no such payment')
        if (stored.body.undoneAt !== undefined) return
        const owed = await readOwed(stored.body)
        await documents.commit([
          { put: { key: stored.key, body: { ...stored.body, undoneAt: authorship.at } }, seen: stored },
          ...owed.map((each) => owedWrite(withoutPayment(each.body, paymentId), each)),
          ...logged({ ...stored.body, authorship }, 'delete'),
        ])
      }),
  }
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
