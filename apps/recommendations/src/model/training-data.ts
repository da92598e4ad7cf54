export type Interaction = {
  userId: string
  productId: string
  kind: 'view' | 'cart' | 'purchase'
  quantity: number
  /** Milliseconds since 1970. */
  at: number
  /** Shared by everything bought in one order. */
  basketId: string
}

export type CatalogueItem = { productId: string; name: string; description: string; category: string }
