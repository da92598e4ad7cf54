import { calendarDay } from '@nashta/contracts/dates'
import { laterRates, rateOn } from '@nashta/contracts/gst-rates'
import { discountLabel } from '@nashta/contracts/orders/order-sums'
import { billTimeOf, isSmallSale } from '@nashta/contracts/orders/small-sales'
import { billTermsOf, sellerKindOf } from '@nashta/contracts/shop/seller-kind'
import type { Shop } from '@nashta/contracts/shop/shop'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { DayKey } from '../../bills/bill-keys.ts'
import type { BillStore } from '../../bills/bill-store.ts'
import {
  type Bill,
  type BillBuyer,
  type BillContent,
  type Credit,
  draftBill,
  draftCreditNote,
  type Seller,
  type SuppliedLine,
} from '../../bills/bill.ts'
import type { ProductStore } from '../../catalogue/product-store.ts'
import type { ShopStore } from '../../shop/shop-store.ts'
import { readShopTime } from '../../shop/shop-time.ts'
import { type OrderEvent, settleOrder } from '../events/settle-order.ts'
import { BILL, creditOf, mayShareBill, nextPaper, type OwedPaper } from '../order/billing.ts'
import type { OrderLine, OrderRecord, PurchaseStore } from '../order/purchase-store.ts'
import { taxOf } from '../order/purchase.ts'
import { paidForUnits } from '../order/refunded.ts'
import { unitsOf } from '../order/stock.ts'

export type BillDeps = {
  purchases: PurchaseStore
  bills: BillStore
  products: ProductStore
  shop: ShopStore
  now: () => Date
  reportError: (error: unknown) => void
}

/**
 * Makes the bill and the credit notes that the order owes, one after the other. Each gets its number in
 * a transaction of its own, and the order records the number afterwards. After a crash in between, the
 * next call finds the number again. A small order may wait for the bill of its day instead. Returns the
 * order as it then is; null if there is none.
 */
export async function issuePapers(deps: BillDeps, purchaseId: string): Promise<OrderRecord | null> {
  for (;;) {
    const order = await deps.purchases.find(purchaseId)
    const paper = order && nextPaper(order)
    if (!paper) return order
    const event = await issueOne(deps, order, paper)
    const time = await readShopTime(deps)
    await deps.purchases.update(purchaseId, (stored) => settleOrder(stored, event, time))
  }
}

/**
 * As `issuePapers`, for an order that an operator has just changed: a bill that cannot be made now does
 * not make the change fail. The reconciler tries again.
 */
export async function issuePapersOf(deps: BillDeps, order: OrderRecord): Promise<OrderRecord> {
  if (!nextPaper(order)) return order
  try {
    return (await issuePapers(deps, order.purchaseId)) ?? order
  } catch (error) {
    if (!isIncomplete(error)) deps.reportError(error)
    return order
  }
}

/** How many orders the reconciler works on at once. Their numbers are given together. */
const ORDERS_AT_ONCE = 40

/** Makes what all orders owe, for example after the process died that should have. */
export async function issueOwedPapers(deps: BillDeps, signal?: AbortSignal) {
  const open = await deps.purchases.listOpen(deps.now())
  const owing = open.filter((order) => nextPaper(order) !== null)
  for (let start = 0; start < owing.length; start += ORDERS_AT_ONCE) {
    if (signal?.aborted) return
    await Promise.all(owing.slice(start, start + ORDERS_AT_ONCE).map((order) => issuePapersOf(deps, order)))
  }
}

/** Makes the bill of each day that is over. */
export async function issueBillsOfDays(deps: BillDeps, signal?: AbortSignal) {
  for (const key of await deps.bills.openDays()) {
    if (signal?.aborted) return
    if (deps.now() >= billTimeOf(key.day)) await issueBillOfDay(deps, key)
  }
}

/** After a crash, the next call goes on: the bill has its number once, and orders that know it are left alone. */
async function issueBillOfDay(deps: BillDeps, key: DayKey) {
  const { invoicePrefix: prefix, months } = billTermsOf(await deps.shop.read())
  const bill = await deps.bills.issueDay(key, { prefix, months })
  const ids = [...new Set(bill?.lines.flatMap(({ purchaseId }) => purchaseId ?? []))]
  const time = await readShopTime(deps)
  for (let start = 0; start < ids.length; start += ORDERS_AT_ONCE) {
    await Promise.all(
      ids.slice(start, start + ORDERS_AT_ONCE).map(async (purchaseId) => {
        const event = { kind: 'billIssued', of: BILL, number: bill?.number ?? '' } as const
        const order = await deps.purchases.update(purchaseId, (stored) => settleOrder(stored, event, time))
        // Refunds since the hand-over have waited for the bill.
        if (order) await issuePapersOf(deps, order)
      }),
    )
  }
  await deps.bills.finishDay(key)
}

/** Gives the bill or credit note its number, or lets the order wait for the bill of its day. */
async function issueOne(deps: BillDeps, order: OrderRecord, paper: OwedPaper): Promise<OrderEvent> {
  const { of } = paper
  const shop = await deps.shop.read()
  if (of === BILL) {
    const content = await billContent(deps, order, shop)
    const day = await dayToWaitFor(deps, order, content, shop)
    if (day !== null) return { kind: 'billAwaited', day }
    const { invoicePrefix: prefix, months } = billTermsOf(shop)
    const { purchaseId } = order
    const { number } = await deps.bills.issue({ purchaseId, reason: of, content, prefix, months })
    return { kind: 'billIssued', of, number }
  }
  const note = await issueNote(deps, order, paper, shop)
  return { kind: 'billIssued', of, number: note?.number ?? '' }
}

/** The day whose bill the order is on from now on; null if it has one of its own. */
async function dayToWaitFor({ bills, now }: BillDeps, order: OrderRecord, content: BillContent, shop: Shop) {
  const { smallBills, months } = billTermsOf(shop)
  const suppliedAt = new Date(order.fulfilment.billing?.dueAt ?? order.purchaseDate)
  const day = calendarDay(suppliedAt)
  const isSmall = isSmallSale(content.total.grossPaise, suppliedAt)
  if (smallBills !== 'daily' || !isSmall || !mayShareBill(order) || now() >= billTimeOf(day)) return null
  const { purchaseId } = order
  const isOn = await bills.addToDay({ day, place: content.placeOfSupply, purchaseId, content, months })
  return isOn ? day : null
}

async function issueNote(
  deps: BillDeps,
  order: OrderRecord,
  { of, refund }: OwedPaper,
  shop: Shop,
): Promise<Bill | null> {
  const { bills } = deps
  const { creditNotePrefix, months } = billTermsOf(shop)
  const { purchaseId } = order
  const [bill, ...notes] = await bills.listOf(purchaseId)
  // The time for which the law wants the bill is over.
  if (!bill || bill.kind !== 'invoice') return null
  // The process may have died after it gave the number.
  const earlier = await bills.find(purchaseId, of)
  if (earlier) return earlier
  const all: Credit = { maxPaise: Infinity, reason: 'The order was cancelled' }
  const note = draftCreditNote(bill, notes, refund ? creditOf(order, refund, notes) : all)
  return note && bills.issue({ purchaseId, reason: of, content: note, prefix: creditNotePrefix, months })
}

async function billContent(deps: BillDeps, order: OrderRecord, shop: Shop): Promise<BillContent> {
  const seller = sellerOf(shop)
  const { deliveryTax } = billTermsOf(shop)
  const { units = [], refundsBefore, dueAt: suppliedAt = order.purchaseDate } = order.fulfilment.billing ?? {}
  const beforeBill = { ...order, refunds: order.refunds.slice(0, refundsBefore) }
  const supplied = order.lines.filter(({ productId }) => unitsOf(units, productId) > 0)
  const lines = await Promise.all(
    supplied.map(async (line): Promise<SuppliedLine> => {
      const { productId, name, pricePaise } = line
      const quantity = unitsOf(units, productId)
      const paidPaise = paidForUnits(beforeBill, line)
      return Object.assign(
        { productId, name, pricePaise, paidPaise, quantity },
        await taxFactsOf(deps, line, { shop, orderedAt: order.purchaseDate, suppliedAt }),
      )
    }),
  )
  return draftBill(
    {
      purchaseId: order.purchaseId,
      orderedAt: order.purchaseDate,
      lines,
      shippingFeePaise: order.shippingFeePaise,
      ...(order.offers && { offers: order.offers.map(discountLabel) }),
      address: order.shippingAddress,
      buyer: buyerOf(order),
    },
    seller,
    deliveryTax,
  )
}

/**
 * The facts that the order has copied. What was missing in the catalogue then is read from it now, so
 * that an operator can add it. A rate whose first day came between the order and the hand-over counts,
 * also one that was announced after the order, but not one that was withdrawn. A seller who charges no tax needs none of them.
 */
async function taxFactsOf(
  { products }: BillDeps,
  line: OrderLine,
  { shop, orderedAt, suppliedAt }: { shop: Shop; orderedAt: string; suppliedAt: string },
) {
  const { hsnDigits } = billTermsOf(shop)
  const isTaxed = sellerKindOf(shop) === 'regular'
  const { hsn, ratePercent, laterGstRates, unit } = line.tax ?? {}
  const product = await products.findWithDrafts(line.productId)
  const current = product && taxOf(product, new Date(suppliedAt))
  const orderDay = calendarDay(new Date(orderedAt))
  const supplyDay = calendarDay(new Date(suppliedAt))
  const rateNow = product && rateOn(product, supplyDay)
  // A rate that was known at the order counts unless it was withdrawn: the product then has another one.
  const known = (laterGstRates ?? []).filter(
    (text) => !product || laterRates([text])[0]?.ratePercent === rateNow,
  )
  const changed = laterRates([...known, ...(product?.laterGstRates ?? [])]).findLast(
    ({ from }) => from > orderDay && from <= supplyDay,
  )
  const facts = {
    hsn: hsn ?? current?.hsn ?? '',
    ratePercent: changed?.ratePercent ?? ratePercent ?? current?.ratePercent,
    unit: unit ?? current?.unit ?? 'PAC',
  }
  if (isTaxed && (facts.hsn.length < hsnDigits || facts.ratePercent === undefined)) {
    throw incomplete(`The bill needs the GST rate and an HSN code of ${hsnDigits} digits for ${line.name}`)
  }
  return { ...facts, hsn: facts.hsn.slice(0, hsnDigits), ratePercent: facts.ratePercent ?? 0 }
}

function sellerOf(shop: Shop): Seller {
  const { legalName, tradeName, address, state, gstin, fssai, phone, email, isDemo } = shop
  return {
    kind: sellerKindOf(shop),
    legalName,
    tradeName,
    address,
    state,
    ...(gstin !== undefined && { gstin }),
    fssai,
    phone,
    email,
    isDemo,
  }
}

function buyerOf({ shippingAddress, details }: OrderRecord): BillBuyer {
  const { fullName, addressLine1, addressLine2, city, state, pincode } = shippingAddress
  return {
    name: fullName,
    addressLines: [addressLine1, addressLine2 ?? '', `${city}, ${state} ${pincode}`].filter(
      (line) => line !== '',
    ),
    ...(details.gstin !== undefined && { gstin: details.gstin }),
  }
}

function incomplete(message: string) {
  return new ServiceError('BILL_INCOMPLETE', message)
}

function isIncomplete(error: unknown) {
  return error instanceof ServiceError && error.code === 'BILL_INCOMPLETE'
}
