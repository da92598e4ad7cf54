/** A view, an increase of the quantity in the cart, or a purchase of one product by one shopper. */
export type Interaction = {
  userId: string
  productId: string
  kind: 'view' | 'cart' | 'purchase'
  quantity: number
  /** Milliseconds since 1970. */
  at: number
  /** The id of the event, the same for all products of an order. */
  eventId: string
}

/** The part of a product that training and scoring use. */
export type ModelProduct = { productId: string; name: string; description: string; category: string }
