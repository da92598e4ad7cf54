import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { searchSuite } from '@nashta/contracts/catalogue/search/search.suite'
import { expect, it } from 'vitest'
import type { PageQuery } from './fetch-products.ts'
import { filterProducts } from './filter-products.ts'

searchSuite((products) => (search) => filterProducts(products, { search }).map((found) => found.products_id))

const list = [
  aProduct({
    name: 'Laddoo',
    description: 'Glazed with jaggery',
    price: 279,
    category: 'Nuts & Treats',
    createdAt: '2026-01-02T00:00:00.000Z',
    diet: 'veg',
    allergens: { contains: ['milk'], mayContain: [] },
    netQuantity: { value: 250, unit: 'g' },
    origin: 'US',
    family: 'laddoo',
  }),
  aProduct({
    name: 'Glazed Donut',
    price: 69,
    createdAt: '2026-01-03T00:00:00.000Z',
    diet: 'egg',
    allergens: { contains: [], mayContain: ['egg'] },
    stock: 0,
  }),
  aProduct({
    name: 'Chips',
    description: 'Loud and salted',
    price: 45,
    category: 'Chips',
    categories: ['Chips', 'Party'],
  }),
]

it.each([
  ['everything, in the order given', {}, ['Laddoo', 'Glazed Donut', 'Chips']],
  ['a word of the name', { search: 'DONUT' }, ['Glazed Donut']],
  ['words of the description, in any order', { search: 'salted loud' }, ['Chips']],
  [
    'a word in a name before the same word in a description',
    { search: 'glazed' },
    ['Glazed Donut', 'Laddoo'],
  ],
  ['a word in spite of a typo', { search: 'chipz' }, ['Chips']],
  ['a category in another case', { category: 'nuts & treats' }, ['Laddoo']],
  ['a category that is not the first of a product', { category: 'party' }, ['Chips']],
  ['products from a price up', { minPrice: '69' }, ['Laddoo', 'Glazed Donut']],
  ['products up to a price', { maxPrice: '69' }, ['Glazed Donut', 'Chips']],
  ['nothing between bounds that exclude each other', { minPrice: '100', maxPrice: '50' }, []],
  ['the two newest', { sort: 'newest', limit: 2 }, ['Glazed Donut', 'Laddoo']],
  ['the cheapest first', { sort: 'price-asc' }, ['Chips', 'Glazed Donut', 'Laddoo']],
  ['products of either of two diets', { diet: 'veg,egg' }, ['Laddoo', 'Glazed Donut']],
  ['products with known allergens and no egg, not even traces', { without: 'egg' }, ['Laddoo']],
  ['products from either of two countries', { origin: 'IN,US' }, ['Laddoo']],
  ['products in stock', { inStock: 'true' }, ['Laddoo', 'Chips']],
  ['the packs of a family', { family: 'laddoo' }, ['Laddoo']],
  [
    'the lowest unit price first, then products without a net quantity, by price',
    { sort: 'unit-price' },
    ['Laddoo', 'Chips', 'Glazed Donut'],
  ],
  ['the dearest first', { sort: 'price-desc' }, ['Laddoo', 'Glazed Donut', 'Chips']],
])('a filter finds %s', (_case, query, names) => {
  expect(filterProducts(list, query).map(({ name }) => name)).toEqual(names)
})

it('a product with only a similar word comes last, even when sorted by price', () => {
  const chaps = aProduct({ name: 'Chaps', price: 900 })
  const found = filterProducts([chaps, ...list], { search: 'chips', sort: 'price-desc' })
  expect(found.map(({ name }) => name)).toEqual(['Chips', 'Chaps'])
})

it('the stored list besides a family has none of it', () => {
  const laddoo = aProduct({ products_id: 'laddoo-1-kg', family: 'laddoo' })
  const chips = aProduct({ products_id: 'chips' })
  expect(filterProducts([laddoo, chips], { besides: 'laddoo' })).toEqual([chips])
})

it('the stored list of snacks has each once, with the best of its packs', () => {
  const packs = [
    aProduct({ products_id: 'laddoo-1-kg', family: 'laddoo', price: 900 }),
    aProduct({ products_id: 'chips', price: 45 }),
    aProduct({ products_id: 'laddoo', family: 'laddoo', price: 279 }),
  ]
  const find = (query: PageQuery) =>
    filterProducts(packs, { families: 'true', ...query }).map(({ products_id }) => products_id)
  expect(find({})).toEqual(['laddoo-1-kg', 'chips'])
  expect(find({ limit: 1 })).toEqual(['laddoo-1-kg'])
  expect(find({ maxPrice: '300' })).toEqual(['chips', 'laddoo'])
  expect(find({ sort: 'price-asc' })).toEqual(['chips', 'laddoo'])
})

it('in the stored list of snacks, a pack in stock leads before a sold-out one, as online', () => {
  const packs = [
    aProduct({ products_id: 'laddoo-1-kg', family: 'laddoo', price: 900, stock: 0 }),
    aProduct({ products_id: 'chips', price: 45 }),
    aProduct({ products_id: 'laddoo', family: 'laddoo', price: 279, stock: 2 }),
  ]
  const find = (query: PageQuery) => filterProducts(packs, query).map(({ products_id }) => products_id)
  expect(find({ families: 'true' })).toEqual(['chips', 'laddoo'])
  expect(find({ families: 'true', minPrice: '300' })).toEqual(['laddoo-1-kg'])
  expect(find({ besides: 'nuts' })).toEqual(['chips', 'laddoo'])
})
