import { hash } from 'node:crypto'
import { foldEmail } from '@nashta/contracts/account/checks'
import { WAITING_PER_OPERATOR } from '@nashta/contracts/orders/desk/take-order'
import { networksOf } from '@nashta/service-kit/limits/networks'
import { ServiceError } from '@nashta/service-kit/service-error'
import { isGuestId } from './guest-orders.ts'
import { isUnshipped, phaseOf } from './phase.ts'
import type { OrderLine, OrderRecord, UnpaidOrderLimit } from './purchase-store.ts'
import type { OrderLimits } from './purchase.ts'

/** How many orders that hold stock without being paid one buyer may have. */
const ORDERS_OF_ACCOUNT = 10
const ORDERS_OF_GUEST = 3
/**
 * Guests can invent e-mail addresses, but not networks. The limit of a network is high, because all
 * customers of a mobile carrier may share one address.
 */
const ORDERS_OF_NETWORK = 100
/** A network may hold as many units of a product as this many buyers. */
const BUYERS_OF_NETWORK = 3
/** An IPv6 /48 may hold as much as this many of its networks. */
const NETWORKS_OF_WIDE_NETWORK = 4
/** The most orders of a buyer at once whose time the claim to have paid extends. */
const EXTENDED_CLAIMS = 2

const TOO_MANY_OF_BUYER =
  'There are several orders that are not paid yet. Please pay or cancel one of them, or wait until one is shipped.'
const TOO_MANY_OF_NETWORK =
  'Many orders from your network are not paid yet. Please sign in or pay by card, or try again later.'

const NETWORK_PREFIX = 'network:'

/** A buyer key stands for an e-mail address, a network or an account, of which it has only a hash. */
function buyerKeyOf(kind: 'email' | 'guest' | 'account' | 'network' | 'claims' | 'operator', text: string) {
  return `${kind}:${hash('sha256', text, 'base64url')}`
}

/**
 * The buyer key of all guest orders with this e-mail address, also of those that are paid or over.
 * An erasure finds the orders by this key.
 */
export function guestEmailKey(email: string): string {
  return buyerKeyOf('email', foldEmail(email))
}

/** Where the order of a guest stays listed, so that an erasure finds it. */
export function listedKeys({ userId, email }: Pick<OrderRecord, 'userId' | 'email'>): string[] {
  return isGuestId(userId) && email !== null ? [guestEmailKey(email)] : []
}

/** A shopper or a guest who places an order. */
export type Buyer = Pick<OrderRecord, 'userId' | 'email'> & {
  /** Where the order comes from. Without it, no limit of a network applies. */
  from?: {
    address: string
    /** Multiplies the limits of the network, as it multiplies the rate limits. */
    rateLimitScale: number
  }
}

/**
 * The limits of the buyer's own orders. A shop that allows an account any number of units also
 * allows it any number of orders.
 */
export function buyerLimits({ userId, email }: Buyer, limits: OrderLimits): UnpaidOrderLimit[] {
  const unitsMax = unitsMaxOf(limits)
  if (isGuestId(userId)) {
    const buyerKey = buyerKeyOf('guest', foldEmail(email ?? ''))
    return [{ buyerKey, unpaidMax: ORDERS_OF_GUEST, unitsMax }]
  }
  if (unitsMax === null) return []
  return [{ buyerKey: buyerKeyOf('account', userId), unpaidMax: ORDERS_OF_ACCOUNT, unitsMax }]
}

/** An operator's orders that wait for a payment hold stock, so there are not many of them at once. */
export function operatorLimits(sub: string, { isWaiting }: { isWaiting: boolean }): UnpaidOrderLimit[] {
  if (!isWaiting) return []
  return [{ buyerKey: buyerKeyOf('operator', sub), unpaidMax: WAITING_PER_OPERATOR, unitsMax: null }]
}

/**
 * The limits of all buyers on the network of the order. Guests and accounts are counted apart, so
 * that a guest with many invented addresses does not keep the accounts of the network from buying.
 */
export function networkLimits({ userId, from }: Buyer, limits: OrderLimits): UnpaidOrderLimit[] {
  const unitsMax = unitsMaxOf(limits)
  const isGuest = isGuestId(userId)
  const isUnlimited = from === undefined || from.rateLimitScale === Infinity
  if (isUnlimited || (!isGuest && unitsMax === null)) return []
  const { narrow, wide } = networksOf(from.address)
  const limitOf = (network: string, factor: number): UnpaidOrderLimit => ({
    buyerKey: buyerKeyOf('network', isGuest ? network : `accounts ${network}`),
    unpaidMax: ORDERS_OF_NETWORK * factor,
    unitsMax: unitsMax === null ? null : unitsMax * BUYERS_OF_NETWORK * factor,
  })
  const scale = from.rateLimitScale
  return [limitOf(narrow, scale), ...(wide === null ? [] : [limitOf(wide, scale * NETWORKS_OF_WIDE_NETWORK)])]
}

/**
 * The limit of a buyer's orders whose time a claim to have paid has extended. Only orders that operators take
 * may have no e-mail address. Their buyers have nothing in common, so each of these orders counts alone.
 */
export function extendedClaimLimit({ userId, email }: OrderRecord): UnpaidOrderLimit {
  const buyer = isGuestId(userId) && email !== null ? foldEmail(email) : userId
  return { buyerKey: buyerKeyOf('claims', buyer), unpaidMax: EXTENDED_CLAIMS, unitsMax: null }
}

/** Null for any number. */
function unitsMaxOf({ openUnitsMax }: OrderLimits): number | null {
  return openUnitsMax === 0 ? null : openUnitsMax
}

/**
 * Refuses an order if it would exceed the limit together with the earlier ones. Without a limit,
 * one buyer could hold the whole stock without paying.
 *
 * The money of an order that `isChargedNow` is asked for in the same request, so the order is not
 * refused because others are unpaid. Only orders whose charge has no outcome yet count then: a card
 * whose charges never end must not hold the stock either.
 */
export function assertWithinLimit(
  { lines }: Pick<OrderRecord, 'lines'>,
  earlier: readonly OrderRecord[],
  { buyerKey, unpaidMax, unitsMax }: UnpaidOrderLimit,
  { isChargedNow }: { isChargedNow: boolean },
) {
  const counted = earlier.filter(isChargedNow ? isBeingChecked : holdsUnpaidStock)
  if (counted.length >= unpaidMax) {
    const isNetwork = buyerKey.startsWith(NETWORK_PREFIX)
    throw new ServiceError('OPEN_ORDERS_LIMITED', isNetwork ? TOO_MANY_OF_NETWORK : TOO_MANY_OF_BUYER)
  }
  if (unitsMax === null) return
  const countedLines = counted.flatMap((order) => order.lines)
  const tooMany = lines.flatMap(({ productId, name, quantity }) => {
    const available = Math.max(0, unitsMax - unitsOf(countedLines, productId))
    // The units of an order that is charged now are about to be paid. Only orders without an outcome count.
    const isTooMany = isChargedNow ? available === 0 : quantity > available
    return isTooMany ? [{ productId, name, available }] : []
  })
  if (tooMany.length === 0) return
  const names = tooMany.map(({ name }) => name).join(', ')
  throw new ServiceError(
    'QUANTITY_LIMITED',
    `Orders that are neither paid nor shipped may have ${unitsMax} of each product in all: please order fewer of ${names}, or pay an earlier order first`,
    { details: { items: tooMany } },
  )
}

/** Whether a limit of unpaid orders refused the order. */
export function isUnpaidLimitError(error: unknown): boolean {
  return error instanceof ServiceError && ['OPEN_ORDERS_LIMITED', 'QUANTITY_LIMITED'].includes(error.code)
}

/**
 * Whether the order holds stock that is not paid: its payment is waited for, claimed or being
 * checked, or its cash order is not confirmed or not shipped. A shipped order does not count,
 * because an operator has checked it.
 */
export function holdsUnpaidStock(order: OrderRecord) {
  return isUnshipped(order) && order.payment.state !== 'paid'
}

function isBeingChecked(order: OrderRecord) {
  const { name } = phaseOf(order)
  return name === 'charging' || name === 'checking'
}

function unitsOf(lines: readonly OrderLine[], productId: string) {
  return lines.reduce((sum, line) => (line.productId === productId ? sum + line.quantity : sum), 0)
}
