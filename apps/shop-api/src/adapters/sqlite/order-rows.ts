import type { DatabaseSync } from 'node:sqlite'
import type { OrderRecord } from '../../purchases/purchase-store.ts'

export const ORDER_COLUMNS = [
  'purchaseId',
  'userId',
  'email',
  'state',
  'orderStatus',
  'deliveryStatus',
  'transactionId',
  'refusal',
  'lines',
  'totalItems',
  'shippingFeePaise',
  'totalPaise',
  'payment',
  'shippingAddress',
  'purchaseDate',
  'estimatedDelivery',
] as const satisfies (keyof OrderRecord)[]

const ATTEMPT_COLUMNS = ['attemptKey', 'fingerprint', 'cartVersionBefore', 'cartVersionAfter'] as const

/** What tells the same attempt when it is made again: its key, or for one without any what it asked for, and of which cart. */
export type AttemptRow = {
  attemptKey: string | null
  fingerprint: string
  cartVersionBefore: number | null
  cartVersionAfter: number | null
}

const ALL_COLUMNS = [...ORDER_COLUMNS, ...ATTEMPT_COLUMNS]

type JsonColumn = 'lines' | 'payment' | 'shippingAddress'
type OrderRow = Omit<OrderRecord, JsonColumn> & Record<JsonColumn, string>

/** Orders as rows, for use inside a write and for reading. */
export function createOrderRows(connection: DatabaseSync) {
  const select = connection.prepare(`SELECT ${ORDER_COLUMNS.join()} FROM orders WHERE purchaseId = ?`)
  const selectPage = connection.prepare(`
    SELECT ${ORDER_COLUMNS.join()} FROM orders
    WHERE userId = @userId AND state IN ('pending', 'placed') AND (@before IS NULL OR purchaseId < @before)
    ORDER BY purchaseId DESC LIMIT @limit
  `)
  const selectUnsettled = connection.prepare(`
    SELECT ${ORDER_COLUMNS.join()} FROM orders
    WHERE state IN ('charging', 'pending') AND purchaseDate <= ? ORDER BY purchaseDate
  `)
  const insert = connection.prepare(`
    INSERT INTO orders (${ALL_COLUMNS.join()}) VALUES (${ALL_COLUMNS.map(() => '?').join()})
  `)
  const update = connection.prepare(`
    UPDATE orders SET state = ?, orderStatus = ?, deliveryStatus = ?, transactionId = ?, refusal = ?
    WHERE purchaseId = ?
  `)
  const remove = connection.prepare('DELETE FROM orders WHERE purchaseId = ?')

  return {
    find(purchaseId: string): OrderRecord | null {
      const row = select.get(purchaseId)
      return row ? fromRow(row as unknown as OrderRow) : null
    },
    page(userId: string, limit: number, before: string | undefined): OrderRecord[] {
      return selectPage
        .all({ userId, limit, before: before ?? null })
        .map((row) => fromRow(row as unknown as OrderRow))
    },
    unsettled(before: Date): OrderRecord[] {
      return selectUnsettled.all(before.toISOString()).map((row) => fromRow(row as unknown as OrderRow))
    },
    add(order: OrderRecord, attempt: AttemptRow) {
      const row = { ...toRow(order), ...attempt }
      insert.run(...ALL_COLUMNS.map((name) => row[name]))
    },
    /** What was ordered, by whom and where it goes never changes. */
    update(order: OrderRecord): OrderRecord {
      const { purchaseId, state, orderStatus, deliveryStatus, transactionId, refusal } = order
      update.run(state, orderStatus, deliveryStatus, transactionId, refusal, purchaseId)
      return order
    },
    remove(purchaseId: string) {
      remove.run(purchaseId)
    },
  }
}

function toRow({ lines, payment, shippingAddress, ...fields }: OrderRecord): OrderRow {
  return {
    ...fields,
    lines: JSON.stringify(lines),
    payment: JSON.stringify(payment),
    shippingAddress: JSON.stringify(shippingAddress),
  }
}

/** Written by `toRow` and by nobody else. */
function fromRow({ lines, payment, shippingAddress, ...fields }: OrderRow): OrderRecord {
  return {
    ...fields,
    lines: JSON.parse(lines) as OrderRecord['lines'],
    payment: JSON.parse(payment) as OrderRecord['payment'],
    shippingAddress: JSON.parse(shippingAddress) as OrderRecord['shippingAddress'],
  }
}
