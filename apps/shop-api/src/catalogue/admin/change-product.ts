import { type Authorship, type Changes, differences } from '../../operator-log/logged-change.ts'
import type { LogEntry } from '../../operator-log/operator-log.ts'
import type { ProductChange, ProductRecord } from '../product-store.ts'
import { assertPriceWithinMrp, toProductRecord } from '../product.ts'

/**
 * Returns the product after a change, and the fields that differ. When no field differs, `product`
 * is `before` itself. Throws when the price would be above the MRP.
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

export function productLogEntry(
  action: LogEntry['action'],
  productsId: string,
  changes: Changes,
  authorship: Authorship,
): LogEntry {
  return { ...authorship, kind: 'product', subject: productsId, action, changes }
}
