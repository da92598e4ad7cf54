import type { DatabaseSync } from 'node:sqlite'
import type { Item } from '@nashta/dynamodb/read-items'
import { pendingItem, settledItem } from '@nashta/outbox/dynamodb-outbox'
import { prepare } from '@nashta/sqlite/statement'
import type { CartRecord } from '../../cart/cart-store.ts'
import type { SimulatedCharge } from '../../payments/simulated-charge.ts'
import type { OrderRecord } from '../../purchases/purchase-store.ts'
import { ORDER_COLUMNS } from '../sqlite/order-rows.ts'
import { type ProductRow, SELECT_PRODUCTS, toPlaced } from '../sqlite/product-rows.ts'
import { type AuditRow, toAudit } from '../sqlite/product-writes.ts'
import { cartKey, operationItem } from './cart-items.ts'
import { type StoredSubscriber, linkItem, subscriberItem } from './newsletter-items.ts'
import { orderItem, ownerItem } from './order-items.ts'
import { toProductItem } from './product-items.ts'
import { auditItem } from './product-writes.ts'
import { type AttemptFields, attemptItem, attemptKey } from './purchase-attempts.ts'
import { saleItem } from './sales.ts'
import { chargeItem } from './simulated-payments.ts'
import type { ShopTableNames } from './tables.ts'

type CartRow = Omit<CartRecord, 'lines'> & { lines: string }
type OperationRow = Record<'userId' | 'key' | 'fingerprint' | 'createdAt', string>
type OrderJson = 'lines' | 'payment' | 'shippingAddress'
type OrderRow = Omit<OrderRecord, OrderJson> & Record<OrderJson, string>
type AttemptRow = AttemptFields & { userId: string; attemptKey: string | null; fingerprint: string }
type SaleRow = { day: string; productsId: string; units: number }
type OutboxRow = {
  id: number
  topic: 'mail' | 'events'
  kind: string
  key: string
  state: string
  failures: number
  addedAt: string
  dueAt: string
  doneAt: string
  payload: string | null
}
type SubscriberRow = Omit<StoredSubscriber, 'mailed' | 'changes'>
type LinkRow = { tokenHash: string; email: string; mailedAt: string; confirmedAt: string | null }

export type CopiedItems = { what: string; table: keyof ShopTableNames; items: Iterable<Item> }

/** Takes the place of the process id in the keys of rows that a process adds. */
const COPIED = 'copied'

const ATTEMPTS_SQL = `
  SELECT userId, attemptKey, fingerprint, purchaseId, purchaseDate AS createdAt, cartVersionBefore, cartVersionAfter
  FROM orders
  WHERE attemptKey IS NOT NULL OR cartVersionBefore IS NOT NULL
  ORDER BY purchaseDate
`

const ORDERS_SQL = `SELECT ${ORDER_COLUMNS.join()} FROM orders`

/** Every row of the SQLite shop as a DynamoDB item. The same row always has the same key. */
export function copiedItems(connection: DatabaseSync): CopiedItems[] {
  const rows = <Row>(sql: string) => prepare<Row>(connection, sql).iterate()
  // The row type follows from `toItem`, which stands beside the SQL.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  function* each<Row>(sql: string, toItem: (row: Row) => Item) {
    for (const row of rows<Row>(sql)) yield toItem(row)
  }
  const attempts = attemptsOf(rows(ATTEMPTS_SQL))
  const toOrder = (row: OrderRow) => orderItemOf(row, attempts.keys)

  return [
    { what: 'products', table: 'products', items: each(SELECT_PRODUCTS, toProduct) },
    { what: 'carts', table: 'carts', items: each('SELECT * FROM carts', toCart) },
    { what: 'cart operations', table: 'carts', items: each('SELECT * FROM cartOperations', toOperation) },
    { what: 'orders', table: 'purchases', items: each(ORDERS_SQL, toOrder) },
    { what: 'owners of orders', table: 'purchases', items: each(ORDERS_SQL, ownerItem) },
    { what: 'attempts', table: 'purchases', items: attempts.items },
    { what: 'charges', table: 'purchases', items: each('SELECT * FROM simulatedCharges', toCharge) },
    { what: 'days of sales', table: 'purchases', items: salesOf(rows('SELECT * FROM sales ORDER BY day')) },
    { what: 'audit entries', table: 'purchases', items: each('SELECT * FROM productAudit', toAuditItem) },
    {
      what: 'outbox entries',
      table: 'purchases',
      items: each('SELECT * FROM outbox ORDER BY id', toOutboxItem),
    },
    {
      what: 'newsletter addresses',
      table: 'purchases',
      items: each('SELECT * FROM newsletterSubscribers', (row: SubscriberRow) =>
        toSubscriber(row, connection),
      ),
    },
    { what: 'newsletter links', table: 'purchases', items: each('SELECT * FROM newsletterLinks', toLink) },
  ]
}

function toProduct(row: ProductRow) {
  return toProductItem(toPlaced(row))
}

function toAuditItem(row: AuditRow) {
  return auditItem(toAudit(row), row.entry)
}

function toCart(row: CartRow) {
  const { userId, lines, version, createdAt, updatedAt } = row
  return { ...cartKey(userId), lines: JSON.parse(lines), version, createdAt, updatedAt }
}

function toOperation({ userId, key, fingerprint, createdAt }: OperationRow) {
  return operationItem(userId, { key, fingerprint }, new Date(createdAt))
}

/** SQLite does not record which lines took stock: it puts back that of every product with limited stock. */
function orderItemOf(row: OrderRow, attempts: ReadonlyMap<string, string>) {
  const order: OrderRecord = {
    ...row,
    lines: JSON.parse(row.lines),
    payment: JSON.parse(row.payment),
    shippingAddress: JSON.parse(row.shippingAddress),
  }
  const taken = order.lines.map(({ productId }) => productId)
  return orderItem({ order, taken, attempt: attempts.get(order.purchaseId) ?? 'attempt#' })
}

/** Of several attempts without a key for the same products, only the last can be repeated. */
function attemptsOf(rows: Iterable<AttemptRow>) {
  const items = new Map<string, Item>()
  const keys = new Map<string, string>()
  for (const { userId, attemptKey: key, fingerprint, ...fields } of rows) {
    const attempt = { userId, key: key ?? undefined, fingerprint }
    const { pk, sk } = attemptKey(attempt)
    items.set(`${pk} ${sk}`, attemptItem(attempt, fields))
    keys.set(fields.purchaseId, sk)
  }
  return { items: items.values(), keys }
}

function toCharge({ key, ...charge }: SimulatedCharge & { key: string }) {
  return chargeItem(key, charge)
}

function* salesOf(rows: Iterable<SaleRow>) {
  let day: string | undefined
  let sold: { products_id: string; units: number }[] = []
  for (const row of rows) {
    if (day !== undefined && row.day !== day) {
      yield saleItem(day, COPIED, sold)
      sold = []
    }
    day = row.day
    sold.push({ products_id: row.productsId, units: row.units })
  }
  if (day !== undefined) yield saleItem(day, COPIED, sold)
}

function toOutboxItem({ id, state, dueAt, doneAt, ...entry }: OutboxRow) {
  if (state !== 'pending') return settledItem(entry, state, doneAt)
  const group = entry.topic === 'events' ? String(JSON.parse(entry.payload ?? '{}').userId) : ''
  return pendingItem({ ...entry, group }, { dueAt, order: id, writer: COPIED })
}

function toSubscriber(row: SubscriberRow, connection: DatabaseSync) {
  const links = prepare<{ tokenHash: string; mailedAt: string }>(
    connection,
    'SELECT tokenHash, mailedAt FROM newsletterLinks WHERE email = ? ORDER BY mailedAt',
  )
  return subscriberItem({ ...row, mailed: links.all(row.email), changes: 1 })
}

function toLink({ tokenHash, email, mailedAt, confirmedAt }: LinkRow) {
  const link = linkItem(email, { tokenHash, mailedAt })
  return confirmedAt === null ? link : { ...link, confirmedAt }
}
