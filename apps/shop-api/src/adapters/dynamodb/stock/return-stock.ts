import { readItems } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import { stockToReturn } from '../../../orders/order/stock.ts'
import type { ShopTables } from '../tables.ts'
import {
  FIRST_SHARD,
  type Return,
  returnUpdate,
  type StockItem,
  stockKey,
  type TakenPart,
} from './stock-items.ts'

/**
 * The writes that return the units in `parts` to the stock. A product whose stock is no longer
 * counted gets no write. The transaction with these writes is refused if a shard was deleted after
 * this function read the shard.
 */
export async function returnStockWrites(
  { client, tables }: ShopTables,
  parts: readonly TakenPart[],
  why: Return,
): Promise<TransactItem[]> {
  const table = tables.products
  const shardKeys = parts.flatMap(({ productId, shard }) => [
    shardKeyOf(productId, FIRST_SHARD),
    shardKeyOf(productId, shard),
  ])
  // In a stock item, `products_id` is the shard key, and `productsId` is the id of the product.
  const wanted = Array.from(new Set(shardKeys), (shardKey) => ({ table, key: { products_id: shardKey } }))
  const shards = (await readItems<StockItem>(client, wanted)).get(table) ?? []
  const countedIds = new Set(shards.map(({ productsId }) => productsId))
  const returned = toExistingShards(stockToReturn(parts, countedIds), shards)
  return returned.map((part) => {
    const key = shardKeyOf(part.productId, part.shard)
    const item = shards.find((each) => each.products_id === key)
    return {
      name: `stock ${part.productId} ${part.shard}`,
      write: { Update: returnUpdate(table, part, why, item) },
    }
  })
}

/**
 * Moves units of shards that no longer exist to the first shard. Example: an order took 2 units
 * from shard 5 of 8. The stock then became unlimited, and later counted again with only one shard.
 */
function toExistingShards(parts: readonly TakenPart[], shards: readonly StockItem[]): TakenPart[] {
  const existing = new Set(shards.map(({ products_id: shardKey }) => shardKey))
  const returned = new Map<string, TakenPart>()
  for (const { productId, quantity, shard: takenFrom } of parts) {
    const shard = existing.has(shardKeyOf(productId, takenFrom)) ? takenFrom : FIRST_SHARD
    const shardKey = shardKeyOf(productId, shard)
    const sum = (returned.get(shardKey)?.quantity ?? 0) + quantity
    returned.set(shardKey, { productId, shard, quantity: sum })
  }
  return [...returned.values()]
}

function shardKeyOf(productId: string, shard: number) {
  return stockKey(productId, shard).products_id
}
