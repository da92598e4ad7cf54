import { createProductSchema } from '@nashta/contracts/catalogue/product-input'
import { expect, it } from 'vitest'
import { newProductId } from './write-products.ts'

it.each([
  ['Single-Origin Dark 70%', 'single-origin-dark-70-1a2b'],
  ['Crème Brûlée', 'creme-brulee-1a2b'],
  ['मिठाई', 'product-1a2b'],
  ['मिठाई Box', 'box-1a2b'],
  // The name part of an id has at most 60 characters, and no hyphen at its end.
  ['word '.repeat(20), `${'word-'.repeat(12).slice(0, -1)}-1a2b`],
])('the id of a product named %s is safe in a URL', (name, expected) => {
  const id = newProductId(name, '1a2b')
  expect(id).toBe(expected)
  expect(createProductSchema.safeParse({ name, price: 1, products_id: id }).success).toBe(true)
})
