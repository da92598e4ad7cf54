import type { Product } from '@nashta/contracts/catalogue/product'
import type { Paise } from '@nashta/contracts/money'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { Authorship } from '../operator-log/logged-change.ts'

/**
 * A product as it is stored. Its prices are whole paise. `brand` is not stored: lists get it from
 * the name of the maker.
 */
export type ProductRecord = Omit<Product, 'price' | 'mrp' | 'brand'> & {
  pricePaise: Paise
  mrpPaise?: Paise | undefined
}

/**
 * The fields that an admin may change. Undefined leaves a field as it is. Null removes an optional
 * field, such as `stock`.
 */
export type ProductChange = {
  [F in Exclude<keyof ProductRecord, 'products_id' | 'id' | 'createdAt' | 'updatedAt'>]?:
    | ProductRecord[F]
    | undefined
    | (undefined extends ProductRecord[F] ? null : never)
}

/** Catalogue order is the order of `position`, which is unique and never changes. */
export type PositionedProduct = { position: number; product: ProductRecord }

/**
 * Change tracking between a product store and the in-memory catalogue. Each value identifies the latest change of its
 * kind: equal values mean that nothing of that kind has changed since.
 */
export type LatestChange = {
  /** The latest change of any product, stock included. */
  any: string
  /** The latest change of any product, except changes of stock alone. */
  exceptStock: string
}

export type CatalogueChanges = {
  latest: LatestChange
  /** Whether `products` is the whole catalogue and not only the changed products. */
  isWhole: boolean
  products: PositionedProduct[]
  /** The `products_id` of each removed product. */
  removed: string[]
}

export interface ProductStore {
  /** Every published product, in catalogue order. */
  list(): Promise<ProductRecord[]>

  /** Every product, in catalogue order. */
  listWithDrafts(): Promise<ProductRecord[]>

  /** Finds a product by `products_id`, or else by `id`. Returns null when there is none, or when it is a draft. */
  find(id: string): Promise<ProductRecord | null>

  /** As `find`, and also finds drafts. */
  findWithDrafts(id: string): Promise<ProductRecord | null>

  /**
   * The product that `find` would return, from the cache. It is as recent as `latestChange`.
   * Undefined when it is not cached. The record is the same object until this product changes.
   */
  findCached(id: string): ProductRecord | undefined

  /**
   * Finds published products by `products_id` only. They are in no particular order. Unknown ids
   * are left out.
   */
  findMany(productsIds: readonly string[]): Promise<ProductRecord[]>

  /** Whether there is no product at all, not even a draft. */
  isEmpty(): Promise<boolean>

  /** With SQLite, the latest committed change. With DynamoDB, the latest change at the last refresh. */
  latestChange(): LatestChange

  /**
   * Reads new changes. Normally `latestChange` then includes every change that is older than a
   * second. When storage fails or is slow, `refresh` returns after a second at most, without the
   * new changes. Only the first read waits longer, and throws if it fails.
   */
  refresh(): Promise<void>

  /**
   * The changes after `since`, which is an earlier `LatestChange.any`, or null for the whole
   * catalogue. The whole catalogue is also returned when the changes are not stored any more. A
   * change made during the call may be left out. The next call, with the returned `latest.any`,
   * includes it. A product that became a draft is among the removed.
   */
  changesSince(since: string | null): Promise<CatalogueChanges>

  /** Units sold on a calendar day of the shop's time zone, e.g. `2026-01-31`. */
  soldOn(day: string): Promise<{ products_id: string; units: number }[]>

  /**
   * Stores all products in the order given, or none. Does nothing and returns false when the
   * catalogue is not empty.
   */
  fillIfEmpty(products: readonly ProductRecord[]): Promise<boolean>

  /**
   * Adds the product at the end. Throws `productExists` when one of its ids is the `products_id` or
   * `id` of another product.
   */
  create(product: ProductRecord, authorship: Authorship): Promise<void>

  /**
   * Changes the product that `findWithDrafts` finds, and its `updatedAt`. Returns null when there
   * is none. A change that alters nothing is neither stored nor logged. Throws when the price would
   * be above the MRP. Throws `productChanged` when the product does not have the version
   * `ifVersion` (see `hasVersion`). The transaction of the write checks the version.
   */
  update(
    id: string,
    change: ProductChange,
    authorship: Authorship,
    ifVersion?: string,
  ): Promise<ProductRecord | null>

  /** Removes the product that `findWithDrafts` finds, and returns it. Returns null when there is none. */
  remove(id: string, authorship: Authorship): Promise<ProductRecord | null>
}

export function productExists() {
  return new ServiceError('PRODUCT_EXISTS', 'There is already a product with this id')
}

export function productChanged() {
  return new ServiceError('PRODUCT_CHANGED', 'The product has changed since; read it again')
}

export function productNotFound() {
  return new ServiceError('PRODUCT_NOT_FOUND', 'There is no such product')
}
