import type { Paise } from '@nashta/contracts/money'
import type { Product } from '@nashta/contracts/product'

/** A product as it is kept: its price is whole paise. */
export type ProductRecord = Omit<Product, 'price'> & { pricePaise: Paise }

export interface ProductStore {
  /** The whole catalogue, in catalogue order. */
  list(): Promise<ProductRecord[]>

  /** By `products_id` first, then by `id`; null when neither matches. */
  find(id: string): Promise<ProductRecord | null>

  isEmpty(): Promise<boolean>

  /** Changes with every change of the catalogue, whichever process made it. */
  version(): Promise<string>

  /** Keeps all of them in the order given, or none; does nothing and says false when the catalogue has products. */
  fillIfEmpty(products: readonly ProductRecord[]): Promise<boolean>
}
