import { expect, it } from 'vitest'
import { contentWeights } from './content.ts'
import { valueAt } from './numerics/sparse-matrix.ts'

/** With this many products, a word of every third product is too common to be compared. */
const MANY = 12_000

/**
 * Products with a few common words. The products 0 and 1 also share a rare word, 2 and 3 share
 * another one, and so on.
 */
function catalogue(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    product: {
      productId: `snack-${index}`,
      category: index % 3 === 0 ? 'Chips' : 'Nuts',
      name: `Crisp ${index % 3 === 0 ? 'wafer' : 'brittle'}`,
      description: `Made by house${Math.floor(index / 2)}`,
    },
    index,
    count: 0,
  }))
}

it('a product is similar to the one with the same rare word, among thousands with the same common words', () => {
  const weights = contentWeights(catalogue(MANY), MANY)
  expect(valueAt(weights, 5_000, 5_001)).toBeGreaterThan(0)
  expect(valueAt(weights, 5_001, 5_000)).toBeGreaterThan(0)
  // Both are chips and wafers, but 4,000 products have each of these words. Without a limit, the
  // first of these products would be neighbours of 5,001.
  expect(valueAt(weights, 0, 5_001)).toBe(0)
})

it('products with the same common words are similar in a small catalogue', () => {
  const weights = contentWeights(catalogue(12), 12)
  expect(valueAt(weights, 0, 3)).toBeGreaterThan(0)
})
