/** The quantities in a cart by product id. */
export type Quantities = Readonly<Record<string, number>>

export type CartChange =
  | { kind: 'add'; productId: string; quantity: number }
  | { kind: 'set'; productId: string; quantity: number }
  | { kind: 'remove'; productId: string }
  | { kind: 'buy'; productId: string; quantity: number }

/** The cart that must result from the change. A quantity below one removes the product. */
export function applyChange(cart: Quantities, change: CartChange): Quantities {
  const { [change.productId]: before = 0, ...others } = cart
  const quantity = quantityAfter(before, change)
  return quantity > 0 ? { ...others, [change.productId]: quantity } : others
}

function quantityAfter(before: number, change: CartChange) {
  if (change.kind === 'add') return before + change.quantity
  // A product that is not in the cart cannot be set.
  if (change.kind === 'set') return before === 0 ? 0 : change.quantity
  if (change.kind === 'buy') return before - change.quantity
  return 0
}

export function isSameCart(one: Quantities, other: Quantities) {
  const ids = Object.keys(one)
  return ids.length === Object.keys(other).length && ids.every((id) => one[id] === other[id])
}

/** The start of a request and the arrival of its response, on one clock for all clients. */
export type Span = { from: number; until: number }

/** A record of something that a client did or saw, with the times of the request. */
export type Entry<Content> = Content & Span

/**
 * The reads that saw an older state than a response that had arrived before they were sent.
 * `versionOf` returns a number that grows with every new state.
 */
export function findStaleReads<Read extends Span>(reads: readonly Read[], versionOf: (read: Read) => number) {
  const byResponse = reads.toSorted((one, other) => one.until - other.until)
  const byRequest = reads.toSorted((one, other) => one.from - other.from)
  let newest = Number.NEGATIVE_INFINITY
  let index = 0
  return byRequest.filter((read) => {
    for (let next = byResponse[index]; next && next.until < read.from; next = byResponse[index]) {
      newest = Math.max(newest, versionOf(next))
      index += 1
    }
    return versionOf(read) < newest
  })
}
