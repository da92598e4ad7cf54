import type { Product } from './product.ts'

type Pack = Pick<Product, 'products_id' | 'family'>

/** The first pack of each family, without the families of `others`. */
export function onePerFamily<P extends Pack>(products: readonly P[], others: readonly Pack[]): P[] {
  const taken = new Set(others.map(familyOf))
  return products.filter((product) => {
    const family = familyOf(product)
    if (taken.has(family)) return false
    taken.add(family)
    return true
  })
}

/** The packs of the same snack among `packs`, without the product itself. */
export function otherPacks<P extends Pack>({ products_id, family }: Pack, packs: readonly P[]): P[] {
  if (family === undefined) return []
  return packs.filter((pack) => pack.family === family && pack.products_id !== products_id)
}

/** A product without a family is a family of its own. */
export function familyOf({ products_id, family = products_id }: Pack) {
  return family
}
