import type { Product } from './product.ts'

type Pack = Pick<Product, 'products_id' | 'family'>

/** The first pack of each family that none of `others` belongs to. */
export function onePerFamily<P extends Pack>(products: readonly P[], others: readonly Pack[]): P[] {
  const taken = new Set(others.map(familyOf))
  return products.filter((product) => {
    const family = familyOf(product)
    if (taken.has(family)) return false
    taken.add(family)
    return true
  })
}

/** A product without a family is a family of its own. */
export function familyOf({ products_id, family = products_id }: Pack) {
  return family
}
