import type { DatabaseSync } from 'node:sqlite'
import type { OrderRecord } from '../../purchases/purchase-store.ts'

const COLUMNS = [
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
]

type JsonColumn = 'lines' | 'payment' | 'shippingAddress'
type OrderRow = Omit<OrderRecord, JsonColumn> & Record<JsonColumn, string>

/** Orders as rows, for use inside a write and for reading. */
export function createOrderRows(connection: DatabaseSync) {
  const select = connection.prepare('SELECT * FROM orders WHERE purchaseId = ?')
  const selectPage = connection.prepare(`
    SELECT * FROM orders
    WHERE userId = @userId AND state IN ('pending', 'placed') AND (@before IS NULL OR purchaseId < @before)
    ORDER BY purchaseId DESC LIMIT @limit
  `)
  const selectUnsettled = connection.prepare(`
    SELECT * FROM orders WHERE state IN ('charging', 'pending') AND purchaseDate <= ? ORDER BY purchaseDate
  `)
  const save = connection.prepare(`
    INSERT INTO orders (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((name) => `@${name}`).join(', ')})
    ON CONFLICT (purchaseId) DO UPDATE SET
      state = @state, orderStatus = @orderStatus, deliveryStatus = @deliveryStatus,
      transactionId = @transactionId, refusal = @refusal
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
    save(order: OrderRecord) {
      save.run(toRow(order))
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
