import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { productPageReply } from '@nashta/contracts/catalogue/product'
import { asPaise } from '@nashta/contracts/money'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestCatalogue } from './catalogue.fixture.ts'
import { AUTHORSHIP } from './product-store.fixture.ts'
import { aProduct } from './product.fixture.ts'

let test: ReturnType<typeof openTestCatalogue>
beforeEach(() => {
  test = openTestCatalogue()
})
afterEach(() => test.close())

async function readPage(query: Record<string, string>) {
  const response = await test.app.inject({ url: '/api/products', query })
  expect(response.statusCode).toBe(200)
  const { items, ...rest } = parseExactly(productPageReply, response.json()).data
  return { ids: items.map(({ products_id }) => products_id), ...rest }
}
const findIds = async (query: Record<string, string>) => (await readPage(query)).ids

const SNACKS = [
  aProduct({
    products_id: 'dark',
    name: 'Dark Chocolate',
    description: 'Stone-ground cacao.',
    pricePaise: asPaise(24_900),
    category: 'Chocolates',
    createdAt: '2026-01-03T00:00:00.000Z',
  }),
  aProduct({
    products_id: 'donut',
    name: 'Crème Donut',
    description: 'Filled with chocolate.',
    pricePaise: asPaise(8900),
    category: 'Donuts',
    createdAt: '2026-01-05T00:00:00.000Z',
  }),
  aProduct({
    products_id: 'chips',
    name: 'Masala Chips',
    description: 'Tossed in spices.',
    pricePaise: asPaise(4950),
    category: 'Chips',
    createdAt: '2026-01-04T00:00:00.000Z',
  }),
  aProduct({
    products_id: 'bar',
    name: 'Chocolate',
    description: 'Plain.',
    pricePaise: asPaise(8900),
    category: 'Chocolates',
    createdAt: '2026-01-01T00:00:00.000Z',
  }),
  aProduct({
    products_id: 'box',
    name: 'Chocolate Nut Box',
    description: 'Pistachios, almonds.',
    pricePaise: asPaise(50_000),
    category: 'Nuts & Treats',
    createdAt: '2026-01-02T00:00:00.000Z',
  }),
]

describe('a query', () => {
  beforeEach(() => test.products.fillIfEmpty(SNACKS))

  it.each<[string, Record<string, string>, string[]]>([
    [
      'exact names first, then names that begin with the search, other names, descriptions',
      { search: 'chocolate' },
      ['bar', 'box', 'dark', 'donut'],
    ],
    ['any case', { search: 'CHOCOLATE BOX' }, ['box']],
    ['words in any order', { search: 'box chocolate' }, ['box']],
    ['words, then letters inside words', { search: 'nut' }, ['box', 'donut']],
    ['one letter', { search: 'x' }, ['box']],
    ['punctuation', { search: '-' }, ['dark']],
    ['punctuation beside letters', { search: 'e-g' }, ['dark']],
    ['words although their punctuation differs', { search: 'stone/ground, (cacao)' }, ['dark']],
    ['a repeated word once', { search: 'chocolate chocolate' }, ['dark', 'bar', 'box', 'donut']],
    ['part of a word', { search: 'ocol' }, ['dark', 'bar', 'box', 'donut']],
    ['a word without its accents', { search: 'creme' }, ['donut']],
    ['a word with a wrong accent', { search: 'Çhips' }, ['chips']],
    ['a missing letter', { search: 'choclate' }, ['dark', 'bar', 'box', 'donut']],
    ['another missing letter', { search: 'masla' }, ['chips']],
    ['a missing letter in a description', { search: 'pistacho' }, ['box']],
    ['swapped letters', { search: 'hcips' }, ['chips']],
    ['two typos in a long word', { search: 'pistaxhoi' }, ['box']],
    ['not three typos in a long word', { search: 'pixtaxhoi' }, []],
    ['not two typos in a short word', { search: 'chixx' }, []],
    ['a typo beside a word that is right', { search: 'dark choclate' }, ['dark']],
    ['a word unlike any other', { search: 'zzzzzz' }, []],
    ['punctuation that no product has', { search: '%' }, []],
    ['an empty search', { search: ' ' }, ['dark', 'donut', 'chips', 'bar', 'box']],
    ['a category', { category: 'Chocolates' }, ['dark', 'bar']],
    ['a category in any case', { category: ' nuts & treats' }, ['box']],
    ['an unknown category', { category: 'Sandals' }, []],
    ['a lower bound', { minPrice: '249' }, ['dark', 'box']],
    ['an upper bound', { maxPrice: '89.00' }, ['donut', 'chips', 'bar']],
    ['both bounds, with paise', { minPrice: '49.50', maxPrice: '49.5' }, ['chips']],
    ['empty bounds', { minPrice: '', maxPrice: '' }, ['dark', 'donut', 'chips', 'bar', 'box']],
    ['a lower bound above the upper', { minPrice: '90', maxPrice: '50' }, []],
    ['sorted by time, newest first', { sort: 'newest' }, ['donut', 'chips', 'dark', 'box', 'bar']],
    ['sorted by price, lowest first', { sort: 'price-asc' }, ['chips', 'donut', 'bar', 'dark', 'box']],
    ['sorted by price, highest first', { sort: 'price-desc' }, ['box', 'dark', 'donut', 'bar', 'chips']],
    ['sorted by relevance without a search', { sort: 'relevance' }, ['dark', 'donut', 'chips', 'bar', 'box']],
    [
      'everything together',
      {
        search: 'chocolate',
        category: 'Chocolates',
        minPrice: '1',
        maxPrice: '249',
        sort: 'price-desc',
        limit: '5',
      },
      ['dark', 'bar'],
    ],
  ])('finds the expected products: %s', async (_case, query, expected) => {
    expect(await readPage(query)).toMatchObject({
      ids: expected,
      total: expected.length,
      nextCursor: null,
    })
  })

  it('lists the best sellers first among products of the same relevance', async () => {
    await test.recordSale('box', 1)
    expect(await findIds({ limit: '2' })).toEqual(['box', 'dark'])
    expect(await findIds({ search: 'choc' })).toEqual(['box', 'bar', 'dark', 'donut'])
  })

  it.each([{}, { search: 'chocolate' }, { sort: 'newest' }, { sort: 'price-asc' }, { sort: 'price-desc' }])(
    'continues where the page before ended: %j',
    async (query) => {
      const whole = await readPage({ ...query, limit: '100' })
      const ids: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const next: Awaited<ReturnType<typeof readPage>> = await readPage({ ...query, limit: '2', cursor })
        expect(next.total).toBe(whole.total)
        ids.push(...next.ids)
        cursor = next.nextCursor
      }
      expect(ids).toEqual(whole.ids)
    },
  )

  it('continues after a product that was removed meanwhile', async () => {
    const first = await readPage({ sort: 'price-asc', limit: '2' })
    await test.products.remove('donut', AUTHORSHIP)
    await test.products.create(aProduct({ products_id: 'cheap', pricePaise: asPaise(1) }), AUTHORSHIP)
    const second = await readPage({ sort: 'price-asc', limit: '9', cursor: first.nextCursor ?? '' })

    expect([first.ids, second.ids]).toEqual([
      ['chips', 'donut'],
      ['bar', 'dark', 'box'],
    ])
  })

  it('ignores unknown parameters', async () => {
    const response = await test.app.inject('/api/products?utm_source=mail&constructor=1&__proto__=2')
    expect(response.json().data).toHaveLength(5)
    expect(await findIds({ search: 'masala', utm_source: 'mail' })).toEqual(['chips'])
  })

  it('gets a 304 for its ETag, until a listed product changes', async () => {
    const request = (etag?: string) =>
      test.app.inject({ url: '/api/products?search=chips', headers: etag ? { 'if-none-match': etag } : {} })
    const etag = String((await request()).headers.etag)
    await test.products.update('box', { name: 'Box' }, AUTHORSHIP)
    expect((await request(etag)).statusCode).toBe(304)
    await test.products.update('chips', { pricePaise: asPaise(5000) }, AUTHORSHIP)
    expect((await request(etag)).statusCode).toBe(200)
  })

  it('finds a product by its new name, and not by its old one', async () => {
    expect(await findIds({ search: 'laddoo' })).toEqual([])
    await test.products.update('chips', { name: 'Laddoo' }, AUTHORSHIP)
    expect(await findIds({ search: 'laddoo' })).toEqual(['chips'])
    expect(await findIds({ search: 'masala' })).toEqual([])
  })

  it.each(['relevance', 'newest', 'price-asc', 'price-desc'])(
    'lists products with similar words after those that contain the search, sorted by %s',
    async (sort) => {
      await test.products.update('box', { name: 'Maxala' }, AUTHORSHIP)
      expect(await findIds({ search: 'maxala', sort })).toEqual(['box', 'chips'])
    },
  )

  it('compares names with the whole search, in which a repeated word counts', async () => {
    await test.products.update('box', { name: 'Chips Salted' }, AUTHORSHIP)
    await test.products.update('bar', { name: 'Chips Chips' }, AUTHORSHIP)
    expect(await findIds({ search: 'chips chips' })).toEqual(['bar', 'chips', 'box'])
  })

  it('ranks names that begin with the search before names that only have its words', async () => {
    await test.products.update('dark', { name: 'Chocolate Fig Box' }, AUTHORSHIP)
    await test.products.update('bar', { name: 'Chocolate Box' }, AUTHORSHIP)
    await test.products.update('chips', { name: 'Chocolate Boxes' }, AUTHORSHIP)
    expect(await findIds({ search: 'chocolate box' })).toEqual(['bar', 'chips', 'dark', 'box'])
  })

  it('shows stock that is at most a second old', async () => {
    const stock = async () =>
      (await test.app.inject('/api/products?search=chips')).json().data.items[0].stock as number
    await test.products.update('chips', { stock: 5 }, AUTHORSHIP)
    expect(await stock()).toBe(5)
    await test.takeStock('chips', 2)
    expect(await stock()).toBe(5)
    test.later(1000)
    expect(await stock()).toBe(3)
  })
})

it('a page has 24 products by default, and 100 at most', async () => {
  await test.products.fillIfEmpty(
    Array.from({ length: 120 }, (_, index) => aProduct({ products_id: `p${index}` })),
  )

  expect(await findIds({ sort: 'newest' })).toHaveLength(24)
  expect(await findIds({ limit: '' })).toHaveLength(24)
  expect(await findIds({ limit: '1' })).toHaveLength(1)
  expect(await findIds({ limit: '100' })).toHaveLength(100)
  expect(await findIds({ limit: '5000' })).toHaveLength(100)
})

it.each([
  ['search', `search=${'x'.repeat(201)}`],
  ['search', 'search=a&search=b'],
  ['category', `category=${'x'.repeat(101)}`],
  ['category', 'category=a&category=b'],
  ['minPrice', 'minPrice=abc'],
  ['minPrice', 'minPrice=-1'],
  ['minPrice', 'minPrice=1,000'],
  ['maxPrice', 'maxPrice=1.234'],
  ['maxPrice', 'maxPrice=1e3'],
  ['maxPrice', 'maxPrice=Infinity'],
  ['maxPrice', 'maxPrice=1&maxPrice=2'],
  ['sort', 'sort=cheapest'],
  ['sort', 'sort=Newest'],
  ['limit', 'limit=0'],
  ['limit', 'limit=-5'],
  ['limit', 'limit=2.5'],
  ['limit', 'limit=ten'],
  ['cursor', 'cursor=nonsense'],
  ['cursor', 'cursor=a&cursor=b'],
  ['cursor', `cursor=${'A'.repeat(513)}`],
])('a bad %s is refused in ?%s', async (field, query) => {
  const response = await test.app.inject(`/api/products?${query}`)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toEqual({
    code: 'VALIDATION_FAILED',
    message: expect.stringMatching(new RegExp(`^query\\.${field}: .`)),
  })
})

it('a cursor is refused for another query, and accepted for the same query with another limit', async () => {
  await test.products.fillIfEmpty(SNACKS)
  const cursor = (await readPage({ search: 'Chocolate', limit: '1' })).nextCursor ?? ''
  const status = async (query: Record<string, string>) =>
    (await test.app.inject({ url: '/api/products', query: { ...query, cursor } })).statusCode

  expect(await status({ search: ' chocolate ', limit: '3', minPrice: '' })).toBe(200)
  expect(await status({ search: 'chips' })).toBe(400)
  expect(await status({ search: 'chocolate', sort: 'newest' })).toBe(400)
  expect(await status({ search: 'chocolate', maxPrice: '9' })).toBe(400)
  expect(await status({})).toBe(400)
})

// Long, malformed and regular-expression-like searches.
it.each([
  'a'.repeat(200),
  'a b '.repeat(50),
  'é'.repeat(200),
  '\ud83c'.repeat(3),
  '\u0000\u200b\u202e',
  `${'ab'.repeat(99)}!`,
  '(a+)+$',
  '.*',
  '\\',
])('the search %j gets a response', async (search) => {
  await test.products.fillIfEmpty([aProduct({ name: 'a'.repeat(200), description: 'ab'.repeat(2500) })])
  expect((await test.app.inject({ url: '/api/products', query: { search } })).statusCode).toBe(200)
})

it('a repeated search finds new products and new prices, and no removed products', async () => {
  await test.products.fillIfEmpty(SNACKS)
  const search = { search: 'chocolate' }
  const before = await findIds(search)

  await test.products.create(aProduct({ products_id: 'white', name: 'White Chocolate' }), AUTHORSHIP)
  expect((await findIds(search)).toSorted()).toEqual([...before, 'white'].toSorted())
  await test.products.update('white', { pricePaise: asPaise(99_900) }, AUTHORSHIP)
  expect(await readPage({ ...search, minPrice: '900' })).toMatchObject({ ids: ['white'], total: 1 })
  await test.products.remove('white', AUTHORSHIP)
  expect(await findIds(search)).toEqual(before)
  expect((await readPage({ ...search, minPrice: '900' })).total).toBe(0)
})

/** Takes a query string, which may repeat a name. Undefined when the query is refused. */
async function findIdsByText(query: string) {
  const response = await test.app.inject(`/api/products?${query}`)
  return response
    .json<{ data?: { items: { products_id: string }[] } }>()
    .data?.items.map((item) => item.products_id)
}

describe('filters by facts in a query', () => {
  beforeEach(() =>
    test.products.fillIfEmpty([
      aProduct({ products_id: 'a', diet: 'veg', origin: 'IN', allergens: { contains: [], mayContain: [] } }),
      aProduct({
        products_id: 'b',
        diet: 'egg',
        origin: 'US',
        allergens: { contains: ['egg'], mayContain: [] },
      }),
      aProduct({ products_id: 'c', diet: 'nonveg', stock: 0 }),
    ]),
  )

  it('may be repeated or separated by commas', async () => {
    expect(await findIdsByText('diet=veg&diet=egg')).toEqual(['a', 'b'])
    expect(await findIdsByText('diet=veg,egg&origin=US')).toEqual(['b'])
  })

  it('leave out products that may contain an allergen or are out of stock', async () => {
    // The product c lists no allergens, so it may contain egg.
    expect(await findIdsByText('without=egg')).toEqual(['a'])
    expect(await findIdsByText('inStock=true')).toEqual(['a', 'b'])
  })

  it('leave out no product when they are empty', async () => {
    expect(await findIdsByText('diet=&without=&origin=&inStock=')).toEqual(['a', 'b', 'c'])
  })

  it('are refused when their value is unknown', async () => {
    expect(await findIdsByText('diet=meat')).toBeUndefined()
    expect(await findIdsByText('origin=india')).toBeUndefined()
  })
})
