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
import type { ProductRecord, ProductStore } from '../../catalogue/product-store.ts'
import type { ShopStore } from '../../shop/shop-store.ts'
import { readShopTime } from '../../shop/shop-time.ts'
import { type OrderEvent, settleOrder } from '../events/settle-order.ts'
import { BILL, creditOf, mayShareBill, nextPaper, type OwedPaper } from '../order/billing.ts'
import type { OrderLine, OrderRecord, PurchaseStore } from '../order/purchase-store.ts'
import { taxOf } from '../order/purchase.ts'
import { paidForHandedOver } from '../order/refunded.ts'
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
 * As `issuePapers`, but does not throw: a bill that cannot be made now does not make the caller fail. The reconciler
 * tries again.
 */
export async function tryToIssuePapers(deps: BillDeps, order: OrderRecord): Promise<OrderRecord> {
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

/** Makes what all orders owe, for example when a process died before it made them. */
export async function issueOwedPapers(deps: BillDeps, signal?: AbortSignal) {
  const open = await deps.purchases.listOpen(deps.now())
  const owing = open.filter((order) => nextPaper(order) !== null)
  for (let start = 0; start < owing.length; start += ORDERS_AT_ONCE) {
    if (signal?.aborted) return
    await Promise.all(
      owing.slice(start, start + ORDERS_AT_ONCE).map((order) => tryToIssuePapers(deps, order)),
    )
  }
}

/** Makes the bill of each day that is over. */
export async function issueBillsOfDays(deps: BillDeps, signal?: AbortSignal) {
  for (const key of await deps.bills.openDays()) {
    if (signal?.aborted) return
    if (deps.now() >= billTimeOf(key.day)) await issueBillOfDay(deps, key)
  }
}

/**
 * Makes the bill of a day, and writes its number into each of its orders. After a crash both are repeated: `issueDay`
 * returns the same bill, and an order with the number stays unchanged.
 */
async function issueBillOfDay(deps: BillDeps, key: DayKey) {
  const { invoicePrefix: prefix, months } = billTermsOf(await deps.shop.read())
  const bill = await deps.bills.issueDay(key, { prefix, months })
  if (bill) await recordBillOfDay(deps, bill)
  await deps.bills.finishDay(key)
}

async function recordBillOfDay(deps: BillDeps, { lines, number }: Bill) {
  const ids = [...new Set(lines.flatMap(({ purchaseId }) => purchaseId ?? []))]
  const time = await readShopTime(deps)
  for (let start = 0; start < ids.length; start += ORDERS_AT_ONCE) {
    await Promise.all(
      ids.slice(start, start + ORDERS_AT_ONCE).map(async (purchaseId) => {
        const event = { kind: 'billIssued', of: BILL, number } as const
        const order = await deps.purchases.update(purchaseId, (stored) => settleOrder(stored, event, time))
        // Refunds since the hand-over have waited for the bill.
        if (order) await tryToIssuePapers(deps, order)
      }),
    )
  }
}

/** Gives the bill or credit note its number, or lets the order wait for the bill of its day. */
async function issueOne(deps: BillDeps, order: OrderRecord, paper: OwedPaper): Promise<OrderEvent> {
  const { of } = paper
  const shop = await deps.shop.read()
  if (of === BILL) {
    const content = await billContent(deps, order, shop)
    const day = await putOnBillOfDay(deps, order, content, shop)
    if (day !== null) return { kind: 'billAwaited', day }
    const { invoicePrefix: prefix, months } = billTermsOf(shop)
    const { purchaseId } = order
    const { number } = await deps.bills.issue({ purchaseId, reason: of, content, prefix, months })
    return { kind: 'billIssued', of, number }
  }
  const note = await issueNote(deps, order, paper, shop)
  return { kind: 'billIssued', of, number: note?.number ?? '' }
}

/**
 * Puts a small order on the bill of its day if it may share one, and returns that day. Returns null for an order that
 * gets a bill of its own.
 */
async function putOnBillOfDay(
  { bills, now }: BillDeps,
  order: OrderRecord,
  content: BillContent,
  shop: Shop,
) {
  const { smallBills, months } = billTermsOf(shop)
  const suppliedAt = new Date(order.fulfilment.billing?.dueAt ?? order.purchaseDate)
  const day = calendarDay(suppliedAt)
  const isSmall = isSmallSale(content.total.grossPaise, suppliedAt)
  if (smallBills !== 'daily' || !isSmall || !mayShareBill(order) || now() >= billTimeOf(day)) return null
  const { purchaseId } = order
  const isAdded = await bills.addToDay({ day, place: content.placeOfSupply, purchaseId, content, months })
  return isAdded ? day : null
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
  // The bill was deleted after the time for which the law wants it, or nothing was billed.
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
      const paidPaise = paidForHandedOver(beforeBill, line)
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
 * The HSN code, the rate and the unit as the order has copied them. What it lacks is read from the catalogue now, so
 * that an operator can add it. A seller who charges no tax needs none of them.
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
  const facts = {
    hsn: hsn ?? current?.hsn ?? '',
    ratePercent:
      changedRate(product, laterGstRates ?? [], { orderDay, supplyDay }) ??
      ratePercent ??
      current?.ratePercent,
    unit: unit ?? current?.unit ?? 'PAC',
  }
  if (isTaxed && (facts.hsn.length < hsnDigits || facts.ratePercent === undefined)) {
    throw incomplete(`The bill needs the GST rate and an HSN code of ${hsnDigits} digits for ${line.name}`)
  }
  return { ...facts, hsn: facts.hsn.slice(0, hsnDigits), ratePercent: facts.ratePercent ?? 0 }
}

/**
 * The rate that came into force after the day of the order, up to the day of supply; undefined if none did. It was
 * announced before the order, which has `copied` it, or since. A copied rate counts only if the product still has it on
 * the day of supply: otherwise it was withdrawn.
 */
function changedRate(
  product: ProductRecord | null,
  copied: readonly string[],
  { orderDay, supplyDay }: { orderDay: string; supplyDay: string },
): number | undefined {
  const rateNow = product && rateOn(product, supplyDay)
  const isStillValid = (text: string) => !product || laterRates([text])[0]?.ratePercent === rateNow
  const rates = laterRates([...copied.filter(isStillValid), ...(product?.laterGstRates ?? [])])
  return rates.findLast(({ from }) => from > orderDay && from <= supplyDay)?.ratePercent
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
