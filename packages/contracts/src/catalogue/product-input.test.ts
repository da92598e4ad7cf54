import { describe, expect, it } from 'vitest'
import { createProductSchema, updateProductSchema } from './product-input.ts'

describe('a product to be created', () => {
  it('needs a name and a price; the rest has a default', () => {
    expect(createProductSchema.parse({ name: ' Donut ', price: '72.50' })).toEqual({
      name: 'Donut',
      price: 72.5,
      description: '',
      imageUrl: '',
      images: [],
      imageKeys: [],
      category: 'Uncategorized',
    })
  })

  it('ignores fields that only the store sets', () => {
    const product = createProductSchema.parse({
      name: 'Donut',
      price: 89,
      createdAt: '1970-01-01T00:00:00.000Z',
      soldIn90Days: 1e9,
      isAdmin: true,
    })

    expect(product).not.toHaveProperty('createdAt')
    expect(product).not.toHaveProperty('soldIn90Days')
    expect(product).not.toHaveProperty('isAdmin')
  })

  it.each(['1,000', '', 'abc', '-5', '1.234', '1e3', -1, Number.NaN, 10_000_000.01, null, [89]])(
    'is refused at a price of %j',
    (price) => {
      const result = createProductSchema.safeParse({ name: 'Donut', price })

      expect(result.success).toBe(false)
      expect(result.error?.issues[0]?.path).toEqual(['price'])
    },
  )

  it.each(['chips-1', 'a', '42', 'Nut.mix_2~b'])('may have the id %s', (id) => {
    expect(createProductSchema.safeParse({ name: 'x', price: 1, products_id: id }).success).toBe(true)
  })

  it.each(['', '.', '..', 'a/b', 'a b', 'a?b', 'é', '\ud800', 'x'.repeat(129)])(
    'may not have the id %j, which a URL would change',
    (id) => {
      expect(createProductSchema.safeParse({ name: 'x', price: 1, products_id: id }).success).toBe(false)
    },
  )

  it.each([
    [{ name: '  ' }],
    [{ name: 'x'.repeat(201) }],
    [{ description: 'x'.repeat(5001) }],
    [{ stock: -1 }],
    [{ stock: 1.5 }],
    [{ imageUrl: 'javascript:alert(1)' }],
    [{ images: ['http://example.com/a.png'] }],
    [{ images: [''] }],
  ])('is refused with %j', (fields) => {
    expect(createProductSchema.safeParse({ name: 'Donut', price: 89, ...fields }).success).toBe(false)
  })
})

describe('a product to be changed', () => {
  it('may have only the changed fields', () => {
    expect(updateProductSchema.parse({ price: '95' })).toEqual({ price: 95 })
  })

  it('may be a whole product, whose id and timestamps are ignored', () => {
    const whole = {
      products_id: 'donut',
      name: 'Donut',
      description: '',
      price: 95,
      imageUrl: '/images/donut.webp',
      images: ['/images/donut.webp'],
      imageKeys: ['donut'],
      category: 'Donuts',
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    }
    const { products_id: _id, createdAt: _created, updatedAt: _updated, ...rest } = whole

    expect(updateProductSchema.parse(whole)).toEqual(rest)
  })

  it('may make stock unlimited again', () => {
    expect(updateProductSchema.parse({ stock: null })).toEqual({ stock: null })
    expect(updateProductSchema.parse({})).not.toHaveProperty('stock')
    expect(updateProductSchema.safeParse({ stock: -1 }).success).toBe(false)
  })
})
