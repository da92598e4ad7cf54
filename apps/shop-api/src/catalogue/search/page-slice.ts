import type { ProductSort } from '@nashta/contracts/catalogue/product-sort'
import type { CatalogueTable } from './catalogue-table.ts'
import type { PageEnd } from './page-cursor.ts'
import type { Found } from './search-products.ts'
import type { SortedSlots } from './sorted-index.ts'

export type Slice = { slots: ArrayLike<number>; total: number; hasMore: boolean; tierOfLast: number }

/** The part of an ordered whole that a page shows. */
type Cut = { sort: ProductSort; after: PageEnd | null; limit: number }

export type ListCut = Cut & { category: string; minPaise: number; maxPaise: number }

export function endAt({ columns }: CatalogueTable, sort: ProductSort, slot: number, tier: number): PageEnd {
  return [tier, columns.keys[sort][slot] as number, columns.position[slot] as number]
}

/** Tier by tier, from where the last page ended. Relevance ranks; for other sorts all are of one tier. */
export function sliceFound(table: CatalogueTable, found: Found, wanted: ListCut): Slice {
  const { sort, after, limit, category } = wanted
  const order = table.order(sort, category)
  const passes = passing(table, wanted)
  const tiers = sort === 'relevance' ? found.counts : [found.slots.length]
  const page: number[] = []
  let tierOfLast = 0
  for (let tier = after?.[0] ?? 0; tier < tiers.length && page.length <= limit; tier++) {
    const isNext = isAfter(table, sort, tier === after?.[0] ? after : null)
    const isOfTier = rankedAs(found, sort, tier)
    const isWanted = (slot: number) => isOfTier(slot) && passes(slot)
    const count = tiers[tier] ?? 0
    const more = nextOf(found, count, order, { isWanted, isNext }, limit + 1 - page.length)
    if (page.length < limit && more.length > 0) tierOfLast = tier
    page.push(...more)
  }
  const total = countFound(table, found, wanted)
  return { slots: page.slice(0, limit), total, hasMore: page.length > limit, tierOfLast }
}

function rankedAs({ ranks }: Found, sort: ProductSort, tier: number) {
  return sort === 'relevance'
    ? (slot: number) => ranks[slot] === tier + 1
    : (slot: number) => ranks[slot] !== 0
}

type Test = (slot: number) => boolean

/** `count` is how many there are at most; `isNext` holds for all of an order after the first it holds for. */
function nextOf(
  found: Found,
  count: number,
  order: SortedSlots,
  { isWanted, isNext }: { isWanted: Test; isNext: Test },
  most: number,
): number[] {
  if (count === 0) return []
  const { slots, compare } = order
  if (isFew(count, most, slots.length)) {
    const members = found.slots.filter((slot) => isWanted(slot) && isNext(slot))
    return [...members.toSorted(compare).subarray(0, most)]
  }
  const next: number[] = []
  for (let index = order.firstIndex(isNext); index < slots.length && next.length < most; index++) {
    const slot = slots[index] as number
    if (isWanted(slot)) next.push(slot)
  }
  return next
}

/** Prices alone are counted without looking at each product. */
function countFound(
  table: CatalogueTable,
  { prices, ranks }: Found,
  { category, minPaise, maxPaise, ...cut }: ListCut,
) {
  if (category === '') return Math.max(0, firstAbove(prices, maxPaise) - firstAbove(prices, minPaise - 1))
  const passes = passing(table, { category, minPaise, maxPaise, ...cut })
  return table
    .order(cut.sort, category)
    .slots.reduce((count, slot) => (ranks[slot] !== 0 && passes(slot) ? count + 1 : count), 0)
}

function firstAbove(prices: Uint32Array, price: number) {
  let [low, high] = [0, prices.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((prices[middle] as number) > price) high = middle
    else low = middle + 1
  }
  return low
}

function passing({ columns }: CatalogueTable, { category, minPaise, maxPaise }: ListCut) {
  const { pricePaise, foldedCategory } = columns
  return (slot: number) => {
    const price = pricePaise[slot] as number
    return price >= minPaise && price <= maxPaise && (category === '' || foldedCategory[slot] === category)
  }
}

/** Few are sorted; many are met soon enough by going through an order that exists. */
function isFew(count: number, wanted: number, all: number): boolean {
  return count * count <= wanted * all
}

/** A page costs about the same however long the list is: what an order knows is neither counted nor sorted. */
export function sliceList(table: CatalogueTable, wanted: ListCut): Slice {
  const { category, minPaise, maxPaise, sort, after, limit } = wanted
  const order = table.order(sort, category)
  const isNext = isAfter(table, sort, after)
  const start = after ? order.firstIndex(isNext) : 0
  if (minPaise === 0 && maxPaise === Number.MAX_SAFE_INTEGER) return cut(order.slots, start, limit)

  const { pricePaise } = table.columns
  const prices = table.order('price-asc', category)
  const low = prices.firstIndex((slot) => (pricePaise[slot] as number) >= minPaise)
  const high = Math.max(
    low,
    prices.firstIndex((slot) => (pricePaise[slot] as number) > maxPaise),
  )
  const total = high - low
  if (isFew(total, limit, prices.slots.length)) {
    const inRange = prices.slots.subarray(low, high).toSorted(order.compare)
    const from = inRange.findIndex(isNext)
    return cut(inRange, from === -1 ? total : from, limit)
  }
  return { ...walk(table, order, Math.max(start, firstInRange(table, wanted, order)), wanted), total }
}

function cut(slots: Uint32Array, from: number, limit: number): Slice {
  const page = slots.slice(from, from + limit)
  return { slots: page, total: slots.length, hasMore: from + page.length < slots.length, tierOfLast: 0 }
}

/** Sorted by price, what is in the range stands together. */
function firstInRange(
  { columns }: CatalogueTable,
  { sort, minPaise, maxPaise }: ListCut,
  order: SortedSlots,
) {
  const { pricePaise } = columns
  if (sort === 'price-asc') return order.firstIndex((slot) => (pricePaise[slot] as number) >= minPaise)
  if (sort === 'price-desc') return order.firstIndex((slot) => (pricePaise[slot] as number) <= maxPaise)
  return 0
}

function walk({ columns }: CatalogueTable, order: SortedSlots, from: number, wanted: ListCut) {
  const { minPaise, maxPaise, limit } = wanted
  const { pricePaise } = columns
  const { slots } = order
  const page: number[] = []
  for (let index = from; index < slots.length && page.length <= limit; index++) {
    const slot = slots[index] as number
    const price = pricePaise[slot] as number
    if (price >= minPaise && price <= maxPaise) page.push(slot)
  }
  return { slots: page.slice(0, limit), hasMore: page.length > limit, tierOfLast: 0 }
}

/** Whether a product of the same tier comes after where the last page ended: all do when there was none. */
function isAfter({ columns }: CatalogueTable, sort: ProductSort, end: PageEnd | null) {
  if (!end) return () => true
  const [, lastKey, lastPosition] = end
  const { position } = columns
  const keys = columns.keys[sort]
  return (slot: number) => ((keys[slot] as number) - lastKey || (position[slot] as number) - lastPosition) > 0
}
