import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { aProduct } from '../product.fixture.ts'
import type { Product } from '../product.ts'
import { createRandom } from '../random.fixture.ts'
import { containsText, expectedTier } from './search-oracle.fixture.ts'
import { SEARCH_QUERIES } from './search-queries.fixture.ts'

/** The tiers of products that contain every term of the search. */
const LITERAL_TIERS = [0, 1, 2, 3, 4, 6, 8, 9]
/** Products of these tiers have the concepts of the search, and may contain its terms too. */
const MEANING_TIERS = [5, 7]
const TIERS = Array.from({ length: 12 }, (_, tier) => tier)

const DEMO_PRODUCTS = new URL('../../../../../catalogue/products.json', import.meta.url)

/** How many results a shopper looks at. */
const FIRST = 5
/** The least share of expected products among the first results: of one search, and of all. */
const SHARE_MIN = 0.6
const MEAN_SHARE_MIN = 0.98
const WITHOUT_RESULT_MAX = 2
const PLAIN_SHARE_MAX = 0.3

/** The demo products as lists contain them. */
function readDemoProducts(): Product[] {
  const entries = JSON.parse(readFileSync(DEMO_PRODUCTS, 'utf8')) as Product[]
  return entries.map((entry) =>
    aProduct({
      ...entry,
      ...(entry.maker && { brand: entry.maker.name }),
      ...(entry.nutrition?.['addedSugarsG'] === 0 && { noAddedSugar: true }),
    }),
  )
}

/** Returns the ids of all matches, the most relevant first. */
type Find = (search: string) => Promise<string[]> | string[]
/** Opens a search in `products`, which are sorted: the first one sells best. */
type OpenSearch = (products: Product[]) => Promise<Find> | Find

/** Tests for both searches of the store: in the Shop API, and offline in the stored product list. */
export function searchSuite(openSearch: OpenSearch) {
  describe('a search', () => {
    it('finds products that contain the text, then similar ones: 60 random searches', async () => {
      const { products, searches } = generateSearches({ products: 1000, searches: 60 })
      const find = await openSearch(products)
      for (const search of searches) {
        const tiers = new Map(products.map((product) => [product, expectedTier(product, search)]))
        const inTier = (tier: number) => products.filter((product) => tiers.get(product) === tier)
        const expected = TIERS.flatMap(inTier)
        expect({ search, ids: await find(search) }).toEqual({ search, ids: idsOf(expected) })

        // The tiers of the oracle are checked too, with a simpler rule.
        const containing = new Set(products.filter((product) => containsText(product, search)))
        const literal = new Set(LITERAL_TIERS.flatMap(inTier))
        const found = literal.union(new Set(MEANING_TIERS.flatMap(inTier)))
        expect({ search, missed: containing.difference(found) }).toEqual({ search, missed: new Set() })
        // A search with spaces also finds products in which other words stand between its terms.
        const wrong = search.trim().includes(' ') ? new Set() : literal.difference(containing)
        expect({ search, wrong }).toEqual({ search, wrong: new Set() })
      }
    })

    it('shows what people expect in the first five of 206 searches', async () => {
      const products = readDemoProducts()
      const find = await openSearch(products)
      const searches = await Promise.all(
        SEARCH_QUERIES.map(async (query) => ({ ...query, ids: await find(query.search) })),
      )
      const shares = searches.map(({ ids, isExpected }) => shareOfExpected(products, ids, isExpected))
      expect(shares).toHaveLength(206)
      expect(searches.filter((_, index) => (shares[index] ?? 0) < SHARE_MIN)).toEqual([])
      // The figures of docs/performance.md, the same for both searches of the store. They may rise.
      expect(meanOf(shares)).toBeGreaterThanOrEqual(MEAN_SHARE_MIN)
      expect(searches.filter(({ ids }) => ids.length === 0).length).toBeLessThanOrEqual(WITHOUT_RESULT_MAX)

      // The specification's rule alone, and the products in the order of the catalogue.
      const plain = SEARCH_QUERIES.map(({ search, isExpected }) =>
        shareOfExpected(
          products,
          idsOf(products.filter((product) => containsText(product, search))),
          isExpected,
        ),
      )
      expect(meanOf(plain)).toBeLessThan(PLAIN_SHARE_MAX)
    })

    it.each(['lays', "lay's", 'Lays chips'])('for %s finds Lay’s Chips', async (search) => {
      const find = await openSearch([aProduct({ products_id: 'lays', name: 'Lay’s Chips' })])
      expect(await find(search)).toEqual(['lays'])
    })

    it.each([
      ['x', 6],
      ['z', 11],
      ['&', 5],
      ['-', 19],
    ])('finds %s in %d of the demo products', async (search, count) => {
      const products = readDemoProducts().map(({ products_id, name, description }) =>
        aProduct({ products_id, name, description }),
      )
      const ids = await (await openSearch(products))(search)
      expect(ids).toHaveLength(count)
      expect(ids.toSorted()).toEqual(
        idsOf(products.filter((product) => containsText(product, search))).toSorted(),
      )
    })
  })
}

/** The share of the expected products, as far as there is room for them, among the first results. */
function shareOfExpected(
  products: readonly Product[],
  ids: readonly string[],
  isExpected: (id: string) => boolean,
): number {
  const wanted = Math.min(FIRST, idsOf(products).filter(isExpected).length)
  // Where nothing is expected, a product that the search excludes would be wrong.
  return wanted === 0 ? Number(ids.length === 0) : ids.slice(0, FIRST).filter(isExpected).length / wanted
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function idsOf(products: readonly Product[]) {
  return products.map(({ products_id }) => products_id)
}

const WORDS = (
  'masala Chocolate chip chips pistachio pistachios donut Crème ümlaut straße मिठाई कुरकुरे 70% W240 bird’s-eye ' +
  "Chef's stone-ground & x no.1 (new) mix+match half/half 🍩 ½ ﬁg a ghee hand and"
).split(' ')
const CHARACTERS = Array.from('abcdefghijklmnopqrstuvwxyz0123456789&-%.,’\'"()+/! éßक')

/**
 * Makes products with many kinds of characters, and searches for them: pieces of their texts,
 * mistyped words, and single characters.
 */
function generateSearches(count: { products: number; searches: number }) {
  const random = createRandom(1)
  const products = Array.from({ length: count.products }, (_, index) =>
    aProduct({
      products_id: `p${index}`,
      name: random.some(WORDS, 1, 3).join(' '),
      description: random.some(WORDS, 0, 6).join(' '),
    }),
  )

  function piece(): string {
    const { name, description } = random.one(products)
    const letters = Array.from(random.chance(0.5) ? name : `${name} ${description}`)
    const start = random.below(letters.length)
    return letters.slice(start, start + 1 + random.below(12)).join('')
  }
  function mistyped(): string {
    const letters = Array.from(random.one(WORDS))
    const at = random.below(letters.length)
    return letters.with(at, random.one(['', 'q', `${letters[at]}${letters[at]}`])).join('')
  }
  const kinds = [piece, mistyped, () => random.one(CHARACTERS), () => `${mistyped()} ${piece()}`]
  return { products, searches: Array.from({ length: count.searches }, () => random.one(kinds)()) }
}
