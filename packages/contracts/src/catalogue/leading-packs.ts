import { familyOf, onePerFamily, otherPacks } from './one-per-family.ts'
import type { Product } from './product.ts'

type Pack = Pick<Product, 'products_id' | 'family' | 'stock'>

/** The pack of each snack that its card shows: the first in stock, or the first if all are sold out. */
export function leadingPacks<P extends Pack>(products: readonly P[]): P[] {
  const available = new Set(products.filter(({ stock }) => stock !== 0).map(familyOf))
  return onePerFamily(
    products.filter((product) => product.stock !== 0 || !available.has(familyOf(product))),
    [],
  )
}

/** The product, or the first of the snack's `packs` in stock if the product is sold out. */
export function packInStock<P extends Pack>(product: P, packs: readonly P[]): P {
  if (product.stock !== 0) return product
  return otherPacks(product, packs).find(({ stock }) => stock !== 0) ?? product
}
