import type { Purchase } from './purchase.ts'

/** Some servers answer a bare list, ours a page. */
export function purchasesOf(data: Purchase[] | { purchases: Purchase[] }): Purchase[] {
  return Array.isArray(data) ? data : data.purchases
}
