import type { ProductRecord } from '../../catalogue/product-store.ts'

const REMEMBERED_MAX = 10_000

/**
 * Carts are read far more often than products change: a product that was read is remembered until any of
 * them changes. Never for use inside a write, which must see what that very write has done.
 */
export function createRecall(find: (id: string) => ProductRecord | null, revisionNow: () => number) {
  const remembered = new Map<string, ProductRecord>()
  let revision: number | undefined

  return function recall(id: string): ProductRecord | null {
    const current = revisionNow()
    if (current !== revision || remembered.size >= REMEMBERED_MAX) remembered.clear()
    revision = current

    const known = remembered.get(id)
    if (known) return known
    const product = find(id)
    if (product) remembered.set(id, product)
    return product
  }
}
