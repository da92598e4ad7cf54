import type { Product } from '@nashta/contracts/catalogue/product'
import { PRODUCT_SORTS, type ProductSort } from '@nashta/contracts/catalogue/product-sort'
import { foldCategory, foldText } from './fold-text.ts'
import type { PlacedProduct, ProductRecord } from './product-store.ts'
import { toProduct } from './product.ts'
import { createSortedSlots, type SortedSlots } from './sorted-slots.ts'
import { createTextIndex } from './text-index.ts'

/** Beyond this many new scores sorting anew is quicker than moving one by one. */
const MOVED_ONE_BY_ONE = 200

/** A place in the catalogue that a product keeps while it is there, and what is known of it by that number. */
type Columns = {
  productsId: string[]
  product: Product[]
  /** The product, serialised. */
  json: string[]
  foldedName: string[]
  /** Read for many products at once, where each name would have to be fetched from memory. */
  nameLength: number[]
  foldedCategory: string[]
  pricePaise: number[]
  position: number[]
  /** For each sort what to order by, smallest first; position decides between equals. */
  keys: Record<ProductSort, number[]>
}

/** The catalogue in memory, arranged for lists and searches. It is told of changes and makes none. */
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
  /** Made when first asked for and kept up to date from then on: by sort, and by category or '' for all. */
  const orders = new Map<ProductSort, Map<string, SortedSlots>>(
    PRODUCT_SORTS.map((sort) => [sort, new Map()]),
  )

  function ordersOf(sort: ProductSort): Map<string, SortedSlots> {
    return orders.get(sort) as Map<string, SortedSlots>
  }

  function compareBy(sort: ProductSort) {
    const key = keys[sort]
    return (a: number, b: number) =>
      (key[a] as number) - (key[b] as number) || (position[a] as number) - (position[b] as number)
  }

  function order(sort: ProductSort, category = ''): SortedSlots {
    const known = ordersOf(sort).get(category)
    if (known) return known

    const compare = compareBy(sort)
    const slots =
      category === ''
        ? Uint32Array.from(slotOf.values()).toSorted(compare)
        : order(sort).slots.filter((slot) => columns.foldedCategory[slot] === category)
    const made = createSortedSlots(compare, slots)
    // Categories come from visitors too: one that has no products is not remembered.
    if (slots.length > 0) ordersOf(sort).set(category, made)
    return made
  }

  function* ordersWith(slot: number, sorts: readonly ProductSort[] = PRODUCT_SORTS) {
    for (const sort of sorts) {
      for (const scope of new Set(['', columns.foldedCategory[slot] as string])) {
        const known = ordersOf(sort).get(scope)
        if (known) yield known
      }
    }
  }

  function arrange(slot: number, { position: place, product }: PlacedProduct) {
    columns.foldedCategory[slot] = foldCategory(product.category)
    const price: number = product.pricePaise
    columns.pricePaise[slot] = price
    position[slot] = place
    keys.relevance[slot] = -(scores.get(product.products_id) ?? 0)
    keys.newest[slot] = -Date.parse(product.createdAt)
    keys['price-asc'][slot] = price
    keys['price-desc'][slot] = -price
    for (const known of ordersWith(slot)) known.add(slot)
  }

  function describe(slot: number, product: ProductRecord) {
    const name = foldText(product.name)
    columns.foldedName[slot] = name
    columns.nameLength[slot] = name.length
    text.add(slot, product)
  }

  function place(placed: PlacedProduct, shown: Product, json: string) {
    arrangement += 1
    const { product } = placed
    const slot = free.pop() ?? columns.json.length
    slotOf.set(product.products_id, slot)
    columns.productsId[slot] = product.products_id
    columns.product[slot] = shown
    columns.json[slot] = json
    describe(slot, product)
    arrange(slot, placed)
  }

  function replace(slot: number, placed: PlacedProduct, shown: Product, json: string) {
    const { product } = placed
    const before = columns.product[slot] as Product
    columns.product[slot] = shown
    columns.json[slot] = json
    if (isArrangedAlike(before, shown) && position[slot] === placed.position) return

    arrangement += 1
    for (const known of ordersWith(slot)) known.remove(slot)
    text.remove(slot, before)
    describe(slot, product)
    arrange(slot, placed)
  }

  return {
    columns,
    text,
    order,
    compareBy,
    get size() {
      return columns.json.length
    },
    /** Changes whenever a product may be found by other words or at another price; not with its stock or its sales. */
    get arrangement() {
      return arrangement
    },

    put(placed: PlacedProduct) {
      const shown = toProduct(placed.product)
      const json = JSON.stringify(shown)
      const slot = slotOf.get(placed.product.products_id)
      if (slot === undefined) place(placed, shown, json)
      else if (columns.json[slot] !== json) replace(slot, placed, shown, json)
    },

    remove(productsId: string) {
      const slot = slotOf.get(productsId)
      if (slot === undefined) return
      arrangement += 1
      for (const known of ordersWith(slot)) known.remove(slot)
      text.remove(slot, columns.product[slot] as Product)
      slotOf.delete(productsId)
      free.push(slot)
    },

    /** By `products_id`, with nothing for those that did not sell. Says whether that changes anything. */
    setScores(latest: ReadonlyMap<string, number>): boolean {
      const moved: number[] = []
      for (const productsId of new Set([...scores.keys(), ...latest.keys()])) {
        const slot = slotOf.get(productsId)
        const isMoved = (latest.get(productsId) ?? 0) !== (scores.get(productsId) ?? 0)
        if (slot !== undefined && isMoved) moved.push(slot)
      }
      const oneByOne = moved.length <= MOVED_ONE_BY_ONE
      if (!oneByOne) ordersOf('relevance').clear()
      if (oneByOne) {
        for (const slot of moved) for (const known of ordersWith(slot, ['relevance'])) known.remove(slot)
      }
      scores.clear()
      for (const [productsId, score] of latest) scores.set(productsId, score)
      for (const slot of moved) {
        keys.relevance[slot] = -(scores.get(columns.productsId[slot] as string) ?? 0)
        if (oneByOne) for (const known of ordersWith(slot, ['relevance'])) known.add(slot)
      }
      return moved.length > 0
    },
  }
}

export type CatalogueTable = ReturnType<typeof createCatalogueTable>

function isArrangedAlike(a: Product, b: Product): boolean {
  return (
    a.name === b.name &&
    a.description === b.description &&
    a.category === b.category &&
    a.price === b.price &&
    a.createdAt === b.createdAt
  )
}
