import type { Product } from '@nashta/contracts/catalogue/product'
import type { CardProduct } from './product-card.tsx'

/** What a card shows and no more: a page carries its data along for hydration. */
export function toCard(product: Product): CardProduct {
  const { products_id, name, description, price, imageUrl, category, stock } = product
  return { products_id, name, description, price, imageUrl, category, ...(stock !== undefined && { stock }) }
}
