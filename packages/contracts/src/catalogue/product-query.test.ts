import { describe, expect, it } from 'vitest'
import { productQuerySchema } from './product-query.ts'

describe('a product query', () => {
  it('has no default values, and ignores unknown parameters', () => {
    expect(productQuerySchema.parse({})).toEqual({})
    expect(productQuerySchema.parse({ utm_source: 'mail', soldIn90Days: '1' })).toEqual({})
  })

  it('has price bounds in paise and a limit as a number', () => {
    expect(
      productQuerySchema.parse({ minPrice: '49.50', maxPrice: ' 100 ', limit: '12', sort: 'newest' }),
    ).toEqual({ minPrice: 4950, maxPrice: 10_000, limit: 12, sort: 'newest' })
    expect(productQuerySchema.parse({ limit: '101' })).toEqual({ limit: 100 })
  })

  it('has a key with the value undefined for an empty parameter', () => {
    // The key matters: the reply to a query with any key is a page, not the whole catalogue.
    const query = productQuerySchema.parse({ minPrice: '', maxPrice: '', sort: '', limit: '' })
    expect(query).toEqual({})
    expect(Object.keys(query)).toEqual(['minPrice', 'maxPrice', 'sort', 'limit'])
  })

  it.each([
    ['search', 'x'.repeat(201)],
    ['search', ['a', 'b']],
    ['category', 'x'.repeat(101)],
    ['minPrice', 'abc'],
    ['minPrice', '-1'],
    ['maxPrice', '1,000'],
    ['maxPrice', ['1', '2']],
    ['sort', 'cheapest'],
    ['limit', '0'],
    ['limit', '1.5'],
    ['cursor', 'x'.repeat(513)],
  ])('is refused when its %s is %j', (field, value) => {
    const result = productQuerySchema.safeParse({ [field]: value })
    expect(result.error?.issues.map(({ path }) => path)).toEqual([[field]])
    // Zod gives this text where a schema has no message of its own.
    expect(result.error?.issues[0]?.message).not.toBe('Invalid input')
  })
})
