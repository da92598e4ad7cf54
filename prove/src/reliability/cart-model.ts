/** The quantities in a cart by product. */
export type Quantities = Readonly<Record<string, number>>

export type CartChange =
  | { kind: 'add'; productId: string; quantity: number }
  | { kind: 'set'; productId: string; quantity: number }
  | { kind: 'remove'; productId: string }
  | { kind: 'buy'; productId: string; quantity: number }

/** The reference model of a cart. */
export function applyChange(cart: Quantities, change: CartChange): Quantities {
  const { [change.productId]: held = 0, ...others } = cart
  const quantity = quantityAfter(held, change)
  return quantity > 0 ? { ...others, [change.productId]: quantity } : others
}

/** A quantity below one removes the product. */
function quantityAfter(held: number, change: CartChange) {
  if (change.kind === 'add') return held + change.quantity
  // A product that is not in the cart cannot be set.
  if (change.kind === 'set') return held === 0 ? 0 : change.quantity
  if (change.kind === 'buy') return held - change.quantity
  return 0
}

export function sameQuantities(one: Quantities, other: Quantities) {
  const ids = Object.keys(one)
  return ids.length === Object.keys(other).length && ids.every((id) => one[id] === other[id])
}

/** The start of a request and the arrival of its response, on one clock for all clients. */
export type Span = { from: number; until: number }

/** What a client did or saw, and when. */
export type Entry<What> = What & Span

/** The entries that saw an older state than a response before their request. `height` grows with every new state. */
export function backInTime<What extends Span>(entries: readonly What[], height: (entry: What) => number) {
  const byResponse = entries.toSorted((one, other) => one.until - other.until)
  const byRequest = entries.toSorted((one, other) => one.from - other.from)
  let highest = Number.NEGATIVE_INFINITY
  let index = 0
  return byRequest.filter((entry) => {
    for (let next = byResponse[index]; next && next.until < entry.from; next = byResponse[index]) {
      highest = Math.max(highest, height(next))
      index += 1
    }
    return height(entry) < highest
  })
}
