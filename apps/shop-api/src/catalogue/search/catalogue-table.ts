import { categoriesOf } from '@nashta/contracts/catalogue/categories'
import { foldText } from '@nashta/contracts/catalogue/fold-text'
import { originKey } from '@nashta/contracts/catalogue/origin-key'
import type { Product } from '@nashta/contracts/catalogue/product'
import {
  firstKnownWords,
  hasSameKeywords,
  type KnownWords,
} from '@nashta/contracts/catalogue/search/search-meaning'
import { traitsOf } from '@nashta/contracts/catalogue/traits'
import { unitPriceKey } from '@nashta/contracts/catalogue/unit-price'
import { PRODUCT_SORTS, type ProductSort } from '@nashta/contracts/constants'
import type { ShelfIndex } from '@nashta/contracts/storefront/shelf-rules'
import type { PositionedProduct } from '../product-store.ts'
import { toListedProduct } from '../product.ts'
import { createCountKinds } from './count-kinds.ts'
import { createFamilies } from './families.ts'
import { createSortedIndex, type SortedIndex } from './sorted-index.ts'
import { createTextIndex } from './text-index.ts'

/** If more sales scores change at once, a new sort is faster than moving each product. */
const MOVES_MAX = 200

/** The key of the sorted index of all products. Every other key is a folded category. */
const ALL_PRODUCTS = ''

/**
 * Column storage: one array for each property of the products. Each product has a slot, which is
 * its index in every array. The slot stays the same while the product exists.
 */
type Columns = {
  productsId: string[]
  /** The product as JSON, as responses contain it. The object itself would take twice as much memory. */
  json: string[]
  family: (string | undefined)[]
  foldedName: string[]
  /** The names of the shelves that the product is on. */
  categories: (readonly string[])[]
  /** The folded names of the shelves that the product is on. */
  foldedCategories: (readonly string[])[]
  pricePaise: number[]
  position: number[]
  /** See `traitsOf`. */
  traits: number[]
  /** See `createCountKinds`. */
  kind: number[]
  /**
   * For each sort, one number per product. Products are sorted by ascending numbers, and by
   * position when the numbers are equal. A sort that lists the largest first has negated numbers.
   */
  keys: Record<ProductSort, number[]>
}

/**
 * The catalogue in memory, with sorted indexes for lists and a text index for searches. Products have
 * the names of these shelves.
 */
export function createCatalogueTable(shelves: ShelfIndex) {
  const columns: Columns = {
    productsId: [],
    json: [],
    family: [],
    foldedName: [],
    categories: [],
    foldedCategories: [],
    pricePaise: [],
    position: [],
    traits: [],
    kind: [],
    keys: { relevance: [], newest: [], 'price-asc': [], 'price-desc': [], 'unit-price': [], origin: [] },
  }
  const { keys } = columns
  /** Most products are on the same few shelves, so they share these lists. */
  const knownCategories = new Map<string, { names: readonly string[]; folded: readonly string[] }>()
  /** By `products_id`. */
  const slotOf = new Map<string, number>()
  /** The slots of removed products. New products take them. */
  const freeSlots: number[] = []
  const kinds = createCountKinds()
  const textIndex = createTextIndex()
  const families = createFamilies()
  /** By `products_id`. */
  let salesScores: ReadonlyMap<string, number> = new Map()
  let searchVersion = 0
  let known = firstKnownWords()
  /** By sort, then by folded category. An index is built on its first use, and then updated. */
  const sortedIndexes = new Map<ProductSort, Map<string, SortedIndex>>(
    PRODUCT_SORTS.map((sort) => [sort, new Map()]),
  )

  function indexesOf(sort: ProductSort): Map<string, SortedIndex> {
    return sortedIndexes.get(sort)!
  }

  function compareBy(sort: ProductSort) {
    const key = keys[sort]
    const positions = columns.position
    return (a: number, b: number) => key[a]! - key[b]! || positions[a]! - positions[b]!
  }

  /** The products of a folded category. Without a category, all products. */
  function sortedIndex(sort: ProductSort, category = ALL_PRODUCTS): SortedIndex {
    const built = indexesOf(sort).get(category)
    if (built) return built

    const compare = compareBy(sort)
    const slots =
      category === ALL_PRODUCTS
        ? Uint32Array.from(slotOf.values()).toSorted(compare)
        : sortedIndex(sort).slots.filter((slot) => columns.foldedCategories[slot]!.includes(category))
    const index = createSortedIndex(compare, slots)
    // A visitor can send any text as category, so an index without products is not stored.
    if (slots.length > 0) indexesOf(sort).set(category, index)
    return index
  }

  /** The built indexes that contain the product. */
  function* indexesWith(slot: number, sorts: readonly ProductSort[] = PRODUCT_SORTS) {
    // A set, because a category of accents alone folds to '', which is `ALL_PRODUCTS`.
    const categories = new Set([ALL_PRODUCTS, ...columns.foldedCategories[slot]!])
    for (const sort of sorts) {
      for (const category of categories) {
        const built = indexesOf(sort).get(category)
        if (built) yield built
      }
    }
  }

  function addToIndexes(slots: readonly number[], sorts?: readonly ProductSort[]) {
    for (const slot of slots) for (const index of indexesWith(slot, sorts)) index.add(slot)
  }

  function removeFromIndexes(slots: readonly number[], sorts?: readonly ProductSort[]) {
    for (const slot of slots) for (const index of indexesWith(slot, sorts)) index.remove(slot)
  }

  function relevanceKey(productsId: string) {
    return -(salesScores.get(productsId) ?? 0)
  }

  /**
   * Sets the columns by which the sorted indexes sort and find a slot. Before these columns change,
   * the slot must be removed from the indexes: an index could not find the slot afterwards.
   */
  function setSortColumns(slot: number, { position, product }: PositionedProduct, listedProduct: Product) {
    const { names, folded } = shareCategories(categoriesOf(listedProduct))
    columns.categories[slot] = names
    columns.foldedCategories[slot] = folded
    const price: number = product.pricePaise
    columns.pricePaise[slot] = price
    columns.position[slot] = position
    keys.relevance[slot] = relevanceKey(product.products_id)
    keys.newest[slot] = -Date.parse(product.createdAt)
    keys['price-asc'][slot] = price
    keys['price-desc'][slot] = -price
    keys['unit-price'][slot] = unitPriceKey(product.pricePaise, product.netQuantity)
    keys.origin[slot] = originKey(product.origin)
  }

  function shareCategories(names: readonly string[]) {
    const key = names.join('\n')
    const known = knownCategories.get(key)
    if (known) return known
    const categories = { names, folded: names.map(foldText) }
    knownCategories.set(key, categories)
    return categories
  }

  function addToTextIndex(slot: number, product: Product) {
    columns.foldedName[slot] = foldText(product.name)
    textIndex.add(slot, product)
  }

  function setKind(slot: number, { origin = '' }: Product) {
    const traits = columns.traits[slot]!
    const categories = columns.foldedCategories[slot]!
    columns.kind[slot] = kinds.numberOf({ traits, origin, categories })
  }

  function productAt(slot: number): Product {
    return JSON.parse(columns.json[slot]!) as Product
  }

  function insert(positioned: PositionedProduct, listedProduct: Product, json: string) {
    searchVersion += 1
    const slot = freeSlots.pop() ?? columns.json.length
    slotOf.set(listedProduct.products_id, slot)
    columns.productsId[slot] = listedProduct.products_id
    columns.json[slot] = json
    columns.family[slot] = listedProduct.family
    columns.traits[slot] = traitsOf(listedProduct)
    families.add(slot, listedProduct.family)
    addToTextIndex(slot, listedProduct)
    setSortColumns(slot, positioned, listedProduct)
    setKind(slot, listedProduct)
    addToIndexes([slot])
  }

  function replace(slot: number, positioned: PositionedProduct, listedProduct: Product, json: string) {
    const before = productAt(slot)
    columns.json[slot] = json
    columns.family[slot] = listedProduct.family
    columns.traits[slot] = traitsOf(listedProduct)
    if (before.family !== listedProduct.family) {
      families.remove(slot)
      families.add(slot, listedProduct.family)
    }
    // A product that was removed and created again between two refreshes has a new position.
    const hasSamePosition = columns.position[slot] === positioned.position
    if (hasSamePosition && hasSameWordsAndKeys(before, listedProduct)) {
      setKind(slot, listedProduct)
      return
    }

    searchVersion += 1
    textIndex.remove(slot, before)
    addToTextIndex(slot, listedProduct)
    removeFromIndexes([slot])
    setSortColumns(slot, positioned, listedProduct)
    setKind(slot, listedProduct)
    addToIndexes([slot])
  }

  return {
    columns,
    kinds,
    shelves,
    textIndex,
    sortedIndex,
    families,
    productAt,
    /**
     * The number of slots, including the slots of removed products. Every column has this length.
     */
    get slotCount() {
      return columns.json.length
    },
    /**
     * Grows when the matches of a search, their tiers or their prices may have changed: a cached
     * `SearchResult` is then out of date. Changes of traits and sales scores do not count, because
     * a `SearchResult` contains neither.
     */
    get searchVersion() {
      return searchVersion
    },

    /** What searches understand besides the words of the products. */
    words: () => known,

    setWords(words: KnownWords) {
      if (known === words) return
      known = words
      searchVersion += 1
    },

    put(positioned: PositionedProduct) {
      const listedProduct = toListedProduct(positioned.product, shelves)
      const json = JSON.stringify(listedProduct)
      const slot = slotOf.get(listedProduct.products_id)
      if (slot === undefined) insert(positioned, listedProduct, json)
      else if (columns.json[slot] !== json) replace(slot, positioned, listedProduct, json)
    },

    remove(productsId: string) {
      const slot = slotOf.get(productsId)
      if (slot === undefined) return
      searchVersion += 1
      removeFromIndexes([slot])
      textIndex.remove(slot, productAt(slot))
      families.remove(slot)
      slotOf.delete(productsId)
      freeSlots.push(slot)
    },

    /**
     * Sets the sales scores. The keys of `latest` are `products_id`s. A product without a key has
     * the score 0. Returns whether the score of any product in the table has changed.
     */
    setSalesScores(latest: ReadonlyMap<string, number>): boolean {
      const changedSlots: number[] = []
      for (const productsId of new Set([...salesScores.keys(), ...latest.keys()])) {
        const slot = slotOf.get(productsId)
        const isChanged = (latest.get(productsId) ?? 0) !== (salesScores.get(productsId) ?? 0)
        if (slot !== undefined && isChanged) changedSlots.push(slot)
      }
      salesScores = new Map(latest)
      const updateKeys = () => {
        for (const slot of changedSlots) keys.relevance[slot] = relevanceKey(columns.productsId[slot]!)
      }
      if (changedSlots.length > MOVES_MAX) {
        // The next use of a cleared index builds the index again.
        indexesOf('relevance').clear()
        updateKeys()
      } else {
        // Slots are removed before their sort keys change: an index finds a slot by its sort key.
        removeFromIndexes(changedSlots, ['relevance'])
        updateKeys()
        addToIndexes(changedSlots, ['relevance'])
      }
      return changedSlots.length > 0
    },
  }
}

export type CatalogueTable = ReturnType<typeof createCatalogueTable>

function hasSameWordsAndKeys(a: Product, b: Product): boolean {
  return (
    a.name === b.name &&
    a.description === b.description &&
    a.price === b.price &&
    hasSameKeywords(a, b) &&
    a.netQuantity?.value === b.netQuantity?.value &&
    a.netQuantity?.unit === b.netQuantity?.unit &&
    a.createdAt === b.createdAt
  )
}
