import type { DeskProduct } from '@nashta/contracts/catalogue/product-writes'
import type { Paise } from '@nashta/contracts/money'
import type { RatingSum } from '@nashta/contracts/ratings/rating-average'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { Authorship } from '../operator-log/logged-change.ts'
import type { StockHistory } from './stock/stock-entry.ts'
import type { StockMove } from './stock/stock-move.ts'

/**
 * A product as it is stored. The prices are whole paise. A `brand` is not stored, because
 * `toListedProduct` takes the brand from the maker's name.
 */
export type ProductRecord = Omit<DeskProduct, 'price' | 'mrp' | 'brand'> & {
  pricePaise: Paise
  mrpPaise?: Paise | undefined
}

/**
 * The fields that an admin may change. Undefined leaves a field as it is. Null removes an optional
 * field, such as `stock`.
 */
export type ProductChange = {
  [F in Exclude<keyof ProductRecord, 'products_id' | 'id' | 'createdAt' | 'updatedAt' | 'rating'>]?:
    | ProductRecord[F]
    | undefined
    | (undefined extends ProductRecord[F] ? null : never)
}

/** Catalogue order is the order of `position`, which is unique and never changes. */
export type PositionedProduct = { position: number; product: ProductRecord }

/**
 * Identifies the latest changes. If `any` is the same at two times, no product has changed in
 * between.
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
  /** A whole catalogue may be read while it is used, so that it need not be in memory at once. */
  products: Iterable<PositionedProduct> | AsyncIterable<PositionedProduct>
  /** The `products_id` of each removed product. */
  removed: string[]
}

export interface ProductStore {
  /** Every published product, in catalogue order. */
  list(): Promise<ProductRecord[]>

  /** Every product, in catalogue order. */
  listWithDrafts(): Promise<ProductRecord[]>

  /** As `listWithDrafts`, for a reader that takes its time: the products need not be in memory at once. */
  readAll(): AsyncIterable<ProductRecord>

  /**
   * Finds a published product by `products_id`, or else by `id`. Returns null when there is none.
   */
  find(id: string): Promise<ProductRecord | null>

  /** As `find`, and also finds drafts. */
  findWithDrafts(id: string): Promise<ProductRecord | null>

  /**
   * The product that `find` would return, as recent as `latestChange`; undefined when the product
   * is not cached. The returned object is the key of cached responses:
   *
   * - After a change of the product, it is a new object.
   * - After a change of other products' stock, it is the same object.
   * - After any other change, it may be either.
   */
  findCached(id: string): ProductRecord | undefined

  /**
   * Finds published products by `products_id`, in no particular order. Unknown ids are left out.
   */
  findMany(productsIds: readonly string[]): Promise<ProductRecord[]>

  /** The packs of a family, drafts included, or the product without a family that has this id. */
  listFamily(family: string): Promise<ProductRecord[]>

  /** Whether there is no product at all, not even a draft. */
  isEmpty(): Promise<boolean>

  /** With SQLite, the latest committed change. With DynamoDB, the latest change at the last refresh. */
  latestChange(): LatestChange

  /**
   * Reads new changes.
   *
   * - Normally, `latestChange` then includes every change that is more than a second old.
   * - When storage fails or is slow, `refresh` returns within a second, without the new changes.
   * - The first refresh waits as long as storage takes, and throws if storage fails.
   */
  refresh(): Promise<void>

  /**
   * The changes after `since`, which is an earlier `LatestChange.any`. A product that became a
   * draft is among the removed products.
   *
   * - If `since` is null or too old, the result is the whole catalogue.
   * - A change that is made during the call may be missing. The next call, with the returned
   *   `latest.any`, returns that change.
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
   * Changes the product that `findWithDrafts` finds, and sets its `updatedAt`.
   *
   * - Returns null when there is no such product.
   * - A change that alters nothing is neither stored nor logged.
   * - Throws when the price would be above the MRP.
   * - Throws `productChanged` when the product does not have the version `seen` (see
   *   `hasVersion`). The transaction of the write checks the version.
   */
  update(
    id: string,
    change: ProductChange,
    authorship: Authorship,
    seen?: string,
  ): Promise<ProductRecord | null>

  /**
   * Changes the stock of the product that `findWithDrafts` finds, and logs it. Returns the product, or null
   * when there is none. A repeated move changes nothing.
   */
  moveStock(id: string, move: StockMove, authorship: Authorship): Promise<ProductRecord | null>

  /**
   * The changes of a product's stock, newest first, also those by orders. Every change of a stock writes
   * its entry in the same transaction, or in the same item.
   */
  stockHistory(
    productsId: string,
    page: { limit: number; before?: string | undefined },
  ): Promise<StockHistory>

  /**
   * Stores what the shown ratings of a product's family add up to; null without any. It is no change by
   * an operator, so it is not logged. Does nothing if there is no product with this `products_id`.
   */
  setRating(productsId: string, rating: RatingSum | null): Promise<void>

  /** Removes the product that `findWithDrafts` finds. Returns the removed product, or null. */
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
