import type { ProductAudit, ProductChange, ProductRecord } from './product-store.ts'

/** The product after a change, and what that changes: nothing when it already is so. */
export function changeProduct(before: ProductRecord, { stock, ...fields }: ProductChange, updatedAt: string) {
  const { stock: stockBefore, ...rest } = before
  const stockAfter = stock === undefined ? stockBefore : (stock ?? undefined)
  const after: ProductRecord = {
    ...rest,
    ...fields,
    ...(stockAfter !== undefined && { stock: stockAfter }),
  }
  const changes = differences(before, after)
  return Object.keys(changes).length === 0
    ? { product: before, changes }
    : { product: { ...after, updatedAt }, changes }
}

/** Field by field; a product that is not there has no fields. */
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
