import { hash } from 'node:crypto'
import { foldEmail } from '@nashta/contracts/account/checks'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { OrderLine, OrderRecord, UnpaidOrderLimit } from './purchase-store.ts'
import type { OrderLimits } from './purchase.ts'

const UNPAID_CASH_ORDERS_OF_ACCOUNT = 20

const TOO_MANY_UNPAID =
  'There are several orders that are not paid yet. Please cancel one of them, wait until one has arrived, or pay this order now.'

/** A buyer key stands for an e-mail address, a network or an account, of which it has only a hash. */
export function buyerKeyOf(kind: 'email' | 'network' | 'account', text: string) {
  return `${kind}:${hash('sha256', text, 'base64url')}`
}

/** The buyer key of all guest orders with this e-mail address. */
export function guestEmailKey(email: string): string {
  return buyerKeyOf('email', foldEmail(email))
}

/** The most units of one product in a buyer's unshipped cash orders; null for any number. */
export function cashUnitsMax({ codUnitsMax }: OrderLimits): number | null {
  return codUnitsMax === 0 ? null : codUnitsMax
}

/**
 * The limits of a shopper's cash orders: how many orders, and how many units of one product. A shop
 * that allows any number of units also allows any number of orders.
 */
export function accountLimits(userId: string, limits: OrderLimits): UnpaidOrderLimit[] {
  const unitsMax = cashUnitsMax(limits)
  if (unitsMax === null) return []
  return [{ buyerKey: buyerKeyOf('account', userId), unpaidMax: UNPAID_CASH_ORDERS_OF_ACCOUNT, unitsMax }]
}

/**
 * Refuses a new order if the buyer already has as many unpaid orders as the limit allows. Without
 * a limit, the orders of one buyer could hold the whole stock without being paid.
 */
export function assertUnpaidOrdersWithinLimit(
  earlier: readonly OrderRecord[],
  { unpaidMax }: UnpaidOrderLimit,
) {
  if (earlier.filter(holdsUnpaidStock).length >= unpaidMax)
    throw new ServiceError('OPEN_ORDERS_LIMITED', TOO_MANY_UNPAID)
}

/** Refuses a cash order that would hold too much of one product together with the earlier ones. */
export function assertCashUnits(
  { lines, payment }: Pick<OrderRecord, 'lines' | 'payment'>,
  earlier: readonly OrderRecord[],
  { unitsMax }: UnpaidOrderLimit,
) {
  if (unitsMax === null || payment.method !== 'cod') return
  // Shipped orders do not count towards `unitsMax`, because an operator has checked them.
  const unshippedLines = earlier.filter(isUnshippedCashOrder).flatMap((order) => order.lines)
  const tooMany = lines.flatMap(({ productId, name, quantity }) => {
    const available = Math.max(0, unitsMax - unitsOf(unshippedLines, productId))
    return quantity > available ? [{ productId, name, available }] : []
  })
  if (tooMany.length === 0) return
  const names = tooMany.map(({ name }) => name).join(', ')
  throw new ServiceError(
    'QUANTITY_LIMITED',
    `Orders with cash on delivery that are not shipped yet may have ${unitsMax} of each product in all: please order fewer of ${names}, or pay this order now`,
    { details: { items: tooMany } },
  )
}

/**
 * Whether `listByBuyerKey` must still list the order under this key. The limits count only orders
 * that hold unpaid stock. But under the key of its e-mail address, an order always stays listed,
 * because an erasure finds the orders of guests by that key.
 */
export function staysListedUnder(buyerKey: string, order: OrderRecord): boolean {
  const isKeyOfEmail = buyerKey === guestEmailKey(order.email ?? '')
  return isKeyOfEmail || holdsUnpaidStock(order)
}

export function holdsUnpaidStock({ state, orderStatus, payment }: OrderRecord) {
  const isOver = state === 'declined' || orderStatus === 'CANCELLED' || orderStatus === 'DELIVERED'
  return !isOver && payment.state !== 'paid'
}

function isUnshippedCashOrder(order: OrderRecord) {
  return order.payment.method === 'cod' && order.orderStatus !== 'SHIPPED' && holdsUnpaidStock(order)
}

function unitsOf(lines: readonly OrderLine[], productId: string) {
  return lines.reduce((sum, line) => (line.productId === productId ? sum + line.quantity : sum), 0)
}
