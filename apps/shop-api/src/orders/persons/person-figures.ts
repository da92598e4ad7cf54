import { hash } from 'node:crypto'
import { foldEmail } from '@nashta/contracts/account/checks'
import { phoneNumberIn } from '@nashta/contracts/orders/phone'
import type { Document, DocumentKey, DocumentWrite } from '@nashta/documents/documents'
import { isGuestOrder } from '../order/guest-orders.ts'
import { isErased } from '../order/order-state.ts'
import { isOver, isVisible, phaseOf } from '../order/phase.ts'
import type { OrderRecord } from '../order/purchase-store.ts'
import { netPaid } from '../order/refunded.ts'

/** No `sub` of a user pool has a colon, and the id of a guest's order begins with `guest:`. */
const GUESTS_PREFIX = 'guests:'

/** The newest visible order of a person, with what was typed there. */
type NewestOrder = { purchaseId: string; at: string; name: string; email: string | null; phone: string }

/**
 * What the orders of one person add up to. Each order changes it in its own transaction, so a list of
 * customers reads no orders.
 */
export type PersonFigures = {
  /** The orders that are not cancelled. */
  orders: number
  spentPaise: number
  /** The cash orders that came back. */
  returnedCash: number
  /** Null if the newest order has left the person, until the orders are counted again. */
  newest: NewestOrder | null
  /** False until the orders were counted once, because some may be older than these figures. */
  isWhole: boolean
}

export const NO_FIGURES: PersonFigures = {
  orders: 0,
  spentPaise: 0,
  returnedCash: 0,
  newest: null,
  isWhole: false,
}

/**
 * The person of an order: the account, or all guests with the same e-mail address and phone number.
 * Null after an erasure.
 */
export function personIdOf(order: Pick<OrderRecord, 'userId' | 'email' | 'shippingAddress'>): string | null {
  if (isErased(order)) return null
  if (!isGuestOrder(order)) return order.userId
  const { email, shippingAddress } = order
  const text = `${foldEmail(email ?? '')} ${phoneNumberIn(shippingAddress.phoneNumber)}`
  return GUESTS_PREFIX + hash('sha256', text, 'base64url')
}

export function isGuestPerson(personId: string): boolean {
  return personId.startsWith(GUESTS_PREFIX)
}

/** Stands for the person in the log, whose entries are never erased. */
export function subjectOf(personId: string): string {
  return hash('sha256', personId, 'hex').slice(0, 8)
}

export function personPk(personId: string) {
  return `person#${personId}`
}

/** The documents of a person below `order#`: `figures`, and `marks` (see `person-store.ts`). */
export const ORDER_SK = 'order#'

export function figuresKey(personId: string): DocumentKey {
  return { pk: personPk(personId), sk: 'figures' }
}

/** Finds the orders of guests, each of which has a user id of its own. */
export function guestOrderKey(personId: string, purchaseId: string): DocumentKey {
  return { pk: personPk(personId), sk: `${ORDER_SK}${purchaseId}` }
}

/** The persons whose figures a change of an order may change. */
export function personsOf(before: OrderRecord | null, after: OrderRecord | null): string[] {
  const ids = [before, after].flatMap((order) => (order && personIdOf(order)) ?? [])
  return [...new Set(ids)]
}

/**
 * The writes that keep the figures of persons equal to the sum of their orders. `before` is null for a
 * new order, `after` for a removed one.
 */
export function countPersons(
  before: OrderRecord | null,
  after: OrderRecord | null,
  read: (personId: string) => Document<PersonFigures> | null,
): DocumentWrite[] {
  return personsOf(before, after).flatMap((personId) => {
    const from = before && personIdOf(before) === personId ? before : null
    const to = after && personIdOf(after) === personId ? after : null
    return linkWrites(personId, from, to).concat(figureWrites(personId, from, to, read(personId)))
  })
}

function linkWrites(personId: string, from: OrderRecord | null, to: OrderRecord | null): DocumentWrite[] {
  if (!isGuestPerson(personId)) return []
  if (to && !from) {
    const { purchaseId, userId } = to
    return [{ put: { key: guestOrderKey(personId, purchaseId), body: { userId } }, seen: null }]
  }
  return from && !to ? [{ delete: guestOrderKey(personId, from.purchaseId) }] : []
}

function figureWrites(
  personId: string,
  from: OrderRecord | null,
  to: OrderRecord | null,
  seen: Document<PersonFigures> | null,
): DocumentWrite[] {
  // An order that was counted before has no figures only if its person is being erased.
  if (!seen && from && isVisible(from)) return []
  const figures = seen?.body ?? NO_FIGURES
  const after = addOrder(removeOrder(figures, from, to), to)
  if (JSON.stringify(after) === JSON.stringify(figures)) return []
  return [{ put: { key: figuresKey(personId), body: after }, seen }]
}

/** The figures with one more order. Orders are added in any order. */
export function addOrder(figures: PersonFigures, order: OrderRecord | null): PersonFigures {
  if (!order || !isVisible(order)) return figures
  const { newest } = figures
  return {
    ...figures,
    ...sumWith(figures, order, 1),
    newest: newest && newest.purchaseId > order.purchaseId ? newest : newestOf(order),
  }
}

function removeOrder(
  figures: PersonFigures,
  from: OrderRecord | null,
  to: OrderRecord | null,
): PersonFigures {
  if (!from || !isVisible(from)) return figures
  const left = { ...figures, ...sumWith(figures, from, -1) }
  const isGone = !to || !isVisible(to)
  if (!isGone) return left
  const wasNewest = figures.newest?.purchaseId === from.purchaseId
  return { ...left, newest: wasNewest ? null : figures.newest, isWhole: !wasNewest && figures.isWhole }
}

function sumWith({ orders, spentPaise, returnedCash }: PersonFigures, order: OrderRecord, sign: 1 | -1) {
  return {
    orders: orders + (isOver(order) ? 0 : sign),
    spentPaise: spentPaise + sign * netPaid(order),
    returnedCash: returnedCash + (isReturnedCash(order) ? sign : 0),
  }
}

/** Whether a cash order was cancelled after the courier had it, so that it came back. */
function isReturnedCash(order: OrderRecord) {
  const phase = phaseOf(order)
  const { method, isReceived = false } = order.payment
  return method === 'cod' && !isReceived && phase.name === 'over' && phase.hasLeftShop
}

function newestOf({ purchaseId, purchaseDate, email, shippingAddress }: OrderRecord): NewestOrder {
  const { fullName: name, phoneNumber: phone } = shippingAddress
  return { purchaseId, at: purchaseDate, name, email, phone }
}
