import { foldText } from '@nashta/contracts/catalogue/fold-text'
import type { Product } from '@nashta/contracts/catalogue/product'
import { traitsOf } from '@nashta/contracts/catalogue/traits'
import { unitPriceKey } from '@nashta/contracts/catalogue/unit-price'
import { PRODUCT_SORTS, type ProductSort } from '@nashta/contracts/constants'
import type { PositionedProduct } from '../product-store.ts'
import { toListedProduct } from '../product.ts'
import { createSortedIndex, type SortedIndex } from './sorted-index.ts'
import { createTextIndex } from './text-index.ts'

/** If more sales scores change at once, a new sort is faster than moving each product. */
const MOVES_MAX = 200

/**
 * Column storage: one array for each property of the products. Each product has a slot, which is
 * its index in every array. The slot stays the same while the product exists.
 */
type Columns = {
  productsId: string[]
  product: Product[]
  /** `product` as JSON, as responses contain it. */
  json: string[]
  foldedName: string[]
  foldedCategory: string[]
  pricePaise: number[]
  position: number[]
  /** See `traitsOf`. */
  traits: number[]
  /**
   * For each sort, one number per product. Products are sorted by ascending numbers, and by
   * position when the numbers are equal. A sort that lists the largest first has negated numbers.
   */
  keys: Record<ProductSort, number[]>
}

/** The catalogue in memory, with sorted indexes for lists and a text index for searches. */
export function createCatalogueTable() {
  const columns: Columns = {
    productsId: [],
    product: [],
    json: [],
    foldedName: [],
    foldedCategory: [],
    pricePaise: [],
    position: [],
    traits: [],
    keys: { relevance: [], newest: [], 'price-asc': [], 'price-desc': [], 'unit-price': [] },
  }
  const { keys } = columns
  const slotOf = new Map<string, number>()
  /** The slots of removed products. New products take them. */
  const freeSlots: number[] = []
  const textIndex = createTextIndex()
  const salesScores = new Map<string, number>()
  let searchVersion = 0
  /** The sorted indexes by sort and category, with '' for all products. Each is built on first use, then updated. */
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

  /** The products of a folded category, or all products for ''. */
  function sortedIndex(sort: ProductSort, category = ''): SortedIndex {
    const built = indexesOf(sort).get(category)
    if (built) return built

    const compare = compareBy(sort)
    const slots =
      category === ''
        ? Uint32Array.from(slotOf.values()).toSorted(compare)
        : sortedIndex(sort).slots.filter((slot) => columns.foldedCategory[slot] === category)
    const index = createSortedIndex(compare, slots)
    // A visitor can send any text as category, so an index without products is not stored.
    if (slots.length > 0) indexesOf(sort).set(category, index)
    return index
  }

  /** The built indexes that contain the product. */
  function* indexesWith(slot: number, sorts: readonly ProductSort[] = PRODUCT_SORTS) {
    for (const sort of sorts) {
      // The category '' stands for all products. A product without a category also has '', and the
      // Set then contains it once.
      for (const category of new Set(['', columns.foldedCategory[slot]!])) {
        const built = indexesOf(sort).get(category)
        if (built) yield built
      }
    }
  }

  function addToSortedIndexes(slot: number, { position, product }: PositionedProduct) {
    columns.foldedCategory[slot] = foldText(product.category)
    const price: number = product.pricePaise
    columns.pricePaise[slot] = price
    columns.position[slot] = position
    keys.relevance[slot] = -(salesScores.get(product.products_id) ?? 0)
    keys.newest[slot] = -Date.parse(product.createdAt)
    keys['price-asc'][slot] = price
    keys['price-desc'][slot] = -price
    keys['unit-price'][slot] = unitPriceKey(product.pricePaise, product.netQuantity)
    for (const index of indexesWith(slot)) index.add(slot)
  }

  function addToTextIndex(slot: number, product: Product) {
    columns.foldedName[slot] = foldText(product.name)
    textIndex.add(slot, product)
  }

  function insert(positioned: PositionedProduct, listedProduct: Product, json: string) {
    searchVersion += 1
    const slot = freeSlots.pop() ?? columns.json.length
    slotOf.set(listedProduct.products_id, slot)
    columns.productsId[slot] = listedProduct.products_id
    columns.product[slot] = listedProduct
    columns.json[slot] = json
    columns.traits[slot] = traitsOf(listedProduct)
    addToTextIndex(slot, listedProduct)
    addToSortedIndexes(slot, positioned)
  }

  function replace(slot: number, positioned: PositionedProduct, listedProduct: Product, json: string) {
    const before = columns.product[slot]!
    columns.product[slot] = listedProduct
    columns.json[slot] = json
    columns.traits[slot] = traitsOf(listedProduct)
    // A product that was removed and created again between two refreshes has a new position.
    const hasSamePosition = columns.position[slot] === positioned.position
    if (hasSamePosition && hasSameWordsAndKeys(before, listedProduct)) return

    searchVersion += 1
    // An index finds a slot by its key, so the slot is removed before its keys change.
    for (const index of indexesWith(slot)) index.remove(slot)
    textIndex.remove(slot, before)
    addToTextIndex(slot, listedProduct)
    addToSortedIndexes(slot, positioned)
  }

  return {
    columns,
    textIndex,
    sortedIndex,
    /**
     * The number of slots, free ones included. Every array that is indexed by slot has this length.
     */
    get slotCount() {
      return columns.json.length
    },
    /**
     * Grows when the matches of a search, their tiers or their prices may change. Sales do not
     * change it.
     */
    get searchVersion() {
      return searchVersion
    },

    put(positioned: PositionedProduct) {
      const listedProduct = toListedProduct(positioned.product)
      const json = JSON.stringify(listedProduct)
      const slot = slotOf.get(listedProduct.products_id)
      if (slot === undefined) insert(positioned, listedProduct, json)
      else if (columns.json[slot] !== json) replace(slot, positioned, listedProduct, json)
    },

    remove(productsId: string) {
      const slot = slotOf.get(productsId)
      if (slot === undefined) return
      searchVersion += 1
      for (const index of indexesWith(slot)) index.remove(slot)
      textIndex.remove(slot, columns.product[slot]!)
      slotOf.delete(productsId)
      freeSlots.push(slot)
    },

    /**
     * Sets the sales scores. `latest` has them by `products_id`; a product that is not in it has
     * the score 0. Returns whether any score has changed.
     */
    setSalesScores(latest: ReadonlyMap<string, number>): boolean {
      const changedSlots: number[] = []
      for (const productsId of new Set([...salesScores.keys(), ...latest.keys()])) {
        const slot = slotOf.get(productsId)
        const isChanged = (latest.get(productsId) ?? 0) !== (salesScores.get(productsId) ?? 0)
        if (slot !== undefined && isChanged) changedSlots.push(slot)
      }
      // Cleared indexes are built again on their next use. The loops below then find no index.
      if (changedSlots.length > MOVES_MAX) indexesOf('relevance').clear()
      // An index finds a slot by its key, so slots are removed before their keys change.
      for (const slot of changedSlots) {
        for (const index of indexesWith(slot, ['relevance'])) index.remove(slot)
      }
      salesScores.clear()
      for (const [productsId, score] of latest) salesScores.set(productsId, score)
      for (const slot of changedSlots) {
        keys.relevance[slot] = -(salesScores.get(columns.productsId[slot]!) ?? 0)
      }
      for (const slot of changedSlots) {
        for (const index of indexesWith(slot, ['relevance'])) index.add(slot)
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
    a.category === b.category &&
    a.price === b.price &&
    a.netQuantity?.value === b.netQuantity?.value &&
    a.netQuantity?.unit === b.netQuantity?.unit &&
    a.createdAt === b.createdAt
  )
}
