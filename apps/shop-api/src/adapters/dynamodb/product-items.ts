import type { Item } from '@nashta/dynamodb/read-items'
import type { PositionedProduct, ProductRecord } from '../../catalogue/product-store.ts'
import { toProductRecord } from '../../catalogue/product.ts'

export function toProductItem({ position, product }: PositionedProduct): Item {
  return { ...product, position }
}

export function toPositionedProduct(item: Item): PositionedProduct {
  return { position: Number(item['position']), product: toProductRecord(item) }
}

/** The keys for `readItems`, without duplicates. */
export function productKeys(table: string, productsIds: Iterable<string>) {
  return Array.from(new Set(productsIds), (id) => ({ table, key: { products_id: id } }))
}

/** The condition that the stored product still has this stock. */
export function stockUnchangedSince({ stock }: ProductRecord) {
  return stock === undefined
    ? { ConditionExpression: 'attribute_exists(products_id) AND attribute_not_exists(stock)' }
    : { ConditionExpression: 'stock = :stock', ExpressionAttributeValues: { ':stock': stock } }
}
