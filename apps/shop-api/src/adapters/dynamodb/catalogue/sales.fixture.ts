import { randomUUID } from 'node:crypto'
import { transact } from '@nashta/dynamodb/transact'
import { lineOf } from '../../../cart/cart.ts'
import { aProduct } from '../../../catalogue/product.fixture.ts'
import { aCashOrder } from '../../../orders/order/order.fixture.ts'
import type { ShopTables } from '../tables.ts'
import { saleWrite } from './sales.ts'

type Sale = Pick<ShopTables, 'client' | 'tables'> & {
  clock: Date
  productIds: readonly string[]
  /** Of each product. */
  units: number
}

/** Records the sale of an order, but takes no stock. */
export function recordSale({ client, tables, clock, productIds, units }: Sale) {
  const lines = productIds.map((products_id) => lineOf(aProduct({ products_id }), units))
  const order = aCashOrder({ purchaseId: randomUUID(), lines, purchaseDate: clock.toISOString() })
  return transact(client, [saleWrite(tables.purchases, order, clock)])
}
