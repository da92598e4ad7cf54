/** What a cart holds, by product. */
export type Quantities = Readonly<Record<string, number>>

export type CartChange =
  | { kind: 'add'; productId: string; quantity: number }
  | { kind: 'set'; productId: string; quantity: number }
  | { kind: 'remove'; productId: string }
  | { kind: 'buy'; productId: string; quantity: number }

/** What a change makes of a cart, in the simplest words there are. */
export function changed(cart: Quantities, change: CartChange): Quantities {
  const { [change.productId]: held = 0, ...others } = cart
  const quantity = quantityAfter(held, change)
  return quantity > 0 ? { ...others, [change.productId]: quantity } : others
}

function quantityAfter(held: number, change: CartChange) {
  if (change.kind === 'add') return held + change.quantity
  if (change.kind === 'set') return held === 0 ? 0 : change.quantity
  return change.kind === 'buy' ? held - change.quantity : 0
}

export function isSame(one: Quantities, other: Quantities) {
  const ids = Object.keys(one)
  return ids.length === Object.keys(other).length && ids.every((id) => one[id] === other[id])
}
