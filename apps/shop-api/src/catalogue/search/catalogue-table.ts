import type { Product } from '@nashta/contracts/catalogue/product'
import { PRODUCT_SORTS, type ProductSort } from '@nashta/contracts/constants'
import type { PlacedProduct, ProductRecord } from '../product-store.ts'
import { toProduct } from '../product.ts'
import { foldCategory, foldText } from './fold-text.ts'
import { createSortedIndex, type SortedIndex } from './sorted-index.ts'
import { createTextIndex } from './text-index.ts'

/** With more changed scores, sorting again is faster than moving each product. */
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
  const free: number[] = []
  const text = createTextIndex()
  const scores = new Map<string, number>()
  let arrangement = 0
  /** Built on first use and updated with every change: by sort, and by category or '' for all products. */
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
    // Visitors can send any category: one without products gets no index.
    if (slots.length > 0) ordersOf(sort).set(category, index)
    return index
  }

  function* ordersWith(slot: number, sorts: readonly ProductSort[] = PRODUCT_SORTS) {
    for (const sort of sorts) {
      for (const scope of new Set(['', columns.foldedCategory[slot]!])) {
        const built = ordersOf(sort).get(scope)
        if (built) yield built
      }
    }
  }

  function addToOrders(slot: number, { position: place, product }: PlacedProduct) {
    columns.foldedCategory[slot] = foldCategory(product.category)
    const price: number = product.pricePaise
    columns.pricePaise[slot] = price
    position[slot] = place
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
    arrangement += 1
    const { product } = placed
    const slot = free.pop() ?? columns.json.length
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
    if (isFoundAlike(before, shown) && position[slot] === placed.position) return

    arrangement += 1
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
    /** Changes with every change that may change search results; not with stock and sales. */
    get arrangement() {
      return arrangement
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
      arrangement += 1
      for (const order of ordersWith(slot)) order.remove(slot)
      text.remove(slot, columns.product[slot]!)
      slotOf.delete(productsId)
      free.push(slot)
    },

    /** The sales scores by `products_id`; products without sales have none. Returns whether any score has changed. */
    setScores(latest: ReadonlyMap<string, number>): boolean {
      const changed: number[] = []
      for (const productsId of new Set([...scores.keys(), ...latest.keys()])) {
        const slot = slotOf.get(productsId)
        const isChanged = (latest.get(productsId) ?? 0) !== (scores.get(productsId) ?? 0)
        if (slot !== undefined && isChanged) changed.push(slot)
      }
      const oneByOne = changed.length <= MOVES_MAX
      if (!oneByOne) ordersOf('relevance').clear()
      if (oneByOne) {
        for (const slot of changed) for (const order of ordersWith(slot, ['relevance'])) order.remove(slot)
      }
      scores.clear()
      for (const [productsId, score] of latest) scores.set(productsId, score)
      for (const slot of changed) {
        keys.relevance[slot] = -(scores.get(columns.productsId[slot]!) ?? 0)
        if (oneByOne) for (const order of ordersWith(slot, ['relevance'])) order.add(slot)
      }
      return changed.length > 0
    },
  }
}

export type CatalogueTable = ReturnType<typeof createCatalogueTable>

/** Whether both have the same words and sort keys. */
function isFoundAlike(a: Product, b: Product): boolean {
  return (
    a.name === b.name &&
    a.description === b.description &&
    a.category === b.category &&
    a.price === b.price &&
    a.createdAt === b.createdAt
  )
}
