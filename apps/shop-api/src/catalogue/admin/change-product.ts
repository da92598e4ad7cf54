import { type Authorship, differences } from '../../operator-log/logged-change.ts'
import type { LogEntry } from '../../operator-log/operator-log.ts'
import { productChanged, type ProductChange, type ProductRecord } from '../product-store.ts'
import { assertPriceWithinMrp, hasVersion, toProductRecord } from '../product.ts'

/** What an operator changes, and the version that they saw. Without `seen`, any version is right. */
export type ProductUpdate = { fields: ProductChange; authorship: Authorship; seen: string | undefined }

/**
 * Returns the product after a change, and what the log says about it. When no field differs,
 * `product` is `before` itself. Throws when the product has changed since it was seen, and when the
 * price would be above the MRP.
 */
export function changeProduct(before: ProductRecord, { fields, authorship, seen }: ProductUpdate) {
  const givenFields = Object.entries(fields).filter(([, value]) => value !== undefined)
  const after = toProductRecord({ ...before, ...Object.fromEntries(givenFields) })
  const entry = productLogEntry(before, after, authorship)
  // A repeated request, whose response was lost, finds its change made.
  if (Object.keys(entry.changes).length === 0) return { product: before, entry }
  const isOutdated =
    seen !== undefined && !hasVersion(before, seen, { mustMatchStock: fields.stock !== undefined })
  if (isOutdated) throw productChanged()
  assertPriceWithinMrp(after)
  return { product: { ...after, updatedAt: authorship.at }, entry }
}

/** `before` is null for a new product, and `after` for a deleted one. */
export function productLogEntry(
  before: ProductRecord | null,
  after: ProductRecord | null,
  authorship: Authorship,
): LogEntry {
  const subject = (after ?? before)?.products_id ?? ''
  const action = before === null ? 'create' : after === null ? 'delete' : 'update'
  return { ...authorship, kind: 'product', subject, action, changes: differences(before, after) }
}
