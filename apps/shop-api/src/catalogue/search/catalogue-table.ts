import type { Product } from '@nashta/contracts/catalogue/product'
import { PRODUCT_SORTS, type ProductSort } from '@nashta/contracts/constants'
import type { PlacedProduct, ProductRecord } from '../product-store.ts'
import { toProduct } from '../product.ts'
import { foldCategory, foldText } from './fold-text.ts'
import { createSortedIndex, type SortedIndex } from './sorted-index.ts'
import { createTextIndex } from './text-index.ts'

/** When more scores change at once, sorting again is faster than moving each product. */
const MOVES_MAX = 200

/** Column storage: each product has a slot, a small number that indexes every column and stays while the product exists. */
type Columns = {
  productsId: string[]
  product: Product[]
  /** `product` as JSON, as responses contain it. */
  json: string[]
  foldedName: string[]
  /** The length of `foldedName`: comparing it for many products is faster than loading each string. */
  nameLength: number[]
  foldedCategory: string[]
  pricePaise: number[]
  position: number[]
  /** For each sort, the sort key in ascending order. The position decides between equal keys. */
  keys: Record<ProductSort, number[]>
}

/** The catalogue in memory, with sorted indexes for lists and a text index for searches. */
export function createCatalogueTable() {
  const columns: Columns = {
    productsId: [],
    product: [],
    json: [],
    foldedName: [],
    nameLength: [],
    foldedCategory: [],
    pricePaise: [],
    position: [],
    keys: { relevance: [], newest: [], 'price-asc': [], 'price-desc': [] },
  }
  const { keys, position } = columns
  const slotOf = new Map<string, number>()
  /** Slots of removed products, for the next new ones. */
  const freeSlots: number[] = []
  const text = createTextIndex()
  const scores = new Map<string, number>()
  let searchVersion = 0
  /** The sorted indexes by sort and category, with '' for all products. Each is built on first use, then updated. */
  const orders = new Map<ProductSort, Map<string, SortedIndex>>(
    PRODUCT_SORTS.map((sort) => [sort, new Map()]),
  )

  function ordersOf(sort: ProductSort): Map<string, SortedIndex> {
    return orders.get(sort)!
  }

  function compareBy(sort: ProductSort) {
    const key = keys[sort]
    return (a: number, b: number) => key[a]! - key[b]! || position[a]! - position[b]!
  }

  function order(sort: ProductSort, category = ''): SortedIndex {
    const built = ordersOf(sort).get(category)
    if (built) return built

    const compare = compareBy(sort)
    const slots =
      category === ''
        ? Uint32Array.from(slotOf.values()).toSorted(compare)
        : order(sort).slots.filter((slot) => columns.foldedCategory[slot] === category)
    const index = createSortedIndex(compare, slots)
    // A visitor can send any category, so one without products is not stored.
    if (slots.length > 0) ordersOf(sort).set(category, index)
    return index
  }

  /** The built indexes that contain the product. */
  function* ordersWith(slot: number, sorts: readonly ProductSort[] = PRODUCT_SORTS) {
    for (const sort of sorts) {
      for (const category of new Set(['', columns.foldedCategory[slot]!])) {
        const built = ordersOf(sort).get(category)
        if (built) yield built
      }
    }
  }

  function addToOrders(slot: number, placed: PlacedProduct) {
    const { product } = placed
    columns.foldedCategory[slot] = foldCategory(product.category)
    const price: number = product.pricePaise
    columns.pricePaise[slot] = price
    position[slot] = placed.position
    keys.relevance[slot] = -(scores.get(product.products_id) ?? 0)
    keys.newest[slot] = -Date.parse(product.createdAt)
    keys['price-asc'][slot] = price
    keys['price-desc'][slot] = -price
    for (const order of ordersWith(slot)) order.add(slot)
  }

  function addToText(slot: number, product: ProductRecord) {
    const name = foldText(product.name)
    columns.foldedName[slot] = name
    columns.nameLength[slot] = name.length
    text.add(slot, product)
  }

  function insert(placed: PlacedProduct, shown: Product, json: string) {
    searchVersion += 1
    const { product } = placed
    const slot = freeSlots.pop() ?? columns.json.length
    slotOf.set(product.products_id, slot)
    columns.productsId[slot] = product.products_id
    columns.product[slot] = shown
    columns.json[slot] = json
    addToText(slot, product)
    addToOrders(slot, placed)
  }

  function replace(slot: number, placed: PlacedProduct, shown: Product, json: string) {
    const { product } = placed
    const before = columns.product[slot]!
    columns.product[slot] = shown
    columns.json[slot] = json
    if (hasSameWordsAndKeys(before, shown) && position[slot] === placed.position) return

    searchVersion += 1
    for (const order of ordersWith(slot)) order.remove(slot)
    text.remove(slot, before)
    addToText(slot, product)
    addToOrders(slot, placed)
  }

  return {
    columns,
    text,
    order,
    compareBy,
    get size() {
      return columns.json.length
    },
    /** Grows with every change that may change search results; changes of stock and sales do not. */
    get searchVersion() {
      return searchVersion
    },

    put(placed: PlacedProduct) {
      const shown = toProduct(placed.product)
      const json = JSON.stringify(shown)
      const slot = slotOf.get(placed.product.products_id)
      if (slot === undefined) insert(placed, shown, json)
      else if (columns.json[slot] !== json) replace(slot, placed, shown, json)
    },

    remove(productsId: string) {
      const slot = slotOf.get(productsId)
      if (slot === undefined) return
      searchVersion += 1
      for (const order of ordersWith(slot)) order.remove(slot)
      text.remove(slot, columns.product[slot]!)
      slotOf.delete(productsId)
      freeSlots.push(slot)
    },

    /** Sets the sales scores, by `products_id`; other products have none. Returns whether any score has changed. */
    setScores(latest: ReadonlyMap<string, number>): boolean {
      const changed: number[] = []
      for (const productsId of new Set([...scores.keys(), ...latest.keys()])) {
        const slot = slotOf.get(productsId)
        const isChanged = (latest.get(productsId) ?? 0) !== (scores.get(productsId) ?? 0)
        if (slot !== undefined && isChanged) changed.push(slot)
      }
      const moved = changed.length <= MOVES_MAX ? changed : []
      if (changed.length > MOVES_MAX) ordersOf('relevance').clear()
      for (const slot of moved) for (const order of ordersWith(slot, ['relevance'])) order.remove(slot)
      scores.clear()
      for (const [productsId, score] of latest) scores.set(productsId, score)
      for (const slot of changed) keys.relevance[slot] = -(scores.get(columns.productsId[slot]!) ?? 0)
      for (const slot of moved) for (const order of ordersWith(slot, ['relevance'])) order.add(slot)
      return changed.length > 0
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
    a.createdAt === b.createdAt
  )
}
