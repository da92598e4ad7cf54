import { mayCall, seesEverything } from '@nashta/contracts/api/operator-roles'
import { paiseToRupees } from '@nashta/contracts/money'
import { ACTION_ENDPOINTS } from '@nashta/contracts/orders/desk/action-endpoints'
import type { DeskOrder, DeskRefund, OrderRow } from '@nashta/contracts/orders/desk/desk-order'
import { sendOrderMail } from '@nashta/contracts/orders/desk/order-calls'
import { takeOrder } from '@nashta/contracts/orders/desk/take-order'
import { orderLinkPath } from '@nashta/contracts/orders/order-texts'
import {
  type BatchBook,
  batchState,
  byExpiry,
  packable,
  suggestPicks,
} from '../../catalogue/batches/batch-book.ts'
import type { BatchStore } from '../../catalogue/batches/batch-store.ts'
import type { ProductRecord, ProductStore } from '../../catalogue/product-store.ts'
import { parcelsOf } from '../events/rules/parcels.ts'
import { nextPaper } from '../order/billing.ts'
import { shownDiscounts } from '../order/discounts.ts'
import { findFurther, soughtPayments, takenPayments } from '../order/further-payments.ts'
import { findGoneReplacements, type ReplacementReads } from '../order/gone-replacements.ts'
import { orderLinkToken } from '../order/order-link.ts'
import { trueMails } from '../order/order-mails.ts'
import { isPackersWork, orderVersion, workStateOf } from '../order/order-work.ts'
import { isRefundedByHand } from '../order/payment-record.ts'
import { hasLeftShop, phaseOf } from '../order/phase.ts'
import type { OrderLine, OrderRecord } from '../order/purchase-store.ts'
import { leftOf, unitsLeft } from '../order/refunded.ts'
import { withGoneReplacements } from '../order/replacements.ts'
import { unitsOf } from '../order/stock.ts'
import { itemsToPack, unitsToPack } from '../order/to-pack.ts'
import { personIdOf } from '../persons/person-figures.ts'
import { allowedRefundActions, listActionRules } from './order-actions.ts'
import {
  shownBills,
  shownDetails,
  shownParcels,
  shownReplacements,
  shownRest,
  shownWait,
  toMoney,
  toRefund,
} from './shopper-order.ts'
import { shownEdits } from './shown-edits.ts'

/** The groups of the caller. */
export type Groups = readonly string[]

/**
 * Whether the caller sees the name and the address in the order. A packer sees them only while the
 * order is to be packed or given to the courier.
 */
export function seesPerson(order: OrderRecord, groups: Groups) {
  return seesEverything(groups) || isPackersWork(order)
}

export function toOrderRow(order: OrderRecord, groups: Groups): OrderRow {
  const { purchaseId, purchaseDate, orderStatus, deliveryStatus, totalItems, fulfilment } = order
  const { fullName, city, state } = order.shippingAddress
  return {
    purchaseId,
    purchaseDate,
    work: workStateOf(order) ?? '',
    orderStatus,
    deliveryStatus,
    totalItems,
    itemsToPack: itemsToPack(order),
    ...(seesPerson(order, groups) && { name: fullName, city, state }),
    ...(seesEverything(groups) && {
      totalAmount: paiseToRupees(order.totalPaise),
      payment: { method: order.payment.method, state: order.payment.state },
    }),
    ...(fulfilment.printedAt !== undefined && { printedAt: fulfilment.printedAt }),
    ...untrackedParcel(order),
    version: orderVersion(order),
  }
}

/** The courier of the first parcel that is handed over without a tracking number. */
function untrackedParcel(order: OrderRecord): Pick<OrderRow, 'untracked'> {
  if (phaseOf(order).name !== 'onItsWay') return {}
  const parcel = parcelsOf(order).find(({ trackingNumber }) => trackingNumber === undefined)
  return parcel ? { untracked: parcel.courier } : {}
}

export type DeskOrderReads = ReplacementReads & { products: ProductStore; batches: BatchStore }

/** The order with today's allergens and batches of its products. */
export async function readDeskOrder(
  { products, batches, ...reads }: DeskOrderReads,
  stored: OrderRecord,
  groups: Groups,
): Promise<DeskOrder> {
  // Which actions are allowed depends on what the replacements have become.
  const order = withGoneReplacements(stored, await findGoneReplacements(reads, stored))
  const current = await products.findMany(order.lines.map(({ productId }) => productId))
  const books = isToPack(order) ? await readBooks(batches, order) : []
  return toDeskOrder(order, { products: current, books }, groups)
}

function isToPack(order: OrderRecord) {
  return phaseOf(order).name === 'toPack'
}

async function readBooks(batches: BatchStore, { lines }: OrderRecord): Promise<BatchBook[]> {
  const found = await Promise.all(lines.map(({ productId }) => batches.find(productId)))
  return found.flatMap((book) => (book ? [book.body] : []))
}

/** The products of the order's lines that are still in the catalogue, and their batches if it is to be packed. */
type LineFacts = { products: readonly ProductRecord[]; books: readonly BatchBook[] }

function toDeskOrder(order: OrderRecord, facts: LineFacts, groups: Groups): DeskOrder {
  const { packing, contentChangedAt, recalledBatch } = order.fulfilment
  const isPersonShown = seesPerson(order, groups)
  return {
    ...toOrderRow(order, groups),
    lines: order.lines.map((line) => toDeskLine(order, line, facts, groups)),
    ...(packing && { packing }),
    ...(contentChangedAt !== undefined && { contentChangedAt }),
    ...(recalledBatch !== undefined && { recalledBatch }),
    ...shownReplacements(order),
    hasLeftShop: hasLeftShop(order),
    isCollected: order.fulfilment.isCollected === true,
    // A courier's tracking page may show where the person lives.
    ...(isPersonShown && shownParcels(order)),
    ...(isPersonShown && { address: order.shippingAddress, ...shownDetails(order) }),
    ...(seesEverything(groups) && customerAndPayment(order)),
    ...(mayCall(groups, takeOrder) && shownLink(order)),
    timeline: order.timeline.map((event) => toDeskEvent(event, groups)),
    mails: mayCall(groups, sendOrderMail) ? trueMails(order) : [],
    notes: isPersonShown ? order.notes.map(({ at, by, text }) => ({ at, by, text })) : [],
    actions: listActionRules(order).map((rule) =>
      mayCall(groups, ACTION_ENDPOINTS[rule.action])
        ? rule
        : { action: rule.action, allowed: false, reason: 'Your role does not include this' },
    ),
  }
}

function toDeskLine(
  order: OrderRecord,
  line: OrderLine,
  { products, books }: LineFacts,
  groups: Groups,
): DeskOrder['lines'][number] {
  const { productId, name, imageUrl, quantity, pricePaise, discountPaise } = line
  const allergens = products.find(({ products_id }) => products_id === productId)?.allergens
  return {
    productId,
    name,
    imageUrl,
    quantity,
    toPack: unitsToPack(order, line),
    refundable: unitsLeft(order, productId),
    expectedBack: unitsOf(order.fulfilment.expectedBack ?? [], productId),
    ...(seesEverything(groups) && {
      price: paiseToRupees(pricePaise),
      ...(discountPaise !== undefined && { discount: paiseToRupees(discountPaise) }),
      refundableAmount: paiseToRupees(leftOf(order, line).paise),
    }),
    ...(allergens && { allergens: [...allergens.contains] }),
    ...shownBatches(order, line, books),
  }
}

function shownBatches(order: OrderRecord, line: OrderLine, books: readonly BatchBook[]) {
  const { productId } = line
  const picks = (order.fulfilment.picks ?? [])
    .filter((pick) => pick.productId === productId)
    .map(({ batch, quantity }) => ({ batch, quantity }))
  if (picks.length > 0) return { picks }
  const book = books.find((each) => each.productsId === productId)
  const filled = byExpiry(book?.batches ?? []).filter(({ left }) => left > 0)
  if (!book || filled.length === 0) return {}
  const suggested = suggestPicks(book, unitsToPack(order, line))
  return {
    batches: filled.map((each) => {
      const { batch, bestBefore } = each
      const take = suggested.find((pick) => pick.batch === batch)?.quantity ?? 0
      return { batch, bestBefore, units: packable(each), take, state: batchState(each) }
    }),
  }
}

function customerAndPayment(order: OrderRecord) {
  const { userId, email, payment, refusal, refunds, shippingFeePaise, shippingAddress } = order
  const { method, state, expiresAt, claimedReference } = payment
  return {
    customer: { customerId: personIdOf(order) ?? userId, email, phone: shippingAddress.phoneNumber },
    ...(shippingFeePaise > 0 && { shippingFee: paiseToRupees(shippingFeePaise) }),
    ...shownDiscounts(order),
    payment: {
      method,
      state,
      ...(expiresAt !== undefined && { expiresAt }),
      ...(claimedReference !== undefined && { claimedReference }),
      ...(refusal !== '' && { message: refusal }),
    },
    money: toMoney(order),
    refunds: refunds.map((refund) => toDeskRefund(order, refund)),
    refundsByHand: isRefundedByHand(payment),
    ...shownRest(order),
    ...shownSearch(order),
    ...shownPayments(order),
    ...shownEdits(order),
    ...shownBills(order),
    ...shownWait(order),
    isBillDue: nextPaper(order) !== null,
  }
}

/** The oldest claimed payment for which an operator has to look. */
function shownSearch(order: OrderRecord): Pick<DeskOrder, 'sought'> {
  const [sought] = soughtPayments(order)
  if (!sought) return {}
  const { amountPaise, claimedReference } = sought
  return {
    sought: {
      amount: paiseToRupees(amountPaise),
      ...(claimedReference !== undefined && { claimedReference }),
    },
  }
}

/** An erased order has no link. */
function shownLink(order: OrderRecord): Pick<DeskOrder, 'link'> {
  return order.linkSecret === '' ? {} : { link: orderLinkPath(orderLinkToken(order)) }
}

/** The payments of an order that was paid in more than one. */
function shownPayments(order: OrderRecord): Pick<DeskOrder, 'payments'> {
  const taken = takenPayments(order)
  if (taken.length < 2) return {}
  return {
    payments: taken.map(({ paymentId, transactionId, takenPaise }) => {
      const { method } = findFurther(order, paymentId) ?? order.payment
      return { method, amount: paiseToRupees(takenPaise), transactionId }
    }),
  }
}

function toDeskRefund(order: OrderRecord, refund: OrderRecord['refunds'][number]): DeskRefund {
  const { refundId, byHand, problem } = refund
  return {
    ...toRefund(refund),
    byHand,
    ...(problem !== undefined && { problem }),
    actions: allowedRefundActions(order, refundId),
  }
}

/**
 * An event of the timeline. A packer does not see the amount and the note of an event, because the
 * note may be a payment reference or the reason for a refund.
 */
function toDeskEvent(
  { at, kind, note, amountPaise, by }: OrderRecord['timeline'][number],
  groups: Groups,
): DeskOrder['timeline'][number] {
  return {
    at,
    kind,
    ...(seesEverything(groups) && {
      ...(note !== undefined && { note }),
      ...(amountPaise !== undefined && { amount: paiseToRupees(amountPaise) }),
    }),
    ...(by !== undefined && { by }),
  }
}
