import { isDeepStrictEqual } from 'node:util'
import { type Item, readItem, readItems, scanItems } from '@nashta/dynamodb/read-items'
import type { CatalogueChanges, PlacedProduct, ProductRecord } from '../../catalogue/product-store.ts'
import { CATALOGUE_KEY, type CatalogueItem, changedAfter, toCatalogue } from './catalogue-item.ts'
import { toPlaced } from './product-items.ts'
import { readStockMoves } from './stock-moves.ts'
import type { ShopTables } from './tables.ts'

/** What another process changed shows here this much later at most. */
const LOOK_EVERY_MS = 1_000

/** Clocks differ, and a move is written a moment after its time was taken. */
const MOVES_OVERLAP_MS = 10_000

/** After a longer pause the whole catalogue is read again rather than everything that moved. */
const PAUSE_MAX_MS = 60 * 60 * 1000

export type MirrorDeps = ShopTables & { now: () => Date; newId: () => string }

/** The catalogue in memory, at most a second old, and never older than this process's own changes. */
export function createCatalogueMirror({ client, tables, now, newId }: MirrorDeps) {
  const instance = newId()
  const placed = new Map<string, PlacedProduct & { change: number }>()
  const productsIdOf = new Map<string, string>()
  const removed = new Map<string, number>()
  let changes = 0
  let catalogue: CatalogueItem | undefined
  let movesSeen = new Set<string>()
  let lookedAt = Number.NEGATIVE_INFINITY
  let ownChanges = 0
  let ownChangesSeen = 0
  let running: Promise<void> | undefined

  const age = () => now().getTime() - lookedAt
  const isFresh = () => ownChangesSeen === ownChanges && age() < LOOK_EVERY_MS

  function put(item: Item) {
    const next = toPlaced(item)
    const { products_id, id } = next.product
    const before = placed.get(products_id)
    if (before && before.position === next.position && isDeepStrictEqual(before.product, next.product)) return
    changes += 1
    if (before) forgetId(before.product)
    placed.set(products_id, { ...next, change: changes })
    removed.delete(products_id)
    if (id !== undefined) productsIdOf.set(id, products_id)
  }

  function forgetId({ products_id, id }: ProductRecord) {
    if (id !== undefined && productsIdOf.get(id) === products_id) productsIdOf.delete(id)
  }

  function remove(productsId: string) {
    const before = placed.get(productsId)
    if (!before) return
    changes += 1
    placed.delete(productsId)
    removed.set(productsId, changes)
    forgetId(before.product)
  }

  function take(items: readonly Item[], looked: Iterable<string>) {
    const there = new Set(items.map((item) => String(item['products_id'])))
    for (const productsId of looked) if (!there.has(productsId)) remove(productsId)
    for (const item of items) put(item)
  }

  async function look() {
    const [at, own] = [now().getTime(), ownChanges]
    const since = new Date(Math.max(lookedAt, at - PAUSE_MAX_MS) - MOVES_OVERLAP_MS)
    const [item, moves] = await Promise.all([
      readItem(client, tables.purchases, CATALOGUE_KEY),
      readStockMoves({ client, tables }, since),
    ])
    const next = toCatalogue(item)
    const changed = catalogue && at - lookedAt < PAUSE_MAX_MS ? changedAfter(next, catalogue.version) : null
    const moved = moves.filter(({ id }) => !movesSeen.has(id)).flatMap(({ productsIds }) => productsIds)
    if (changed) await readAgain(new Set([...changed, ...moved]))
    // What is there before the first version was counted is still being filled in.
    else take(next.version === 0 ? [] : await scanItems(client, tables.products), [...placed.keys()])

    catalogue = next
    movesSeen = new Set(moves.map(({ id }) => id))
    lookedAt = at
    ownChangesSeen = own
  }

  async function readAgain(productsIds: ReadonlySet<string>) {
    const keys = Array.from(productsIds, (id) => ({ table: tables.products, key: { products_id: id } }))
    if (keys.length > 0) take((await readItems(client, keys)).get(tables.products) ?? [], productsIds)
  }

  async function refresh() {
    const own = ownChanges
    do {
      running ??= look().finally(() => {
        running = undefined
      })
      await running
      // What was already under way may have looked before the change that must be seen.
    } while (ownChangesSeen < own)
  }

  /** In catalogue order. */
  function placedAfter(known: number): PlacedProduct[] {
    return placed
      .values()
      .filter(({ change }) => change > known)
      .map(({ position, product }) => ({ position, product }))
      .toArray()
      .toSorted((a, b) => a.position - b.position)
  }

  const version = () => String(catalogue?.version ?? 0)
  const revision = () => `${instance}.${changes}`

  return {
    isFresh,
    version,
    revision,

    /** After a change of our own: what is remembered is to be looked at again. */
    outdate() {
      ownChanges += 1
    },

    async current() {
      if (!isFresh()) await refresh()
    },

    /** As it is now, for a change that stands on it. */
    async latest(): Promise<CatalogueItem> {
      ownChanges += 1
      await refresh()
      return catalogue ?? toCatalogue(null)
    },

    /** By `products_id` first, then by `id`. */
    find(id: string): ProductRecord | null {
      const found = placed.get(id) ?? placed.get(productsIdOf.get(id) ?? '')
      return found?.product ?? null
    },

    place(productsId: string): PlacedProduct | undefined {
      return placed.get(productsId)
    },

    list: () => placedAfter(0),

    get isEmpty() {
      return placed.size === 0
    },

    changesSince(known: string | null): CatalogueChanges {
      const [owner, count] = (known ?? '').split('.')
      const from = owner === instance ? Number(count) : Number.NaN
      const stamp = { version: version(), revision: revision() }
      if (Number.isNaN(from) || from > changes) {
        return { ...stamp, whole: true, placed: placedAfter(0), removed: [] }
      }
      return {
        ...stamp,
        whole: false,
        placed: placedAfter(from),
        removed: Array.from(removed)
          .filter(([, change]) => change > from)
          .map(([productsId]) => productsId),
      }
    },
  }
}

export type CatalogueMirror = ReturnType<typeof createCatalogueMirror>
