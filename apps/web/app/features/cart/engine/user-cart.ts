import type { CartItem, ServerCart } from '@nashta/contracts/cart/cart'
import { addItem } from '@nashta/contracts/cart/cart-rules'
import type { CartOperation, UserCart } from '../../../data/storage-records.ts'
import { applyOperation, failureText } from './cart-operation.ts'

/** How long the store remembers an operation for sure. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000

/** Of a shopper this browser knows nothing about yet, but perhaps what the cart looked like. */
export function unheardCart(items: CartItem[] = []): UserCart {
  return { items, version: 0, heard: false, queue: [], failure: null, receipt: null }
}

/** What the shopper sees: what the store said last, and every click since. */
export function shownItems(cart: UserCart): CartItem[] {
  return cart.queue.reduce<CartItem[]>(applyOperation, cart.items)
}

/** A click that is known already is not taken twice; one that cannot be is refused here and now. */
export function withOperation(cart: UserCart, operation: CartOperation): UserCart {
  if (isQueued(cart, operation.id)) return cart
  if (operation.kind === 'add') {
    const change = addItem(shownItems(cart), operation.item)
    if (!change.ok) return { ...cart, failure: { id: operation.id, message: change.message } }
  }
  return { ...cart, queue: [...cart.queue, operation], failure: null }
}

export function isQueued(cart: UserCart, operationId: string): boolean {
  return cart.queue.some(({ id }) => id === operationId)
}

export function heardOf(cart: UserCart, { items, version }: ServerCart): UserCart {
  return { ...cart, items, version, heard: true }
}

export function settled(cart: UserCart, operation: CartOperation, answer: ServerCart): UserCart {
  return withoutOperation(heardOf(cart, answer), operation)
}

/** A merge that does not fit as a whole is tried step by step, so that as much as possible joins. */
export function refused(cart: UserCart, operation: CartOperation): UserCart {
  if (operation.kind === 'merge' && operation.delta.length > 1) return inSteps(cart, operation)
  return {
    ...withoutOperation(cart, operation),
    failure: { id: operation.id, message: failureText(operation) },
  }
}

export function tried(cart: UserCart, operation: CartOperation, now: Date): UserCart {
  const triedAt = now.getTime()
  return {
    ...cart,
    queue: cart.queue.map((other) => (other.id === operation.id ? { ...other, triedAt } : other)),
  }
}

/** Sent so long ago that the store may have done it and forgotten: sent again it might be done twice. */
export function isBeyondRetry({ triedAt }: CartOperation, now: Date): boolean {
  return triedAt !== undefined && now.getTime() - triedAt > REMEMBERED_MS
}

function inSteps(cart: UserCart, operation: Extract<CartOperation, { kind: 'merge' }>): UserCart {
  const steps = operation.delta.map((step, index): CartOperation => ({
    id: `${operation.id}.${index}`,
    kind: 'merge',
    delta: [step],
    joining: operation.joining.filter(({ productId }) => productId === step.productId),
  }))
  return {
    ...cart,
    queue: cart.queue.flatMap((other) => (other.id === operation.id ? steps : [other])),
  }
}

function withoutOperation(cart: UserCart, { id }: CartOperation): UserCart {
  return { ...cart, queue: cart.queue.filter((other) => other.id !== id) }
}
