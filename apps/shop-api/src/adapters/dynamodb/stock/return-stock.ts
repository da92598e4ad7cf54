import { readItems } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import { stockToReturn } from '../../../purchases/stock.ts'
import type { StoredOrder } from '../orders/order-items.ts'
import type { ShopTables } from '../tables.ts'
import { returnUpdate, type StockItem, stockKey, type TakenPart } from './stock-items.ts'

/** Every counted stock has this shard. */
const FIRST_SHARD = 0

/**
 * The writes that put the taken units back, for products whose stock is still counted. The
 * transaction with these writes fails if a shard was deleted after this function read it.
 */
export async function returnStockWrites(
  { client, tables }: ShopTables,
  { order, takenParts }: StoredOrder,
): Promise<TransactItem[]> {
  const table = tables.products
  const ids = takenParts.flatMap(({ productId, shard }) =>
    [FIRST_SHARD, shard].map((each) => stockKey(productId, each).products_id),
  )
  const keys = Array.from(new Set(ids), (id) => ({ table, key: { products_id: id } }))
  const found = (await readItems<StockItem>(client, keys)).get(table) ?? []
  // In a stock item, `productsId` is the product, and `products_id` is the key of the shard.
  const countedIds = new Set(found.map(({ productsId }) => productsId))
  const returned = toExistingShards(stockToReturn(takenParts, countedIds), found)
  return returned.map((part) => ({
    name: `stock ${part.productId} ${part.shard}`,
    write: { Update: returnUpdate(table, order.purchaseId, part) },
  }))
}

/**
 * A stock that was unlimited in between may have fewer shards than when the units were taken. The
 * first shard gets the units of the missing ones.
 */
function toExistingShards(parts: readonly TakenPart[], stock: readonly StockItem[]): TakenPart[] {
  const existing = new Set(stock.map(({ products_id }) => products_id))
  const sums = new Map<string, TakenPart>()
  for (const { productId, quantity, shard: takenFrom } of parts) {
    const hasShard = existing.has(stockKey(productId, takenFrom).products_id)
    const shard = hasShard ? takenFrom : FIRST_SHARD
    const { products_id } = stockKey(productId, shard)
    sums.set(products_id, { productId, shard, quantity: quantity + (sums.get(products_id)?.quantity ?? 0) })
  }
  return [...sums.values()]
}
