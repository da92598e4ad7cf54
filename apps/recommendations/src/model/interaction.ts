export type Interaction = {
  userId: string
  productId: string
  kind: 'view' | 'cart' | 'purchase'
  quantity: number
  /** Milliseconds since 1970. */
  at: number
  /** What was bought together shares it. */
  basketId: string
}
