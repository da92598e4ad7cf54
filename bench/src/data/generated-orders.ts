import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import type { ORDER_COLUMNS } from '@nashta/shop-api/adapters/sqlite/order-rows'
import { pricePaise, productId } from './generated-catalogue.ts'

/** Adds past orders, evenly for all shoppers. SQLite generates them itself, because there may be a million. */
export function generateOrders(dataFolder: string, count: number, userIds: readonly string[]) {
  const price = pricePaise(0)
  const line = { productId: productId(0), name: 'A snack', imageUrl: '', category: 'Chips', quantity: 1 }
  const file = new DatabaseSync(join(dataFolder, 'shop.sqlite'))
  const columns = Object.entries({ ...ORDER, ...DERIVED })
  const numbers =
    'WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < @count)'
  const insert = file.prepare(`
    ${numbers}
    INSERT INTO orders (${columns.map(([name]) => name).join()})
    SELECT ${columns.map(([, value]) => value).join()} FROM numbers
  `)
  insert.run({
    count,
    userIds: JSON.stringify(userIds),
    userCount: userIds.length,
    lines: JSON.stringify([{ ...line, pricePaise: price }]),
    price,
    payment: JSON.stringify({ method: 'cod', state: 'due', paidPaise: 0 }),
    address: JSON.stringify(homeAddress),
  })
  file.close()
}

/** The value of each column of an order, in SQL. */
const ORDER: Record<(typeof ORDER_COLUMNS)[number], string> = {
  purchaseId: "printf('00000000000000%012d', n)",
  userId: "json_extract(@userIds, printf('$[%d]', n % @userCount))",
  email: 'NULL',
  state: "'placed'",
  orderStatus: "'CONFIRMED'",
  deliveryStatus: "'PROCESSING'",
  transactionId: "printf('cod_%d', n)",
  refusal: "''",
  lines: '@lines',
  taken: "'[]'",
  totalItems: '1',
  shippingFeePaise: '0',
  totalPaise: '@price',
  payment: '@payment',
  refunds: "'[]'",
  timeline: "'[]'",
  fulfilment: "'{}'",
  notes: "'[]'",
  shippingAddress: '@address',
  linkSecret: "''",
  purchaseDate: "'2026-01-01T00:00:00.000Z'",
  estimatedDelivery: "'2026-01-06T00:00:00.000Z'",
}

const DERIVED = { work: "'pack'", paymentState: "'due'", method: "'cod'", isOpen: '0' }
