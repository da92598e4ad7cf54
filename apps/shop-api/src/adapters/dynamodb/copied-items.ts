import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { Item } from '@nashta/dynamodb/read-items'
import { doneMail, type MailItem, waitingMail } from '@nashta/mail/dynamodb-outbox'
import type { CartRecord } from '../../cart/cart-store.ts'
import type { ProductAudit } from '../../catalogue/product-store.ts'
import { cartEvent } from '../../events/shop-events.ts'
import type { SimulatedCharge } from '../../payments/simulated-charge.ts'
import type { OrderRecord } from '../../purchases/purchase-store.ts'
import { ORDER_COLUMNS } from '../sqlite/order-rows.ts'
import { toPlaced } from '../sqlite/product-rows.ts'
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

type Row = Record<string, SQLOutputValue>
export type CopiedItems = { what: string; table: keyof ShopTableNames; items: Iterable<Item> }

/** In the place of a process, for what was added before there were several. */
const COPIED = 'copied'

const ATTEMPTS_SQL = `
  SELECT userId, attemptKey, fingerprint, purchaseId, purchaseDate, cartVersionBefore, cartVersionAfter FROM orders
  WHERE attemptKey IS NOT NULL OR cartVersionBefore IS NOT NULL
  ORDER BY purchaseDate
`

/** Everything that the SQLite shop keeps, as the DynamoDB adapters keep it, under keys that stay the same. */
export function copiedItems(connection: DatabaseSync): CopiedItems[] {
  const rows = (sql: string) => connection.prepare(sql).iterate() as Iterable<Row>
  const attempts = attemptsOf(rows(ATTEMPTS_SQL))

  return [
    { what: 'products', table: 'products', items: each(rows('SELECT * FROM products'), toProduct) },
    { what: 'carts', table: 'carts', items: each(rows('SELECT * FROM carts'), toCart) },
    {
      what: 'cart operations',
      table: 'carts',
      items: each(rows('SELECT * FROM cartOperations'), toOperation),
    },
    {
      what: 'orders',
      table: 'purchases',
      items: each(rows(`SELECT ${ORDER_COLUMNS.join()} FROM orders`), (row) => toOrder(row, attempts.keys)),
    },
    {
      what: 'owners of orders',
      table: 'purchases',
      items: each(rows(`SELECT ${ORDER_COLUMNS.join()} FROM orders`), (row) =>
        ownerItem(row as unknown as OrderRecord),
      ),
    },
    { what: 'attempts', table: 'purchases', items: attempts.items },
    { what: 'charges', table: 'purchases', items: each(rows('SELECT * FROM simulatedCharges'), toCharge) },
    { what: 'days of sales', table: 'purchases', items: salesOf(rows('SELECT * FROM sales ORDER BY day')) },
    { what: 'audit entries', table: 'purchases', items: each(rows('SELECT * FROM productAudit'), toAudit) },
    { what: 'mails', table: 'purchases', items: each(rows('SELECT * FROM outbox ORDER BY id'), toMail) },
    {
      what: 'newsletter addresses',
      table: 'purchases',
      items: each(rows('SELECT * FROM newsletterSubscribers'), (row) => toSubscriber(row, connection)),
    },
    {
      what: 'newsletter links',
      table: 'purchases',
      items: each(rows('SELECT * FROM newsletterLinks'), toLink),
    },
    { what: 'events', table: 'purchases', items: each(rows('SELECT * FROM events ORDER BY id'), toEvent) },
    {
      what: 'carts to tell of',
      table: 'purchases',
      items: each(
        rows('SELECT carts.*, touched FROM eventMarks JOIN carts ON carts.userId = eventMarks.subject'),
        toCartEvent,
      ),
    },
  ]
}

function* each(rows: Iterable<Row>, toItem: (row: Row) => Item) {
  for (const row of rows) yield toItem(row)
}

function toProduct({ revision: _revision, ...row }: Row) {
  return toProductItem(toPlaced(row))
}

function toCart(row: Row) {
  const { userId, ...cart } = cartOf(row)
  return { ...cartKey(userId), ...cart }
}

function cartOf(row: Row): CartRecord {
  const { userId, version, createdAt, updatedAt } = row as unknown as CartRecord
  const lines = JSON.parse(String(row['lines'])) as CartRecord['lines']
  return { userId, lines, version, createdAt, updatedAt }
}

function toOperation({ userId, key, fingerprint, createdAt }: Row) {
  const operation = { key: String(key), fingerprint: String(fingerprint) }
  return operationItem(String(userId), operation, new Date(String(createdAt)))
}

/** SQLite gives stock back to whatever has one, so that every line counts as taken here. */
function toOrder(row: Row, attempts: ReadonlyMap<string, string>) {
  const order = {
    ...row,
    lines: JSON.parse(String(row['lines'])),
    payment: JSON.parse(String(row['payment'])),
    shippingAddress: JSON.parse(String(row['shippingAddress'])),
  } as unknown as OrderRecord
  const taken = order.lines.map(({ productId }) => productId)
  return orderItem({ order, taken, attempt: attempts.get(order.purchaseId) ?? 'attempt#' })
}

/** Of those without a key only the last for the same things can be meant again. */
function attemptsOf(rows: Iterable<Row>) {
  const items = new Map<string, Item>()
  const keys = new Map<string, string>()
  for (const row of rows) {
    const { userId, attemptKey: key, fingerprint, cartVersionBefore, cartVersionAfter } = row
    const { purchaseId, purchaseDate: createdAt } = row
    const attempt = {
      userId: String(userId),
      key: key === null ? undefined : String(key),
      fingerprint: String(fingerprint),
    }
    const fields = { purchaseId, createdAt, cartVersionBefore, cartVersionAfter } as unknown as AttemptFields
    const { pk, sk } = attemptKey(attempt)
    items.set(`${pk} ${sk}`, attemptItem(attempt, fields))
    keys.set(fields.purchaseId, sk)
  }
  return { items: items.values(), keys }
}

function toCharge({ key, ...charge }: Row) {
  return chargeItem(String(key), charge as unknown as SimulatedCharge)
}

function* salesOf(rows: Iterable<Row>) {
  let day: string | undefined
  let sold: { products_id: string; units: number }[] = []
  for (const row of rows) {
    if (day !== undefined && row['day'] !== day) {
      yield saleItem(day, COPIED, sold)
      sold = []
    }
    day = String(row['day'])
    sold.push({ products_id: String(row['productsId']), units: Number(row['units']) })
  }
  if (day !== undefined) yield saleItem(day, COPIED, sold)
}

function toAudit({ entry, productsId, action, at, bySub, byUsername, changes }: Row) {
  const audit = {
    action,
    products_id: productsId,
    changes: JSON.parse(String(changes)),
    by: { sub: bySub, username: byUsername },
    at,
  } as unknown as ProductAudit
  return auditItem(audit, Number(entry))
}

function toMail({ id, dedupKey, kind, state, failures, addedAt, dueAt, doneAt, recipient, data }: Row) {
  const known = { dedupKey, kind, failures, addedAt } as unknown as MailItem
  const whole = { ...known, recipient: String(recipient), content: String(data) }
  if (state === 'waiting') return waitingMail(whole, String(dueAt), Number(id))
  return doneMail(state === 'sent' ? known : whole, String(state), String(doneAt))
}

function toSubscriber(row: Row, connection: DatabaseSync) {
  const links = connection
    .prepare('SELECT tokenHash, mailedAt FROM newsletterLinks WHERE email = ? ORDER BY mailedAt')
    .all(row['email'] ?? null) as StoredSubscriber['mailed']
  return subscriberItem({ ...(row as unknown as StoredSubscriber), mailed: links, changes: 1 })
}

function toLink({ tokenHash, email, mailedAt, confirmedAt }: Row) {
  const link = linkItem(String(email), { tokenHash: String(tokenHash), mailedAt: String(mailedAt) })
  return confirmedAt === null ? link : { ...link, confirmedAt }
}

function toEvent({ id, event }: Row) {
  const { at } = JSON.parse(String(event)) as { at: string }
  return eventItem(String(event), at, Number(id), COPIED)
}

function toCartEvent(row: Row) {
  const cart = cartOf(row)
  const touched = new Set(String(row['touched']).split('\u001F'))
  return eventItem(JSON.stringify(cartEvent(cart, [...touched])), cart.updatedAt, 0, cart.userId)
}
