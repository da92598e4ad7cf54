import type { CountedProduct } from '@nashta/contracts/catalogue/traits'

/**
 * Numbers for products that count alike in the counts of choices: with the same traits, origin and
 * categories. A catalogue has few such kinds, so a list is counted by them.
 */
export function createCountKinds() {
  const products: CountedProduct[] = []
  const numbers = new Map<string, number>()

  return {
    /** A product of each kind. */
    products: products as readonly CountedProduct[],

    numberOf(product: CountedProduct): number {
      const { traits, origin, categories } = product
      const key = [traits, origin, ...categories].join('\n')
      const known = numbers.get(key)
      if (known !== undefined) return known
      numbers.set(key, products.length)
      return products.push(product) - 1
    },
  }
}
