import type { Product } from '@nashta/contracts/catalogue/product'
import type { Paise } from '@nashta/contracts/money'
import { ServiceError } from '@nashta/service-kit/http/service-error'

/** A product as it is kept: its price is whole paise. */
export type ProductRecord = Omit<Product, 'price'> & { pricePaise: Paise }

/** What an administrator may change; what is left out stays, and a stock of null is unlimited again. */
export type ProductChange = Partial<
  Omit<ProductRecord, 'products_id' | 'id' | 'createdAt' | 'updatedAt' | 'stock'>
> & { stock?: number | null }

/** Who makes a change, and when: the audit row of a write is kept with it or not at all. */
export type ChangeMark = { by: { sub: string; username: string }; at: string }

export type ProductAudit = ChangeMark & {
  action: 'create' | 'update' | 'delete'
  products_id: string
  /** The fields that differ, with what each was and is; null where there was or is nothing. */
  changes: Record<string, { from: unknown; to: unknown }>
}

/** Positions are catalogue order: each product has its own for as long as it is there. */
export type PlacedProduct = { position: number; product: ProductRecord }

export type CatalogueChanges = {
  version: string
  revision: string
  /** Whether `placed` is the whole catalogue and what was known before must be forgotten. */
  whole: boolean
  placed: PlacedProduct[]
  /** Ids of products that are no longer there. */
  removed: string[]
}

export interface ProductStore {
  /** The whole catalogue, in catalogue order. */
  list(): Promise<ProductRecord[]>

  /** By `products_id` first, then by `id`; null when neither matches. */
  find(id: string): Promise<ProductRecord | null>

  /** By `products_id` only, in no order; those that are not there are left out. */
  findMany(productsIds: readonly string[]): Promise<ProductRecord[]>

  isEmpty(): Promise<boolean>

  /**
   * Changes with every change of what is offered, whichever process made it. Stock is left out: it moves
   * with every purchase, and would make each kept list and page look old. At once where it is known at once.
   */
  version(): string | Promise<string>

  /** Changes with every change of any product, its stock included. At once where it is known at once. */
  revision(): string | Promise<string>

  /**
   * What changed after `revision`, which came from here or is null for everything. Answers the whole
   * catalogue where the changes are not known. A change made meanwhile may be in it or not; the next call
   * from the revision given back has it.
   */
  changesSince(revision: string | null): Promise<CatalogueChanges>

  /** Units sold on a day (YYYY-MM-DD at the shop's clock). */
  soldOn(day: string): Promise<{ products_id: string; units: number }[]>

  /** Keeps all of them in the order given, or none; does nothing and says false when the catalogue has products. */
  fillIfEmpty(products: readonly ProductRecord[]): Promise<boolean>

  /** Last in the catalogue. Refused with `productExists` when one of its ids is the `products_id` or the `id` of another. */
  create(product: ProductRecord, mark: ChangeMark): Promise<void>

  /**
   * Found as `find` does; null when there is none. `updatedAt` is when it was changed. A change to what
   * already is leaves no trace. Refused with `productChanged` when the product, as `find` has it at the
   * moment of the write, is of another `productVersion` than `ifVersion`.
   */
  update(
    id: string,
    change: ProductChange,
    mark: ChangeMark,
    ifVersion?: string,
  ): Promise<ProductRecord | null>

  /** Found as `find` does. What was removed, or null when there was none. */
  remove(id: string, mark: ChangeMark): Promise<ProductRecord | null>

  /** What administrators did to a product, oldest first; outlives the product. */
  audit(productsId: string): Promise<ProductAudit[]>
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
