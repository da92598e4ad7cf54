import type { TransactItem } from '@nashta/dynamodb/transact'
import type { ProductStore } from '../../../catalogue/product-store.ts'
import type { OrderLine } from '../../../orders/order/purchase-store.ts'
import { outOfStock } from '../../../orders/order/purchase.ts'
import { countedLines } from '../../../orders/work/take-units.ts'
import { type StockShard, type StockSource, type Take, takeUpdate, type TakenPart } from './stock-items.ts'

/**
 * Chooses the shards that an order takes its units from, for `takeStockWrites`. Throws if too few
 * units are left, or if a product was removed. A product with unlimited stock has no shards.
 */
export async function chooseStock(
  products: Pick<StockSource, 'readStock'> & Pick<ProductStore, 'findWithDrafts'>,
  lines: readonly OrderLine[],
): Promise<TakenPart[]> {
  const shards = new Map<string, StockShard[]>()
  const knownIds = new Set<string>()
  for (const { productId } of lines) {
    const found = await products.readStock(productId)
    if (found.length > 0) shards.set(productId, found)
    if (found.length > 0 || (await products.findWithDrafts(productId))) knownIds.add(productId)
  }
  const counted = countedLines(lines, { knownIds, countedIds: new Set(shards.keys()) })
  return counted.flatMap((line) => partsOf(line, shards.get(line.productId) ?? []))
}

/** Takes units of the largest shards first, so that few shards are written. */
function partsOf(line: OrderLine, shards: readonly StockShard[]): TakenPart[] {
  const { productId } = line
  const available = shards.reduce((sum, { units }) => sum + units, 0)
  if (available < line.quantity) throw outOfStock(line, available)
  let missing = line.quantity
  return shards
    .toSorted((a, b) => b.units - a.units)
    .flatMap(({ shard, units }) => {
      const quantity = Math.min(units, missing)
      missing -= quantity
      return quantity > 0 ? [{ productId, shard, quantity }] : []
    })
}

/** The transaction with these writes is refused if a shard has too few units by then. */
export function takeStockWrites(table: string, parts: readonly TakenPart[], why: Take): TransactItem[] {
  return parts.map((part) => ({
    name: `stock ${part.productId} ${part.shard}`,
    write: { Update: takeUpdate(table, part, why) },
  }))
}
