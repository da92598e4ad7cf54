import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { ORDER_COLUMNS } from '@nashta/shop-api/adapters/sqlite/order-rows'
import { pricePaise, productId } from './generated-catalogue.ts'

export type GeneratedOrders = { count: number; shopperCount: number }

/** What the shop has sold before, to each shopper in turn: made by the database itself, as they may be a million. */
export function generateOrders(dataFolder: string, { count, shopperCount }: GeneratedOrders) {
  if (count === 0) return
  const price = pricePaise(0)
  const lines = [
    {
      productId: productId(0),
      name: 'A snack',
      imageUrl: '',
      category: 'Chips',
      quantity: 1,
      pricePaise: price,
    },
  ]
  const file = new DatabaseSync(join(dataFolder, 'shop.sqlite'))
  const insert = file.prepare(`
    WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < @count)
    INSERT INTO orders (${ORDER_COLUMNS.join()})
    SELECT printf('000000000000%012d', n), printf('shopper-%d', n % @shopperCount), NULL, 'placed', 'CONFIRMED',
      'PROCESSING', printf('cod_%d', n), '', @lines, 1, 0, @price, @payment, @address, '2026-01-01T00:00:00.000Z',
      '2026-01-06T00:00:00.000Z'
    FROM numbers
  `)
  const payment = JSON.stringify({ method: 'cod' })
  const address = JSON.stringify(homeAddress)
  insert.run({ count, shopperCount, lines: JSON.stringify(lines), price, payment, address })
  file.close()
}

export function shopperId(index: number) {
  return `shopper-${index}`
}
