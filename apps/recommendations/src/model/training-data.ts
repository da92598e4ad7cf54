/** A view, an increase of the quantity in the cart, or a purchase of one product by one shopper. */
export type Interaction = {
  userId: string
  productId: string
  kind: 'view' | 'cart' | 'purchase'
  quantity: number
  /** Milliseconds since 1970. */
  at: number
  /** The same for all products of an order. */
  basketId: string
}

export type CatalogueItem = { productId: string; name: string; description: string; category: string }
