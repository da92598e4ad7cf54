import { ALLERGENS, DIETS } from '@nashta/contracts/catalogue/product-fields'
import type { ProductQuery } from '@nashta/contracts/catalogue/product-query'
import { createRandom, type Random } from '@nashta/contracts/catalogue/random.fixture'
import { DIET_CHOICES, PRODUCT_SORTS, WITHOUT_CHOICES } from '@nashta/contracts/constants'
import { asPaise } from '@nashta/contracts/money'
import { createShelfIndex, FIRST_SHELVES } from '@nashta/contracts/storefront/shelf-rules'
import { describe, expect, it } from 'vitest'
import type { PositionedProduct } from '../product-store.ts'
import { aProduct } from '../product.fixture.ts'
import { type CatalogueTable, createCatalogueTable } from './catalogue-table.ts'
import { findProducts } from './find-products.ts'
import { plainSearch } from './plain-search.fixture.ts'

/** Some words have an accent, digits, punctuation, one letter only, or are in Hindi. */
const WORDS =
  'masala chocolate pistachio donut nut chips dark milk ghee ümlaut मिठाई कुरकुरे 70 a stone-ground & x'.split(
    ' ',
  )
const ORIGINS = ['IN', 'US', 'AF']
const CATEGORIES = ['Donuts', 'Chips', 'Nuts & Treats']
const SEARCHES = [
  ...WORDS,
  'choclate',
  'masla',
  'pistacho',
  'dounts',
  'chpis',
  'umlaut',
  'CHOC',
  'olate',
  'nut don',
  'dark choclate',
  'e',
  'मिठ',
  '%',
  '&',
  '-',
  'stone ground',
  'e-g',
  'chips!',
  'nut & milk',
  'x x',
  '  ',
  'nothing',
  'milk milk dark',
  'chocolate dark',
  '7',
]

function randomProduct(random: Random, position: number): PositionedProduct {
  const product = aProduct({
    products_id: `p${position}`,
    name: random.some(WORDS, 1, 3).join(' '),
    description: random.some(WORDS, 0, 4).join(', '),
    // There are only six prices, so that many products have the same one.
    pricePaise: asPaise(random.below(6) * 50),
    category: random.one(CATEGORIES),
    ...(random.chance(0.3) && { categories: random.some(CATEGORIES, 2, 3) }),
    createdAt: `2026-01-0${1 + random.below(5)}T00:00:00.000Z`,
    ...(random.chance(0.8) && { diet: random.one(DIETS) }),
    ...(random.chance(0.3) && { vegan: true }),
    ...(random.chance(0.3) && { jain: random.chance(0.5) }),
    ...(random.chance(0.8) && {
      allergens: { contains: random.some(ALLERGENS, 0, 2), mayContain: random.some(ALLERGENS, 0, 2) },
    }),
    ...(random.chance(0.8) && { origin: random.one(ORIGINS) }),
    ...(random.chance(0.5) && { stock: random.below(3) }),
    ...(random.chance(0.3) && { family: random.one(['laddoo', 'mix']) }),
    ...(random.chance(0.8) && {
      netQuantity: { value: random.one([1, 90, 1000]), unit: random.one(['g', 'ml', 'piece']) },
    }),
  })
  return { position, product }
}

function randomQuery(random: Random): ProductQuery {
  return {
    ...(random.chance(0.6) && { search: random.one(SEARCHES) }),
    ...(random.chance(0.3) && { category: random.one([...CATEGORIES, 'donuts', 'None']) }),
    ...(random.chance(0.3) && { minPrice: asPaise(random.below(6) * 50) }),
    ...(random.chance(0.3) && { maxPrice: asPaise(random.below(6) * 50) }),
    ...(random.chance(0.8) && { sort: random.one(PRODUCT_SORTS) }),
    ...(random.chance(0.2) && { diet: random.some(DIET_CHOICES, 1, 2) }),
    ...(random.chance(0.2) && { without: random.some(WITHOUT_CHOICES, 1, 2) }),
    ...(random.chance(0.2) && { origin: random.some(ORIGINS, 1, 2) }),
    ...(random.chance(0.2) && { inStock: random.chance(0.8) }),
    ...(random.chance(0.1) && { family: random.one(['laddoo', '']) }),
    ...(random.chance(0.5) && { families: true }),
  }
}

/** A table after many random changes, and the products and scores that it should hold. */
function randomCatalogue(random: Random) {
  const table = createCatalogueTable(createShelfIndex(FIRST_SHELVES))
  const products = new Map<string, PositionedProduct>()
  let scores = new Map<string, number>()
  const put = (positioned: PositionedProduct) => {
    products.set(positioned.product.products_id, positioned)
    table.put(positioned)
  }

  // The limit is drawn again at each step, so most catalogues are small.
  for (let position = 0; position < random.below(80); position++) put(randomProduct(random, position))
  // An index that exists before the changes is updated by each of them. Otherwise the first query builds it.
  if (random.chance(0.5))
    for (const sort of PRODUCT_SORTS) table.sortedIndex(sort, random.one(['', 'donuts', 'chips']))
  for (let change = 0; change < random.below(60); change++) {
    const position = random.below(100)
    const kind = random.one(['put', 'put', 'remove', 'sell'])
    if (kind === 'put') put(randomProduct(random, position))
    if (kind === 'remove') {
      products.delete(`p${position}`)
      table.remove(`p${position}`)
    }
    if (kind === 'sell') {
      scores = new Map(Array.from({ length: 10 }, () => [`p${random.below(100)}`, random.below(4)]))
      table.setSalesScores(scores)
    }
  }
  return { table, products, scores }
}

function findPage(table: CatalogueTable, query: ProductQuery) {
  const page = findProducts(table, query)
  return { ...page, ids: Array.from(page.slots, (slot) => table.columns.productsId[slot]!) }
}

/** Reads all pages of a query. */
function readPages(
  find: (query: ProductQuery) => { ids: string[]; nextCursor: string | null; total: number },
  query: ProductQuery,
) {
  const ids: string[] = []
  const totals = new Set<number>()
  let cursor: string | null = null
  do {
    const page = find({ ...query, ...(cursor !== null && { cursor }) })
    ids.push(...page.ids)
    totals.add(page.total)
    cursor = page.nextCursor
  } while (cursor !== null)
  return { ids, totals: [...totals] }
}

const SEEDS = Array.from({ length: 100 }, (_, seed) => seed)

describe('the pages of a random query', () => {
  it('are the whole catalogue filtered and sorted, for every page size', () => {
    for (const seed of SEEDS) {
      const random = createRandom(seed)
      const { table, products, scores } = randomCatalogue(random)
      for (let round = 0; round < 12; round++) {
        const query = { ...randomQuery(random), limit: 1 + random.below(12) }
        const expected = plainSearch([...products.values()], scores, query)
        const { ids, totals } = readPages((pageQuery) => findPage(table, pageQuery), query)
        expect({ seed, query, ids, totals }).toEqual({
          seed,
          query,
          ids: expected,
          totals: [expected.length],
        })
      }
    }
  })

  it('list an unchanged product exactly once while others are added, removed and changed', () => {
    for (const seed of SEEDS) {
      const random = createRandom(seed)
      const { table, products, scores } = randomCatalogue(random)
      const query: ProductQuery = { sort: random.one(PRODUCT_SORTS), limit: 1 + random.below(5) }
      if (random.chance(0.5)) query.search = random.one(['masala', 'nut', 'choc'])
      const unchangedIds = new Set(
        plainSearch([...products.values()], scores, query).filter(() => random.chance(0.5)),
      )

      const { ids } = readPages((pageQuery) => {
        const page = findPage(table, pageQuery)
        // A random product changes after each page.
        const position = random.below(100)
        if (!unchangedIds.has(`p${position}`)) {
          if (random.chance(0.5)) table.remove(`p${position}`)
          else table.put(randomProduct(random, position))
        }
        return page
      }, query)

      const shown = ids.filter((id) => unchangedIds.has(id))
      expect({ seed, shown: shown.toSorted() }).toEqual({ seed, shown: [...unchangedIds].toSorted() })
    }
  })
})

it('the count of each choice is the number of products in the list with that choice', () => {
  // Each seed makes two dozen lists, so fewer seeds are enough.
  for (const seed of SEEDS.slice(0, 60)) {
    const random = createRandom(seed)
    const { table, products, scores } = randomCatalogue(random)
    const query = randomQuery(random)
    const sizeWith = (change: ProductQuery) =>
      plainSearch([...products.values()], scores, { ...query, ...change }).length
    const { counts } = findProducts(table, { ...query, counts: true })

    for (const choice of DIET_CHOICES) {
      // A product has one mark, so a mark is counted without the other chosen marks.
      const isMark = choice === 'veg' || choice === 'egg'
      const others = (query.diet ?? []).filter((other) => !isMark || (other !== 'veg' && other !== 'egg'))
      expect({ seed, choice, count: counts?.diet[choice] }).toEqual({
        seed,
        choice,
        count: sizeWith({ diet: [...others, choice] }),
      })
    }
    for (const choice of WITHOUT_CHOICES)
      expect(counts?.without[choice]).toBe(sizeWith({ without: [...(query.without ?? []), choice] }))
    for (const origin of ORIGINS) expect(counts?.origin[origin] ?? 0).toBe(sizeWith({ origin: [origin] }))
    for (const category of CATEGORIES) expect(counts?.category[category] ?? 0).toBe(sizeWith({ category }))
    expect(counts?.inStock).toBe(sizeWith({ inStock: true }))
  }
})

it('a list of snacks has one pack of each, the others beside it, and counts snacks', () => {
  const table = createCatalogueTable(createShelfIndex(FIRST_SHELVES))
  const packs = [
    { products_id: 'mix-1-kg', family: 'mix', pricePaise: asPaise(900), category: 'Chips' },
    { products_id: 'mix', family: 'mix', pricePaise: asPaise(100) },
    { products_id: 'mix-500-g', family: 'mix', pricePaise: asPaise(500) },
    { products_id: 'donut', pricePaise: asPaise(200), family: undefined },
  ]
  for (const [position, { family, ...pack }] of packs.entries())
    table.put({ position, product: aProduct({ ...pack, ...(family && { family }) }) })
  const find = (query: ProductQuery) => {
    const { slots, packs: beside = [], total, nextCursor } = findProducts(table, { families: true, ...query })
    const idOf = (slot: number) => table.columns.productsId[slot]
    return { ids: Array.from(slots, idOf), packs: beside.map(idOf), total, nextCursor }
  }

  expect(find({})).toMatchObject({
    ids: ['mix-1-kg', 'donut'],
    packs: ['mix', 'mix-500-g'],
    total: 2,
    nextCursor: null,
  })
  expect(find({ limit: 1 })).toMatchObject({ ids: ['mix-1-kg'], total: 2, nextCursor: expect.any(String) })
  // A filter chooses the pack that is shown; the shopper may still choose the others.
  expect(find({ maxPrice: asPaise(600) })).toMatchObject({ ids: ['mix', 'donut'], total: 2 })
  expect(find({ maxPrice: asPaise(600) }).packs).toEqual(['mix-500-g', 'mix-1-kg'])
  expect(find({ sort: 'price-desc' }).ids).toEqual(['mix-1-kg', 'donut'])
})

it('a pack in stock leads its snack, and each snack is on one page, also after the stock has changed', () => {
  const table = createCatalogueTable(createShelfIndex(FIRST_SHELVES))
  const ids = ['mix', 'donut', 'mix-500-g', 'chips', 'mix-1-kg']
  const put = (products_id: string, stock?: number) => {
    const position = ids.indexOf(products_id)
    const product = aProduct({
      products_id,
      pricePaise: asPaise(100 * (position + 1)),
      ...(products_id.startsWith('mix') && { family: 'mix' }),
      ...(stock !== undefined && { stock }),
    })
    table.put({ position, product })
  }
  const idsOnPages = (query: ProductQuery = {}) =>
    readPages((pageQuery) => findPage(table, pageQuery), { families: true, limit: 1, ...query })
  for (const id of ids) put(id, 3)
  expect(idsOnPages()).toEqual({ ids: ['mix', 'donut', 'chips'], totals: [3] })

  put('mix', 0)
  expect(idsOnPages()).toEqual({ ids: ['donut', 'mix-500-g', 'chips'], totals: [3] })
  expect(idsOnPages({ maxPrice: asPaise(400) }).ids).toEqual(['donut', 'mix-500-g', 'chips'])
  // The only pack that the filter leaves leads, though it is sold out.
  expect(idsOnPages({ maxPrice: asPaise(200) }).ids).toEqual(['mix', 'donut'])
  put('mix-500-g', 0)
  expect(idsOnPages().ids).toEqual(['donut', 'chips', 'mix-1-kg'])
  expect(idsOnPages({ sort: 'price-desc' }).ids).toEqual(['mix-1-kg', 'chips', 'donut'])
  put('mix-1-kg', 0)
  expect(idsOnPages().ids).toEqual(['mix', 'donut', 'chips'])
  put('mix-500-g')
  expect(idsOnPages().ids).toEqual(['donut', 'mix-500-g', 'chips'])
})

it('a list besides a family has none of its packs, and one pack of each other family', () => {
  const table = createCatalogueTable(createShelfIndex(FIRST_SHELVES))
  const ids = ['mix', 'mix-1-kg', 'donut', 'laddoo', 'laddoo-1-kg', 'chips']
  for (const [position, products_id] of ids.entries()) {
    const family = products_id.replace('-1-kg', '')
    const hasFamily = family === 'mix' || family === 'laddoo'
    table.put({ position, product: aProduct({ products_id, ...(hasFamily && { family }) }) })
  }
  const find = (query: ProductQuery) =>
    Array.from(findProducts(table, query).slots, (slot) => table.columns.productsId[slot])

  expect(find({ besides: 'mix', limit: 3 })).toEqual(['donut', 'laddoo', 'chips'])
  expect(find({ besides: 'donut', limit: 2 })).toEqual(['mix', 'laddoo'])
  expect(findProducts(table, { besides: 'mix', limit: 1 }).nextCursor).toBeNull()
})

it('counts follow a product whose stock, diet or shelf changes', () => {
  const table = createCatalogueTable(createShelfIndex(FIRST_SHELVES))
  const counts = (fields: Partial<PositionedProduct['product']>) => {
    table.put({ position: 0, product: aProduct({ stock: 1, ...fields }) })
    const { inStock, diet, category } = findProducts(table, { counts: true }).counts ?? {}
    return { inStock, veg: diet?.['veg'], category }
  }
  expect(counts({ diet: 'veg' })).toEqual({ inStock: 1, veg: 1, category: { 'Nuts & Treats': 1 } })
  expect(counts({ diet: 'veg', stock: 0 })).toMatchObject({ inStock: 0, veg: 1 })
  expect(counts({ diet: 'egg' })).toMatchObject({ inStock: 1, veg: 0 })
  expect(counts({ diet: 'egg', category: 'Chips' })).toMatchObject({ category: { Chips: 1 } })
})
