import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { ORDER_COLUMNS } from '@nashta/shop-api/adapters/sqlite/order-rows'
import { pricePaise, productId } from './generated-catalogue.ts'

/** Adds past orders, evenly for all shoppers. SQLite generates them itself, because there may be a million. */
export function generateOrders(dataFolder: string, count: number, userIds: readonly string[]) {
  const price = pricePaise(0)
  const line = { productId: productId(0), name: 'A snack', imageUrl: '', category: 'Chips', quantity: 1 }
  const file = new DatabaseSync(join(dataFolder, 'shop.sqlite'))
  const insert = file.prepare(`
    WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < @count)
    INSERT INTO orders (${ORDER_COLUMNS.join()})
    SELECT printf('000000000000%012d', n), json_extract(@userIds, printf('$[%d]', n % @userCount)), NULL, 'placed',
      'CONFIRMED', 'PROCESSING', printf('cod_%d', n), '', @lines, '[]', 1, 0, @price, @payment, @address,
      '2026-01-01T00:00:00.000Z', '2026-01-06T00:00:00.000Z'
    FROM numbers
  `)
  insert.run({
    count,
    userIds: JSON.stringify(userIds),
    userCount: userIds.length,
    lines: JSON.stringify([{ ...line, pricePaise: price }]),
    price,
    payment: JSON.stringify({ method: 'cod' }),
    address: JSON.stringify(homeAddress),
  })
  file.close()
}
