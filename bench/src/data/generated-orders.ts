import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import type { OrderRecord } from '@nashta/shop-api/orders/order/purchase-store'
import { pricePaise, productId } from './generated-catalogue.ts'

export const FIRST_NAMES = 'Asha Ravi Meera Kabir Nisha Varun Zoya Arjun Divya Rohan'.split(' ')
const LAST_NAMES = 'Rao Iyer Khan Das Shah Nair Gupta Patel'.split(' ')
export const STATES = 'Kerala Goa Assam Bihar Gujarat'.split(' ')
export const ORDERED_PRODUCTS = [0, 1, 2, 3, 4].map(productId)

/** The number of the newest orders, which still need work. All older orders are over. */
const ORDERS_IN_WORK = 2_000
export const LAST_ORDER_MS = Date.UTC(2026, 0, 1)
const BETWEEN_ORDERS_MS = 30_000

/**
 * Adds past orders to the shop's database, equally many for each shopper. SQL generates them,
 * because there may be a million.
 */
export function generateOrders(dataFolder: string, count: number, userIds: readonly string[]) {
  const database = new DatabaseSync(join(dataFolder, 'shop.sqlite'))
  // These orders can be generated again, so they need not be durable. A negative size is in KiB.
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000')
  const columns = Object.entries({ ...ORDER, ...DERIVED })
  const insert = database.prepare(`
    WITH RECURSIVE
      numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < @count),
      times AS (SELECT n, @lastMs - (@count - n) * ${BETWEEN_ORDERS_MS} AS ms FROM numbers),
      seeds AS (SELECT n, ms, ${WORK} AS orderWork, ${NAME} AS name FROM times)
    INSERT INTO orders (${columns.map(([name]) => name).join()})
    SELECT ${columns.map(([, value]) => value).join()} FROM seeds
  `)
  insert.run({
    count,
    lastMs: LAST_ORDER_MS,
    userIds: JSON.stringify(userIds),
    userCount: userIds.length,
    price: pricePaise(0),
    address: JSON.stringify(homeAddress),
  })
  // The terms are sorted by the key of their table: for a million orders this is many times faster.
  database.exec(`INSERT INTO orderTerms (term, purchaseId) ${SELECT_TERMS.join(' UNION ALL ')} ORDER BY 1, 2`)
  database.exec(INSERT_TOTALS)
  database.close()
}

/** What the generated orders add up to that were not cancelled. */
export function sumGeneratedOrders(dataFolder: string): { orders: number; revenuePaise: number } {
  const database = new DatabaseSync(join(dataFolder, 'shop.sqlite'))
  try {
    const sum = database
      .prepare(
        "SELECT count(*) AS orders, sum(totalPaise) AS paise FROM orders WHERE orderStatus <> 'CANCELLED'",
      )
      .get()
    return { orders: Number(sum?.['orders']), revenuePaise: Number(sum?.['paise']) }
  } finally {
    database.close()
  }
}

/** The totals of hours in India, which the shop changes with each order. */
const INSERT_TOTALS = `
  INSERT INTO orderHours (day, hour, orders, revenuePaise, changes)
  SELECT date(purchaseDate, '+330 minutes'), CAST(strftime('%H', purchaseDate, '+330 minutes') AS INTEGER),
    sum(orderStatus <> 'CANCELLED'), sum(iif(orderStatus <> 'CANCELLED', totalPaise, 0)), count(*)
  FROM orders GROUP BY 1, 2
`

/** Returns SQL that chooses one of the values. `index` is SQL for a whole number, from 0 on. */
function oneOf(values: readonly string[], index: string) {
  const list = values.map((value, at) => `WHEN ${at} THEN '${value}'`).join(' ')
  return `CASE (${index}) % ${values.length} ${list} END`
}

/** SQL for the shopper's name. Every first name occurs with every last name. */
const NAME = `${oneOf(FIRST_NAMES, 'n')} || ' ' || ${oneOf(LAST_NAMES, `n / ${FIRST_NAMES.length}`)}`

/**
 * SQL for the work of an order. The newest orders need one of three kinds of work. Of four older
 * orders, three were delivered and one was cancelled.
 */
const WORK = `CASE WHEN n < @count - ${ORDERS_IN_WORK} THEN ${oneOf(['delivered', 'delivered', 'delivered', 'cancelled'], 'n')}
  ELSE ${oneOf(['pack', 'handOver', 'onTheWay'], 'n')} END`

/** Returns SQL for a value that depends on the order's work. */
function byWork(values: Record<'pack' | 'handOver' | 'onTheWay' | 'delivered' | 'cancelled', string>) {
  return `CASE orderWork ${Object.entries(values)
    .map(([work, value]) => `WHEN '${work}' THEN '${value}'`)
    .join(' ')} END`
}

/** The first ten characters of a purchase id: the time of the order in Crockford's base 32. */
const ID_TIME = Array.from(
  { length: 10 },
  (_, index) => `substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + ((ms >> ${45 - 5 * index}) & 31), 1)`,
).join(' || ')
const ISO_TIME = "strftime('%Y-%m-%dT%H:%M:%fZ', ms / 1000.0, 'unixepoch')"
/**
 * Simplified: not only cash but also card payments are due until the delivery. The measured lists
 * only filter by this state.
 */
const PAYMENT_STATE = byWork({
  pack: 'due',
  handOver: 'due',
  onTheWay: 'due',
  delivered: 'paid',
  cancelled: 'failed',
})
/** Changes after every third order, so that orders with the same work have different methods. */
const METHOD = oneOf(['cod', 'card'], 'n / 3')

/** The value of each column of an order, in SQL. */
const ORDER: Record<keyof OrderRecord, string> = {
  purchaseId: `${ID_TIME} || printf('%016d', n)`,
  userId: "json_extract(@userIds, printf('$[%d]', n % @userCount))",
  email: "lower(replace(name, ' ', '.')) || n || '@example.in'",
  isByMinor: '0',
  state: "'placed'",
  orderStatus: byWork({
    pack: 'CONFIRMED',
    handOver: 'CONFIRMED',
    onTheWay: 'SHIPPED',
    delivered: 'DELIVERED',
    cancelled: 'CANCELLED',
  }),
  deliveryStatus: byWork({
    pack: 'PROCESSING',
    handOver: 'PROCESSING',
    onTheWay: 'SHIPPED',
    delivered: 'DELIVERED',
    cancelled: 'PROCESSING',
  }),
  transactionId: "printf('cod_%d', n)",
  refusal: "''",
  lines: `json_array(json_object('productId', ${oneOf(ORDERED_PRODUCTS, 'n')}, 'name', 'A snack', 'imageUrl', '', 'category', 'Chips', 'quantity', 1, 'pricePaise', @price))`,
  taken: "'[]'",
  restored: "'[]'",
  totalItems: '1',
  shippingFeePaise: '0',
  totalPaise: '@price',
  offers: 'NULL',
  edits: 'NULL',
  payment: `json_object('method', ${METHOD}, 'state', ${PAYMENT_STATE}, 'paidPaise', 0)`,
  refunds: "'[]'",
  // Figures look for the orders that a shopper confirmed before this one.
  timeline: `json_array(json_object('at', ${ISO_TIME}, 'kind', 'confirmed'))`,
  fulfilment: `CASE orderWork WHEN 'handOver' THEN json_object('packing', json_object('begunAt', ${ISO_TIME}, 'packedAt', ${ISO_TIME})) ELSE '{}' END`,
  notes: "'[]'",
  shippingAddress: `json_set(@address, '$.fullName', name, '$.state', ${oneOf(STATES, 'n')}, '$.phoneNumber', printf('9%09d', n))`,
  details: "'{}'",
  linkSecret: "''",
  purchaseDate: ISO_TIME,
  deliveryTime: '\'{"days":5}\'',
  estimatedDelivery: ISO_TIME,
}

/** The columns that the shop derives from an order, in SQL. */
const DERIVED = { work: 'orderWork', paymentState: PAYMENT_STATE, method: METHOD, isOpen: '0' }

const FULL_NAME = "json_extract(shippingAddress, '$.fullName')"

const PHONE = "json_extract(shippingAddress, '$.phoneNumber')"

/** One SELECT for each search term that the shop stores for an order. */
const SELECT_TERMS = [
  `'word:' || lower(substr(${FULL_NAME}, 1, instr(${FULL_NAME}, ' ') - 1))`,
  `'word:' || lower(substr(${FULL_NAME}, instr(${FULL_NAME}, ' ') + 1))`,
  `'phone:' || ${PHONE}`,
  `'phoneEnd:' || ${[10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((digit) => `substr(${PHONE}, ${digit}, 1)`).join(' || ')}`,
  "'email:' || email",
  "'number:' || substr(purchaseId, -8)",
  "'product:' || json_extract(lines, '$[0].productId')",
  "'state:' || lower(json_extract(shippingAddress, '$.state'))",
].map((term) => `SELECT ${term}, purchaseId FROM orders`)
