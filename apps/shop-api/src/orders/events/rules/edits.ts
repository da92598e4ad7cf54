import { isDeepStrictEqual } from 'node:util'
import { asPaise } from '@nashta/contracts/money'
import type { EditRefusal } from '@nashta/contracts/orders/order-edit'
import { sumOf } from '@nashta/contracts/pricing/sums'
import { ServiceError } from '@nashta/service-kit/service-error'
import { activePayment } from '../../order/further-payments.ts'
import { heldStock, illegalTransition, orderNotFound, soldAtOf } from '../../order/order-state.ts'
import { isVisible, isWaiting, phaseOf } from '../../order/phase.ts'
import type {
  EditRecord,
  OrderContent,
  OrderEffect,
  OrderLine,
  OrderRecord,
  OrderWithEffects,
  TakenStock,
} from '../../order/purchase-store.ts'
import { decidedUnits, findLine, refundedUnits, returnedOf } from '../../order/refunded.ts'
import { commonUnits, subtractUnits, unitsOf } from '../../order/stock.ts'
import { itemsToPack } from '../../order/to-pack.ts'
import { assertNotCancelled } from './packing.ts'

/** More edits than an honest order has. */
const EDITS_MAX = 20

const BILL_IS_MADE = 'The bill of this order is made. Refund units, or cancel the order'
const NOTHING_LEFT = 'Nothing would be left to pack. Cancel the order instead'
const REFUNDED_PRICE = 'The price of units that were refunded would change. Cancel the order instead'

/** An order is edited after it is confirmed and before it is packed. */
export function assertMayEdit(order: OrderRecord) {
  if (!isVisible(order)) throw orderNotFound()
  assertNotCancelled(order)
  if (isWaiting(order))
    throw illegalTransition('Confirm the order, or wait for its payment, before you edit it')
  if (activePayment(order)?.state === 'checking')
    throw illegalTransition('A payment is being checked. Please wait for its outcome')
  const { name } = phaseOf(order)
  if (name === 'toHandOver') throw illegalTransition('The order is packed. Undo packing before you edit it')
  if (name !== 'toPack') throw illegalTransition('An order that has left the shop cannot be edited')
  if (order.fulfilment.replaces !== undefined)
    throw illegalTransition('A replacement is not edited. Cancel it, and make another one')
  if (order.fulfilment.billing) throw illegalTransition(BILL_IS_MADE)
  if ((order.edits?.list.length ?? 0) >= EDITS_MAX)
    throw illegalTransition(`An order is edited at most ${EDITS_MAX} times`)
}

/** The part of the order that an edit may change. */
export function contentOf(order: OrderRecord): OrderContent {
  const { lines, totalItems, shippingFeePaise, totalPaise, offers } = order
  const { shippingAddress, details, deliveryTime, estimatedDelivery } = order
  return {
    lines,
    totalItems,
    shippingFeePaise,
    totalPaise,
    ...(offers && { offers }),
    shippingAddress,
    details,
    deliveryTime,
    estimatedDelivery,
  }
}

/**
 * The order with another content, and what the store writes with it: the stock that is taken or goes back,
 * the sales and the offers. Throws if earlier refunds do not allow it.
 */
export function withContent(order: OrderRecord, content: OrderContent): OrderWithEffects {
  const { offers: _offers, ...rest } = order
  const after: OrderRecord = { ...rest, ...content }
  assertRefundsFit(order, after)
  if (itemsToPack(after) === 0) throw illegalTransition(NOTHING_LEFT)
  const returned = commonUnits(unitsLess(order.lines, after.lines), heldStock(order))
  const units = unitsLess(after.lines, order.lines)
  const effects: OrderEffect[] = []
  if (returned.length > 0) effects.push({ kind: 'returnStock', stock: returned, because: 'edited' })
  if (units.length > 0) effects.push({ kind: 'takeUnits', units })
  const sold = soldMore(order.lines, after.lines)
  if (sold.length > 0 && soldAtOf(order)) effects.push({ kind: 'correctSales', sold })
  const hasOtherPrice =
    !isDeepStrictEqual(order.offers, after.offers) || order.totalPaise !== after.totalPaise
  if ((order.offers || after.offers) && hasOtherPrice) effects.push({ kind: 'correctOffers', before: order })
  return { order: { ...after, taken: subtractUnits(order.taken, returned) }, effects }
}

/** What refusing the edits does; undefined if they cannot be refused. */
export function editRefusalOf(order: OrderRecord): EditRefusal | undefined {
  const { edits, refunds, payment, fulfilment } = order
  if (!edits?.agreed || phaseOf(order).name !== 'toPack') return undefined
  const { refundsBefore, totalPaise: agreedPaise } = edits.agreed
  const isPaidEnough = payment.state !== 'paid' || agreedPaise === payment.paidPaise
  // A bill is never changed. That of a cancelled order has a credit note.
  const isAsBefore = refunds.length === refundsBefore && isPaidEnough && !fulfilment.billing
  return isAsBefore ? 'undo' : 'cancel'
}

/** Throws when the order was edited again since the person has seen this edit. */
export function assertLastEdit({ edits }: OrderRecord, editId: string) {
  if (edits?.list.at(-1)?.editId !== editId)
    throw new ServiceError(
      'ORDER_CHANGED',
      'The order was changed again. Please look at the new changes first',
    )
}

export function withLastEdit(order: OrderRecord, changed: Partial<EditRecord>): OrderRecord {
  const { edits } = order
  const last = edits?.list.at(-1)
  if (!edits || !last) return order
  return { ...order, edits: { ...edits, list: [...edits.list.slice(0, -1), { ...last, ...changed }] } }
}

/** What the offers of an order take off, delivery included. */
export function discountOf({ offers = [] }: Pick<OrderRecord, 'offers'>) {
  return asPaise(sumOf(offers.map(({ goodsPaise, deliveryPaise }) => goodsPaise + deliveryPaise)))
}

/** Units that were refunded stay in the order, at a price that is not below what went back for them. */
function assertRefundsFit(order: OrderRecord, after: OrderRecord) {
  for (const line of order.lines) {
    const { productId, name } = line
    const units = Math.max(decidedUnits(order, productId), refundedUnits(order, productId))
    const kept = findLine(after, productId)
    if ((kept?.quantity ?? 0) < units)
      throw illegalTransition(`Of ${name}, ${units} were refunded, and stay in the order`)
    const { paidPaise, returnedPaise } = returnedOf(order, kept ?? Object.assign({}, line, { quantity: 0 }))
    if (returnedPaise > Math.max(0, paidPaise)) throw illegalTransition(REFUNDED_PRICE)
  }
}

/** The units of `from` that `to` has less. */
function unitsLess(from: readonly OrderLine[], to: readonly OrderLine[]): TakenStock[] {
  return subtractUnits(
    from.map(({ productId, quantity }) => ({ productId, quantity })),
    to,
  )
}

/** How many more units of each product are sold. Negative for fewer. */
function soldMore(before: readonly OrderLine[], after: readonly OrderLine[]): TakenStock[] {
  return productIdsOf(before, after)
    .map((productId) => ({ productId, quantity: unitsOf(after, productId) - unitsOf(before, productId) }))
    .filter(({ quantity }) => quantity !== 0)
}

/** The products of both, those of the order before first. */
export function productIdsOf(before: readonly OrderLine[], after: readonly OrderLine[]): string[] {
  return [...new Set([...before, ...after].map(({ productId }) => productId))]
}
