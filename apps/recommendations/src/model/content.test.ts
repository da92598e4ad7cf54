import { expect, it } from 'vitest'
import { contentWeights } from './content.ts'
import { valueAt } from './numerics/sparse-matrix.ts'

/** In so large a catalogue, a common word is in too many products to be compared. */
const MANY = 12_000

/** Products with the same common words, and one rare word that each pair of neighbours shares. */
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
  // These two have the same category and name.
  expect(valueAt(weights, 5_000, 5_003)).toBe(0)
})

it('products with the same common words are similar in a small catalogue', () => {
  const weights = contentWeights(catalogue(12), 12)
  expect(valueAt(weights, 0, 3)).toBeGreaterThan(0)
})
