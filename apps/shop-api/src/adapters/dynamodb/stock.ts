import { type Item, readItems } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import type { ProductRecord } from '../../catalogue/product-store.ts'
import type { OrderLine, TakenStock } from '../../purchases/purchase-store.ts'
import { stockToReturn } from '../../purchases/stock.ts'
import { productKeys, toPositionedProduct } from './product-items.ts'
import { stockChangeWrites } from './stock-changes.ts'
import type { ShopTables } from './tables.ts'

/**
 * Checks the price, and takes the quantity from the stock if it is limited. The transaction is refused when the product
 * was removed, its price has changed, its stock is too low, or unlimited stock has become limited.
 */
export function takeStockWrite(
  table: string,
  product: ProductRecord,
  { productId, quantity, pricePaise }: Pick<OrderLine, 'productId' | 'quantity' | 'pricePaise'>,
): TransactItem {
  const item = { TableName: table, Key: { products_id: productId } }
  const priceCheck = {
    ...item,
    ConditionExpression: 'pricePaise = :price AND attribute_not_exists(stock)',
    ExpressionAttributeValues: { ':price': pricePaise },
  }
  const stockUpdate = {
    ...item,
    UpdateExpression: 'SET stock = stock - :quantity',
    ConditionExpression: 'pricePaise = :price AND stock >= :quantity',
    ExpressionAttributeValues: { ':price': pricePaise, ':quantity': quantity },
  }
  const isUnlimited = product.stock === undefined
  return { name: productId, write: isUnlimited ? { ConditionCheck: priceCheck } : { Update: stockUpdate } }
}

export async function returnStockWrites(
  { client, tables, now }: ShopTables & { now: () => Date },
  /** A name for this change, different for each return of an order. */
  name: string,
  stock: readonly TakenStock[],
): Promise<TransactItem[]> {
  const takenIds = stock.map(({ productId }) => productId)
  const found = await readItems(client, productKeys(tables.products, takenIds))
  const returned = stockToReturn(stock, limitedIdsOf(toProductRecords(found.get(tables.products) ?? [])))
  const returnedIds = returned.map(({ productId }) => productId)
  return [
    ...returned.map(({ productId, quantity }) => ({
      name: productId,
      write: {
        Update: {
          TableName: tables.products,
          Key: { products_id: productId },
          UpdateExpression: 'SET stock = stock + :quantity',
          ConditionExpression: 'attribute_exists(stock)',
          ExpressionAttributeValues: { ':quantity': quantity },
        },
      },
    })),
    ...stockChangeWrites(tables.purchases, name, returnedIds, now()),
  ]
}

/** The ids of the products with limited stock. */
export function limitedIdsOf(products: ReadonlyMap<string, ProductRecord>): ReadonlySet<string> {
  return new Set([...products].flatMap(([id, { stock }]) => (stock === undefined ? [] : [id])))
}

/** By `products_id`. */
export function toProductRecords(items: readonly Item[]) {
  return new Map(items.map((item) => [String(item['products_id']), toPositionedProduct(item).product]))
}
