import type { CatalogueItem } from '../model/training-data.ts'

/** A product as suggestions show it. */
export type ShopProduct = CatalogueItem & {
  /** In rupees. */
  price: number
  imageUrl: string
}
