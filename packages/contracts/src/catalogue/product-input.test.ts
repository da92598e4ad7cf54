import { describe, expect, it } from 'vitest'
import { PRODUCT_FIELDS } from './product-fields.ts'
import { createProductSchema, updateProductSchema } from './product-input.ts'
import { deskProductSchema } from './product-writes.ts'

describe('a new product', () => {
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

  it('is parsed without unknown fields and fields that only the store sets', () => {
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
    'may not have the id %j, which is unsafe in a URL or too long',
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

describe('an update of a product', () => {
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

const FACTS = {
  diet: 'veg',
  vegan: false,
  jain: true,
  ingredients: 'Gram flour, sugar, ghee',
  allergens: { contains: ['milk'], mayContain: ['tree nuts'] },
  nutrition: { energyKcal: 466, proteinG: 7.2, servingSize: 40 },
  netQuantity: { value: 250, unit: 'g' },
  mrp: 299,
  shelfLifeDays: 15,
  storage: 'Keep dry',
  origin: 'IN',
  importer: 'Imports, Mumbai',
  maker: { name: 'Maker', address: '1 Lane, Mumbai 400 001', fssai: '10000000000014' },
  hsn: '2106',
  gstRate: 5,
  family: 'laddoo',
  packLabel: '250 g',
}

describe('the facts of a product', () => {
  it('are accepted as given, in a new product and in an update', () => {
    expect(createProductSchema.parse({ name: 'Laddoo', price: 279, ...FACTS })).toMatchObject(FACTS)
    expect(updateProductSchema.parse(FACTS)).toEqual(FACTS)
  })

  it('may be null in an update, which removes them, but not in a new product', () => {
    const allNull = Object.fromEntries(Object.keys(FACTS).map((name) => [name, null]))
    expect(updateProductSchema.parse(allNull)).toEqual(allNull)
    expect(createProductSchema.safeParse({ name: 'Laddoo', price: 279, diet: null }).success).toBe(false)
  })

  const anyMessage: unknown = expect.any(String)

  it.each([
    ['diet', 'meat', 'Diet is veg, egg or nonveg'],
    ['allergens', { contains: ['dust'], mayContain: [] }, anyMessage],
    ['nutrition', { fatG: 101 }, anyMessage],
    ['nutrition', { energyKcal: -1 }, anyMessage],
    ['nutrition', { joy: 1 }, 'Nutrition has amounts per 100 g or 100 ml, zero or more, and a serving size'],
    ['netQuantity', { value: 0, unit: 'g' }, anyMessage],
    ['mrp', '1,000', 'A price is an amount in rupees with at most two decimals'],
    ['shelfLifeDays', 1.5, 'Shelf life is a whole number of days'],
    ['origin', 'XQ', 'Origin is a country code of two letters, such as IN'],
    ['origin', 'ZZ', 'Origin is a country code of two letters, such as IN'],
    ['origin', 'EU', 'Origin is a country code of two letters, such as IN'],
    ['origin', 'India', 'Origin is a country code of two letters, such as IN'],
    ['maker', { ...FACTS.maker, fssai: '123' }, anyMessage],
    ['maker', { ...FACTS.maker, address: 'Mumbai' }, anyMessage],
    ['hsn', '21', 'An HSN code has 4, 6 or 8 digits'],
    ['hsn', '21069', 'An HSN code has 4, 6 or 8 digits'],
    ['hsn', '2106909', 'An HSN code has 4, 6 or 8 digits'],
    ['gstRate', 12, 'A GST rate is one of 0, 5, 18, 40 per cent'],
    ['family', 'Two Words', 'A family has lower-case letters, digits and dashes only'],
    ['packLabel', ' ', 'A pack label has 1 to 40 characters'],
  ])('%s may not be %j', (name, value, message) => {
    const { error } = updateProductSchema.safeParse({ [name]: value })
    expect(error?.issues[0]?.path[0]).toBe(name)
    expect(error?.issues[0]?.message).toEqual(message)
  })
})

it('operators are sent every field that they fill in', () => {
  expect(Object.keys(deskProductSchema.shape)).toEqual(expect.arrayContaining(Object.keys(PRODUCT_FIELDS)))
})

it.each(['96385074', '036000291452', '8901063016453', '18901063016450'])(
  'a product may have the barcode %s',
  (barcode) => {
    expect(updateProductSchema.parse({ barcode })).toEqual({ barcode })
  },
)

it.each(['96385075', '8901063016454', '890106301645', '89010630164530', '8901063 016453', '', 8901063016453])(
  'a product with the barcode %j is refused',
  (barcode) => {
    const { error } = updateProductSchema.safeParse({ barcode })
    expect(error?.issues[0]?.message).toMatch(/^A barcode has 8, 12, 13 or 14 digits/)
  },
)
