import { categoriesOf } from '@nashta/contracts/catalogue/categories'
import { foldText } from '@nashta/contracts/catalogue/fold-text'
import { leadingPacks } from '@nashta/contracts/catalogue/leading-packs'
import { familyOf } from '@nashta/contracts/catalogue/one-per-family'
import { originKey } from '@nashta/contracts/catalogue/origin-key'
import type { Product } from '@nashta/contracts/catalogue/product'
import { createMatcher, isLooseTier, parseSearch, TIER } from '@nashta/contracts/catalogue/search/search-rule'
import { hasTraits, traitsOf, traitTest } from '@nashta/contracts/catalogue/traits'
import { unitPriceKey } from '@nashta/contracts/catalogue/unit-price'
import { DIET_CHOICES, WITHOUT_CHOICES } from '@nashta/contracts/constants'
import { rupeesToPaise } from '@nashta/contracts/money'
import type { PageQuery } from './fetch-products.ts'
import { knownWords } from './search-words.ts'

type Match = { product: Product; tier: number }

/** The number to sort by, lowest first. A sort order that is not listed here means relevance. */
const SORT_KEYS: Record<string, (product: Product) => number> = {
  newest: ({ createdAt }) => -Date.parse(createdAt),
  'price-asc': ({ price }) => price,
  'price-desc': ({ price }) => -price,
  'unit-price': ({ price, netQuantity }) => unitPriceKey(rupeesToPaise(price), netQuantity),
  origin: ({ origin }) => originKey(origin),
}

/**
 * Filters and sorts the stored list as the Shop API does, for when the store is unreachable. The
 * list must have the best sellers first: products that rank equally stay in this order.
 */
export function filterProducts(products: readonly Product[], query: PageQuery): Product[] {
  const { search = '', category = '', minPrice, maxPrice, sort = '', limit } = query
  const parsed = parseSearch(search, knownWords())
  // Without a search, every product matches equally well.
  const tierOf = parsed ? createMatcher(parsed) : () => TIER.exactName
  const lowest = minPrice ? Number(minPrice) : 0
  const highest = maxPrice ? Number(maxPrice) : Number.POSITIVE_INFINITY
  const wantedCategory = foldText(category)
  const hasChosenFacts = createFactTest(query)

  const matches = products.flatMap((product): Match[] => {
    const isWanted =
      (wantedCategory === '' || categoriesOf(product).some((name) => foldText(name) === wantedCategory)) &&
      product.price >= lowest &&
      product.price <= highest &&
      hasChosenFacts(product)
    const tier = isWanted ? tierOf(product) : null
    return tier === null ? [] : [{ product, tier }]
  })
  const sorted = matches.toSorted(compareBy(SORT_KEYS[sort]))
  const found = sorted.map(({ product }) => product)
  const { besides, families } = query
  if (!besides && families !== 'true') return found.slice(0, limit)
  return leadingPacks(found)
    .filter((product) => familyOf(product) !== besides)
    .slice(0, limit)
}

/** Returns a function that tells whether a product passes the filters by fact, stock and family. */
function createFactTest({ diet = '', without = '', origin = '', inStock, family = '' }: PageQuery) {
  const origins = choicesIn(origin)
  const test = traitTest({
    diet: DIET_CHOICES.filter((choice) => choicesIn(diet).has(choice)),
    without: WITHOUT_CHOICES.filter((choice) => choicesIn(without).has(choice)),
    inStock: inStock === 'true',
  })
  return (product: Product) =>
    hasTraits(traitsOf(product), test) &&
    (origins.size === 0 || origins.has(product.origin ?? '')) &&
    (family === '' || product.family === family)
}

function choicesIn(list: string) {
  return new Set<string>(list.split(',').filter((choice) => choice !== ''))
}

/** Products that match the search only by similar words come last in every sort order. */
function compareBy(sortKey?: (product: Product) => number) {
  // Relevance is the order of the tiers. Similar words have the highest tiers, so they come last.
  if (!sortKey) return (one: Match, other: Match) => one.tier - other.tier
  return (one: Match, other: Match) =>
    similarityRank(one) - similarityRank(other) || sortKey(one.product) - sortKey(other.product)
}

function similarityRank({ tier }: Match): number {
  return isLooseTier(tier) ? 1 : 0
}
