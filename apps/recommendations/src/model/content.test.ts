import { expect, it } from 'vitest'
import { contentWeights } from './content.ts'
import { valueAt } from './sparse-matrix.ts'

const MANY = 12_000

/** Snacks that all say the same, but for one word that each shares with its neighbour only. */
function catalogue(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    item: {
      productId: `snack-${index}`,
      category: index % 3 === 0 ? 'Chips' : 'Nuts',
      name: `Crisp ${index % 3 === 0 ? 'wafer' : 'brittle'}`,
      description: `Made by house${Math.floor(index / 2)}`,
    },
    index,
    count: 0,
  }))
}

it('content similarity finds a product that shares a rare word among thousands with common ones', () => {
  const weights = contentWeights(catalogue(MANY), MANY)
  expect(valueAt(weights, 5_000, 5_001)).toBeGreaterThan(0)
  expect(valueAt(weights, 5_001, 5_000)).toBeGreaterThan(0)
  expect(valueAt(weights, 5_000, 5_003)).toBe(0)
})

it('content similarity uses common words too in a small catalogue', () => {
  const weights = contentWeights(catalogue(12), 12)
  expect(valueAt(weights, 0, 3)).toBeGreaterThan(0)
})
