import type { Product } from '@nashta/contracts/catalogue/product'

/** The fields of one pack on a card. */
export type CardPack = Pick<
  Product,
  | 'products_id'
  | 'name'
  | 'description'
  | 'price'
  | 'mrp'
  | 'imageUrl'
  | 'category'
  | 'stock'
  | 'diet'
  | 'family'
  | 'packLabel'
  | 'netQuantity'
  | 'rating'
>

/** The product on a card. */
export type CardProduct = CardPack & {
  /** The other packs of the snack, for its chooser. */
  packs?: readonly CardPack[]
}
