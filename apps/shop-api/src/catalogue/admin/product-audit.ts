import type { ProductAudit, ProductChange, ProductRecord } from '../product-store.ts'
import { assertPriceWithinMrp, toProductRecord } from '../product.ts'

/**
 * The product after a change, and the fields that differ. When none differs, `product` is `before` itself. Throws when
 * the price would be above the MRP.
 */
export function changeProduct(before: ProductRecord, change: ProductChange, updatedAt: string) {
  const givenFields = Object.entries(change).filter(([, value]) => value !== undefined)
  const after = toProductRecord({ ...before, ...Object.fromEntries(givenFields) })
  assertPriceWithinMrp(after)
  const changes = differences(before, after)
  return Object.keys(changes).length === 0
    ? { product: before, changes }
    : { product: { ...after, updatedAt }, changes }
}

/** The fields that differ. `before` is null for a new product, `after` for a deleted one. */
export function differences(before: ProductRecord | null, after: ProductRecord | null) {
  const [from, to] = [fieldsOf(before), fieldsOf(after)]
  const changes: ProductAudit['changes'] = {}
  for (const field of new Set([...from.keys(), ...to.keys()])) {
    const change = { from: from.get(field) ?? null, to: to.get(field) ?? null }
    if (JSON.stringify(change.from) !== JSON.stringify(change.to)) changes[field] = change
  }
  return changes
}

function fieldsOf(product: ProductRecord | null) {
  return new Map<string, unknown>(Object.entries(product ?? {}))
}
