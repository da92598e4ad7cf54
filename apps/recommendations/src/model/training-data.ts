/** An interaction: a shopper viewed a product, increased its quantity in the cart, or bought it. */
export type Interaction = {
  userId: string
  productId: string
  kind: 'view' | 'cart' | 'purchase'
  quantity: number
  /** Milliseconds since 1970. */
  at: number
  /** The id of the event. All products of an order have the same one. */
  eventId: string
}

/** The fields of a product that training and scoring use. */
export type ModelProduct = {
  productId: string
  name: string
  description: string
  category: string
  /** The packs of one snack have the same. */
  family?: string | undefined
  /** All shelves of a product that is on several. */
  categories?: readonly string[] | undefined
}
