import type { DatabaseSync } from 'node:sqlite'
import type { Item } from '@nashta/dynamodb/read-items'
import { doneMail, type MailItem, waitingMail } from '@nashta/mail/dynamodb-outbox'
import { prepare } from '@nashta/sqlite/statement'
import type { CartRecord } from '../../cart/cart-store.ts'
import { cartEvent } from '../../events/shop-events.ts'
import type { SimulatedCharge } from '../../payments/simulated-charge.ts'
import type { OrderRecord } from '../../purchases/purchase-store.ts'
import { ORDER_COLUMNS } from '../sqlite/order-rows.ts'
import { type ProductRow, SELECT_PRODUCTS, toPlaced } from '../sqlite/product-rows.ts'
import { type AuditRow, toAudit } from '../sqlite/product-writes.ts'
import { cartKey, operationItem } from './cart-items.ts'
import { eventItem } from './event-outbox.ts'
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
type MailRow = Omit<MailItem, 'content'> & {
  id: number
  state: string
  dueAt: string
  doneAt: string
  data: string
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

const CHANGED_CARTS_SQL =
  'SELECT carts.*, touched FROM eventMarks JOIN carts ON carts.userId = eventMarks.subject'

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
    { what: 'mails', table: 'purchases', items: each('SELECT * FROM outbox ORDER BY id', toMail) },
    {
      what: 'newsletter addresses',
      table: 'purchases',
      items: each('SELECT * FROM newsletterSubscribers', (row: SubscriberRow) =>
        toSubscriber(row, connection),
      ),
    },
    { what: 'newsletter links', table: 'purchases', items: each('SELECT * FROM newsletterLinks', toLink) },
    { what: 'events', table: 'purchases', items: each('SELECT * FROM events ORDER BY id', toEvent) },
    { what: 'carts to tell of', table: 'purchases', items: each(CHANGED_CARTS_SQL, toCartEvent) },
  ]
}

function toProduct(row: ProductRow) {
  return toProductItem(toPlaced(row))
}

function toAuditItem(row: AuditRow) {
  return auditItem(toAudit(row), row.entry)
}

function toCart(row: CartRow) {
  const { userId, ...cart } = cartOf(row)
  return { ...cartKey(userId), ...cart }
}

function cartOf({ userId, lines, version, createdAt, updatedAt }: CartRow): CartRecord {
  return { userId, lines: JSON.parse(lines), version, createdAt, updatedAt }
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

function toMail({ id, dedupKey, kind, state, failures, addedAt, dueAt, doneAt, recipient, data }: MailRow) {
  const envelope = { dedupKey, kind, failures, addedAt }
  const whole = { ...envelope, recipient, content: data }
  if (state === 'waiting') return waitingMail(whole, dueAt, id)
  return doneMail(state === 'sent' ? envelope : whole, state, doneAt)
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

function toEvent({ id, event }: { id: number; event: string }) {
  const { at }: { at: string } = JSON.parse(event)
  return eventItem(event, at, id, COPIED)
}

function toCartEvent(row: CartRow & { touched: string }) {
  const cart = cartOf(row)
  const touched = new Set(row.touched.split('\u001F'))
  return eventItem(JSON.stringify(cartEvent(cart, [...touched])), cart.updatedAt, 0, cart.userId)
}
