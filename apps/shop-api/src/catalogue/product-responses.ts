import type { Product } from '@nashta/contracts/catalogue/product'
import type { ProductQuery } from '@nashta/contracts/catalogue/product-query'
import { calendarDay } from '@nashta/contracts/dates'
import type { ShelfIndex } from '@nashta/contracts/storefront/shelf-rules'
import type { ServiceOptions } from '@nashta/service-kit/http/create-service'
import { dataHeaders } from '@nashta/service-kit/http/security-headers'
import { represent, type Representation, representLazily } from '@nashta/service-kit/responses/representation'
import { LRUCache } from 'lru-cache'
import type { InMemoryCatalogue } from './in-memory-catalogue.ts'
import { productNotFound, type ProductRecord, type ProductStore } from './product-store.ts'
import { productBody, toProduct } from './product.ts'
import type { FruitlessSearches } from './search-words/fruitless-searches.ts'
import { ownVersion, type SynonymStore } from './search-words/synonym-store.ts'
import type { CatalogueTable } from './search/catalogue-table.ts'
import { findProducts, type ProductPage } from './search/find-products.ts'
import type { ShelfStore } from './shelves/shelf-store.ts'

const RESPONSES_MAX = 2000

/** 500 pages take about ten megabytes. */
const PAGES_MAX = 500

export type GetProductDeps = Pick<ServiceOptions, 'https' | 'logger'> & {
  products: ProductStore
  shelves: ShelfStore
  now: () => Date
}

/**
 * Responses with one product and its exact stock. They are cached by record, because a changed
 * product has a new record, until a shelf has changed or the day ends: a GST rate may have its first day.
 */
export function createProductResponses({ products, shelves, https, logger, now }: GetProductDeps) {
  const cached = new LRUCache<ProductRecord, Representation>({ max: RESPONSES_MAX })
  let cachedFor: ShelfIndex | undefined
  let cachedOn = ''

  /** The responses with the current names of the shelves and the rates of the day. */
  function currentResponses() {
    const index = shelves.current()
    const day = calendarDay(now())
    if (cachedFor !== index || cachedOn !== day) cached.clear()
    cachedFor = index
    cachedOn = day
    return cached
  }

  function representAndCache(record: ProductRecord) {
    const representation = representLazily({
      content: productBody(record, shelves.current(), calendarDay(now())),
      contentType: 'application/json; charset=utf-8',
      headers: dataHeaders({ https }),
    })
    currentResponses().set(record, representation)
    return representation
  }

  async function findProduct(id: string): Promise<ProductRecord> {
    const [record] = await Promise.all([products.find(id), shelves.read()])
    if (!record) throw productNotFound()
    return record
  }

  async function representProduct(id: string): Promise<Representation> {
    const record = await findProduct(id)
    const response = currentResponses().get(record)
    logger.debug(response ? 'product cache hit' : 'product cache miss')
    return response ?? representAndCache(record)
  }

  /** The product as data, for code in the same process. */
  async function read(id: string): Promise<Product> {
    return toProduct(await findProduct(id), shelves.current(), calendarDay(now()))
  }

  /** The response, if both the product and its response are cached. */
  function precomputed(id: string): Representation | undefined {
    const record = products.findCached(id)
    return record && currentResponses().get(record)
  }

  return { read, representProduct, precomputed }
}

export type ListProductsDeps = Pick<ServiceOptions, 'https' | 'logger' | 'sharedCacheSeconds'> & {
  catalogue: InMemoryCatalogue
  now: () => Date
}

/**
 * The response with the whole list. Each catalogue version is serialised and compressed once. Two
 * builds never run at the same time.
 */
export function createListResponse({ catalogue, https, logger, sharedCacheSeconds, now }: ListProductsDeps) {
  let cached: { version: string; response: Representation } | undefined
  let building: Promise<Representation> | undefined

  async function build(table: CatalogueTable, version: string): Promise<Representation> {
    const startedAt = now().getTime()
    const { json } = table.columns
    const items = Array.from(table.sortedIndex('relevance').slots, (slot) => json[slot])
    const response = await represent({
      content: `{"data":[${items.join(',')}]}`,
      contentType: 'application/json; charset=utf-8',
      headers: dataHeaders({ https }),
      sharedCacheSeconds,
    })
    catalogue.reportListBuild(now().getTime() - startedAt)
    cached = { version, response }
    return response
  }

  async function representList(): Promise<Representation> {
    for (;;) {
      const { table, version } = await catalogue.current()
      if (cached?.version === version) {
        logger.debug('product list cache hit')
        return cached.response
      }
      if (!building) {
        logger.debug('product list cache miss')
        building = build(table, version).finally(() => {
          building = undefined
        })
        return building
      }
      // The build in progress may be of an older version, so the loop checks the version again.
      await building.catch(() => {})
    }
  }

  /** The cached response, if it is still current. */
  function precomputed(): Representation | undefined {
    if (!cached || !catalogue.isCurrent()) return undefined
    return cached.version === catalogue.catalogueVersion() ? cached.response : undefined
  }

  return { representList, precomputed }
}

export type ReadProductsDeps = {
  catalogue: InMemoryCatalogue
  synonyms: SynonymStore
  fruitlessSearches: FruitlessSearches
}

/** The reply of `GET /products` as data, for code in the same process. */
export async function readProducts(deps: ReadProductsDeps, query: ProductQuery) {
  const { catalogue } = deps
  const { table } = await catalogue.current()
  const toProducts = (slots: ArrayLike<number>) => Array.from(slots, (slot) => table.productAt(slot))
  if (Object.keys(query).length === 0) return { data: toProducts(table.sortedIndex('relevance').slots) }

  const { slots, packs, ...page } = findAndNote(deps, table, query)
  return { data: { items: toProducts(slots), ...(packs && { packs: toProducts(packs) }), ...page } }
}

export type ProductPagesDeps = Omit<ListProductsDeps, 'now'> & ReadProductsDeps

/** Finds a page, and counts the search when it is one that finds nothing. */
function findAndNote(deps: ReadProductsDeps, table: CatalogueTable, query: ProductQuery) {
  const page = findProducts(table, query)
  const fruitless = fruitlessSearch(query, page)
  if (fruitless !== undefined) deps.fruitlessSearches.note(fruitless)
  const synonyms = ownVersion(deps.synonyms.current())
  return { ...page, ...(synonyms !== undefined && { synonyms }) }
}

/** Suggestions, which are searches without `counts`, find nothing while a word is being typed. */
function fruitlessSearch({ search, counts }: ProductQuery, { nearest }: ProductPage): string | undefined {
  return counts && nearest?.unfiltered === 0 ? search : undefined
}

/** Responses to product queries, cached until the catalogue version changes. */
export function createProductPages(deps: ProductPagesDeps) {
  const { catalogue, https, logger, sharedCacheSeconds } = deps
  type CachedPage = { version: string; response: Representation; fruitless: string | undefined }
  const pages = new LRUCache<string, CachedPage>({ max: PAGES_MAX })

  return async function representPage(query: ProductQuery): Promise<Representation> {
    const { table, version } = await catalogue.current()
    const key = JSON.stringify(query)
    const cached = pages.get(key)
    const isHit = cached?.version === version
    logger.debug(isHit ? 'product query cache hit' : 'product query cache miss')
    if (isHit) {
      if (cached.fruitless !== undefined) deps.fruitlessSearches.note(cached.fruitless)
      return cached.response
    }

    const found = findAndNote(deps, table, query)
    const { slots, packs, ...page } = found
    const jsonOf = (listed: ArrayLike<number>) => Array.from(listed, (slot) => table.columns.json[slot] ?? '')
    const withPacks = packs ? withList('packs', jsonOf(packs), JSON.stringify(page)) : JSON.stringify(page)
    const response = representLazily({
      content: `{"data":${withList('items', jsonOf(slots), withPacks)}}`,
      contentType: 'application/json; charset=utf-8',
      headers: dataHeaders({ https }),
      sharedCacheSeconds,
    })
    pages.set(key, { version, response, fruitless: fruitlessSearch(query, found) })
    return response
  }
}

/**
 * Adds a list to a JSON object. Its entries are JSON already. For example, the list `items` of
 * `['1', '2']` and the object `{"total":9}` give `{"items":[1,2],"total":9}`.
 */
function withList(name: string, entries: readonly string[], jsonObject: string): string {
  const fieldsWithoutBraces = jsonObject.slice(1, -1)
  return `{"${name}":[${entries.join(',')}],${fieldsWithoutBraces}}`
}
