import { categoriesOf } from '@nashta/contracts/catalogue/categories'
import type { ProductQuery } from '@nashta/contracts/catalogue/product-query'
import { expectedTier } from '@nashta/contracts/catalogue/search/search-oracle.fixture'
import { createShelfIndex, FIRST_SHELVES } from '@nashta/contracts/storefront/shelf-rules'
import type { PositionedProduct, ProductRecord } from '../product-store.ts'
import { toListedProduct } from '../product.ts'

const SHELVES = createShelfIndex(FIRST_SHELVES)

/** `expectedTier` returns this tier or a higher one for matches inside words, or by similar words. */
const LOOSE_TIER_MIN = 8

/**
 * The ids that a query should find, in order. Computed without an index, by comparing every
 * product. `minPrice` and `maxPrice` of a query are in paise.
 */
export function plainSearch(
  positioned: readonly PositionedProduct[],
  scores: ReadonlyMap<string, number>,
  {
    search = '',
    category = '',
    minPrice: minPaise,
    maxPrice: maxPaise,
    sort = 'relevance',
    families = false,
    ...facts
  }: ProductQuery,
): string[] {
  const found = positioned
    .flatMap(({ position, product }) => {
      const tier = expectedTier(toListedProduct(product, SHELVES), search)
      return tier === null ? [] : [{ position, product, tier }]
    })
    .filter(
      ({ product }) =>
        category === '' ||
        categoriesOf(product).some((name) => name.toLowerCase() === category.toLowerCase()),
    )
    .filter(({ product }) => product.pricePaise >= (minPaise ?? 0))
    .filter(({ product }) => product.pricePaise <= (maxPaise ?? Number.POSITIVE_INFINITY))
    .filter(({ product }) => hasFacts(product, facts))

  type Item = (typeof found)[number]
  const scoreOf = ({ product }: Item) => scores.get(product.products_id) ?? 0
  const compare = {
    relevance: (a: Item, b: Item) => a.tier - b.tier || scoreOf(b) - scoreOf(a),
    newest: (a: Item, b: Item) => Date.parse(b.product.createdAt) - Date.parse(a.product.createdAt),
    'price-asc': (a: Item, b: Item) => a.product.pricePaise - b.product.pricePaise,
    'price-desc': (a: Item, b: Item) => b.product.pricePaise - a.product.pricePaise,
    'unit-price': (a: Item, b: Item) =>
      unitGroup(a.product) - unitGroup(b.product) || pricePerUnit(a.product) - pricePerUnit(b.product),
    origin: (a: Item, b: Item) =>
      originText(a.product) < originText(b.product)
        ? -1
        : Number(originText(a.product) !== originText(b.product)),
  }[sort]
  // Every sort lists loose matches last.
  const matchGroup = ({ tier }: Item) => (tier >= LOOSE_TIER_MIN ? 1 : 0)
  const sorted = found
    .toSorted((a, b) => matchGroup(a) - matchGroup(b) || compare(a, b) || a.position - b.position)
    .map(({ product }) => product)
  const shown = families ? sorted.filter((product) => isLeader(product, sorted)) : sorted
  return shown.map(({ products_id }) => products_id)
}

/** Whether the product is the first of its snack in the list. Packs in stock stand before those that are sold out. */
function isLeader(product: ProductRecord, list: readonly ProductRecord[]): boolean {
  if (product.family === undefined) return true
  const packs = list.filter(({ family }) => family === product.family)
  return product === (packs.find(({ stock }) => stock !== 0) ?? packs[0])
}

/** India first, then the other countries by code, then products without a country. */
function originText({ origin = '~' }: { origin?: string | undefined }) {
  return origin === 'IN' ? ' ' : origin
}

type Facts = Pick<ProductQuery, 'diet' | 'without' | 'origin' | 'inStock' | 'family'>

function hasFacts(
  product: ProductRecord,
  { diet = [], without = [], origin = [], ...facts }: Facts,
): boolean {
  // A product has one mark, so chosen marks are alternatives. Vegan and jain must both be true when both are chosen.
  const marks = diet.filter((choice) => choice === 'veg' || choice === 'egg')
  if (marks.length > 0 && !marks.some((mark) => mark === product.diet)) return false
  if (diet.includes('vegan') && product.vegan !== true) return false
  if (diet.includes('jain') && product.jain !== true) return false
  if (origin.length > 0 && !origin.includes(product.origin ?? '')) return false
  // A product without `stock` is not counted, so it is always available.
  if (facts.inStock && product.stock === 0) return false
  if (facts.family && product.family !== facts.family) return false
  return without.every((choice) => {
    // A product without a statement about allergens may contain any of them.
    if (!product.allergens) return false
    const present = [...product.allergens.contains, ...product.allergens.mayContain]
    const excluded: readonly string[] = choice === 'nuts' ? ['peanut', 'tree nuts'] : [choice]
    return !present.some((allergen) => excluded.includes(allergen))
  })
}

/** Products sold by weight or volume come first, then those sold by piece, then those without a net quantity. */
function unitGroup({ netQuantity }: ProductRecord): number {
  if (!netQuantity) return 2
  return netQuantity.unit === 'piece' ? 1 : 0
}

function pricePerUnit({ pricePaise, netQuantity }: ProductRecord): number {
  return pricePaise / (netQuantity?.value ?? 1)
}
