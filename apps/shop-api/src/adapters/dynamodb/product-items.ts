import type { Item } from '@nashta/dynamodb/read-items'
import type { PlacedProduct, ProductRecord } from '../../catalogue/product-store.ts'

/** As it is kept: the record itself, and its place in the catalogue. */
export function toProductItem({ position, product }: PlacedProduct): Item {
  return { ...product, position }
}

/** Written by `toProductItem` and by nobody else. */
export function toPlaced(item: Item): PlacedProduct {
  const { position, ...product } = item as Item & { position: number }
  return { position, product: inOrder(product as unknown as ProductRecord) }
}

/** DynamoDB keeps no order of fields, and what is sent has one. */
function inOrder({ products_id, id, stock, ...record }: ProductRecord): ProductRecord {
  const { name, description, pricePaise, imageUrl, images, imageKeys, category, createdAt, updatedAt } =
    record
  return {
    products_id,
    ...(id !== undefined && { id }),
    name,
    description,
    imageUrl,
    category,
    createdAt,
    updatedAt,
    pricePaise,
    images,
    imageKeys,
    ...(stock !== undefined && { stock }),
  }
}

/** For a condition: the stock is still the one that was seen. */
export function sameStock({ stock }: ProductRecord) {
  return stock === undefined
    ? { ConditionExpression: 'attribute_exists(products_id) AND attribute_not_exists(stock)' }
    : { ConditionExpression: 'stock = :stock', ExpressionAttributeValues: { ':stock': stock } }
}
