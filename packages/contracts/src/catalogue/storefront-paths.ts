/** The categories of the storefront, in the order in which it shows them. */
export const CATEGORIES: readonly string[] = ['Donuts', 'Chips', 'Chocolates', 'Nuts & Treats']

/** The address of a product's page. */
export function productPath(productId: string): string {
  return `/product/${encodeURIComponent(productId)}`
}
