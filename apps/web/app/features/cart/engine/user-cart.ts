import type { CartItem, ServerCart } from '@nashta/contracts/cart/cart'
import { mergeLines } from '@nashta/contracts/cart/cart-merge'
import { addItem, removeItem } from '@nashta/contracts/cart/cart-rules'
import type { CartOperation, UserCart } from '../../../data/storage/storage-records.ts'
import { ADD_ITEM_FAILED, MERGE_CART_FAILED, REMOVE_ITEM_FAILED, UPDATE_ITEM_FAILED } from '../cart-texts.ts'

/** The store recognises a repeated operation id for at least this long. */
const ID_LIFETIME_MS = 24 * 60 * 60 * 1000

const FAILURE_TEXTS = { add: ADD_ITEM_FAILED, remove: REMOVE_ITEM_FAILED }

export type MergeOperation = Extract<CartOperation, { kind: 'merge' }>

/**
 * The record of a shopper whose cart the store has not sent yet. Until the store sends the cart,
 * pages show `items`: nothing, or the copy of the cart from the last sign-out.
 */
export function newUserCart(items: CartItem[] = []): UserCart {
  return { items, version: 0, isReceived: false, queue: [], failure: null, receipt: null }
}

/** The cart that the store last sent, with every queued operation applied. */
export function visibleItems(cart: UserCart): CartItem[] {
  return cart.queue.reduce<CartItem[]>(applyOperation, cart.items)
}

/** An operation that is queued already is ignored; an add beyond the limits of a cart fails at once. */
export function enqueue(cart: UserCart, operation: CartOperation): UserCart {
  if (isQueued(cart, operation.id)) return cart
  if (operation.kind === 'add') {
    const change = addItem(visibleItems(cart), operation.item)
    if (!change.ok) return { ...cart, failure: { id: operation.id, message: change.message } }
  }
  return { ...cart, queue: [...cart.queue, operation], failure: null }
}

export function isQueued(cart: UserCart, operationId: string): boolean {
  return cart.queue.some(({ id }) => id === operationId)
}

/**
 * One click on −. The operation sends the difference −1: a new quantity would overwrite what
 * another device did meanwhile. `joining` is for the items of a guest cart.
 */
export function decreaseOperation(id: string, productId: string): MergeOperation {
  return { id, kind: 'merge', delta: [{ productId, quantity: -1 }], joining: [] }
}

export function withServerCart(cart: UserCart, { items, version }: ServerCart): UserCart {
  return { ...cart, items, version, isReceived: true }
}

export function confirmOperation(cart: UserCart, operation: CartOperation, response: ServerCart): UserCart {
  return withoutOperation(withServerCart(cart, response), operation)
}

/**
 * Handles an operation that the store refused. A merge of several lines is split into one merge for
 * each line, because the store may accept some of these merges. Any other operation fails.
 */
export function splitOrFailOperation(cart: UserCart, operation: CartOperation): UserCart {
  if (operation.kind === 'merge' && operation.delta.length > 1) return splitMerge(cart, operation)
  return failOperation(cart, operation)
}

/** Removes the operation from the queue, and stores the message for the shopper. */
export function failOperation(cart: UserCart, operation: CartOperation): UserCart {
  return {
    ...withoutOperation(cart, operation),
    failure: { id: operation.id, message: failureText(operation) },
    receipt: operation.kind === 'merge' ? receiptWithout(cart.receipt, operation) : cart.receipt,
  }
}

/**
 * Subtracts the lines of a failed merge from the receipt. The receipt lists the lines that the
 * merges at sign-in added, and an undo subtracts these lines from the cart. The failed merge added
 * nothing, so an undo must not subtract its lines.
 */
function receiptWithout(receipt: UserCart['receipt'], { joining }: MergeOperation): UserCart['receipt'] {
  if (!receipt) return null
  const joined = subtractLines(receipt.joined, joining)
  return joined.length > 0 ? { ...receipt, joined } : null
}

function subtractLines(lines: readonly CartItem[], subtracted: readonly CartItem[]): CartItem[] {
  const delta = subtracted.map(({ productId, quantity }) => ({ productId, quantity: -quantity }))
  return mergeLines(lines, delta, addNoLine)
}

function addNoLine() {
  return null
}

/**
 * Stores the time of the first attempt to send the operation, for `isTooOldToRetry`. Must not be
 * called for a retry, because a second call would replace the time.
 */
export function markFirstSent(cart: UserCart, operation: CartOperation, now: Date): UserCart {
  const triedAt = now.getTime()
  return {
    ...cart,
    queue: cart.queue.map((other) => (other.id === operation.id ? { ...other, triedAt } : other)),
  }
}

/**
 * The store may have applied an operation this old and deleted its id. A retry could then apply it
 * twice.
 */
export function isTooOldToRetry({ triedAt }: CartOperation, now: Date): boolean {
  return triedAt !== undefined && now.getTime() - triedAt > ID_LIFETIME_MS
}

/** The items as the store will have them. An add beyond the limits of a cart changes nothing. */
function applyOperation(items: readonly CartItem[], operation: CartOperation): CartItem[] {
  if (operation.kind === 'remove') return removeItem(items, operation.productId)
  if (operation.kind === 'merge') {
    const { delta, joining } = operation
    return mergeLines(items, delta, (productId, quantity) => newLine(joining, productId, quantity))
  }
  const change = addItem(items, operation.item)
  return change.ok ? change.items : [...items]
}

/**
 * The cart line of a product that is new in the cart. Its name and price come from `joining`. A
 * product that `joining` does not list gets no line.
 */
function newLine(joining: CartItem[], productId: string, quantity: number): CartItem | null {
  const item = joining.find((candidate) => candidate.productId === productId)
  return item ? { ...item, quantity } : null
}

function failureText(operation: CartOperation): string {
  if (operation.kind !== 'merge') return FAILURE_TEXTS[operation.kind]
  // Only the merge at sign-in adds lines.
  return operation.joining.length > 0 ? MERGE_CART_FAILED : UPDATE_ITEM_FAILED
}

function splitMerge(cart: UserCart, operation: MergeOperation): UserCart {
  const merges = operation.delta.map((line, index): CartOperation => ({
    id: `${operation.id}.${index}`,
    kind: 'merge',
    delta: [line],
    joining: operation.joining.filter(({ productId }) => productId === line.productId),
  }))
  return {
    ...cart,
    queue: cart.queue.flatMap((other) => (other.id === operation.id ? merges : [other])),
  }
}

function withoutOperation(cart: UserCart, { id }: CartOperation): UserCart {
  return { ...cart, queue: cart.queue.filter((other) => other.id !== id) }
}
