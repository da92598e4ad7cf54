import { calendarDay } from '@nashta/contracts/dates'
import { laterRates } from '@nashta/contracts/gst-rates'
import { discountLabel } from '@nashta/contracts/orders/order-sums'
import { billTermsOf, sellerKindOf } from '@nashta/contracts/shop/seller-kind'
import type { Shop } from '@nashta/contracts/shop/shop'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { BillStore } from '../../bills/bill-store.ts'
import {
  type Bill,
  type BillBuyer,
  type BillContent,
  draftBill,
  draftCreditNote,
  type Seller,
  type SuppliedLine,
} from '../../bills/bill.ts'
import type { ProductStore } from '../../catalogue/product-store.ts'
import type { ShopStore } from '../../shop/shop-store.ts'
import { readShopTime } from '../../shop/shop-time.ts'
import { settleOrder } from '../events/settle-order.ts'
import { BILL, nextPaper, type OwedPaper } from '../order/billing.ts'
import type { OrderLine, OrderRecord, PurchaseStore } from '../order/purchase-store.ts'
import { taxOf } from '../order/purchase.ts'
import { creditedItems, paidForUnits } from '../order/refunded.ts'
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
 * next call finds the number again. Returns the order as it then is; null if there is none.
 */
export async function issuePapers(deps: BillDeps, purchaseId: string): Promise<OrderRecord | null> {
  for (;;) {
    const order = await deps.purchases.find(purchaseId)
    const paper = order && nextPaper(order)
    if (!paper) return order
    const number = (await issueOne(deps, order, paper))?.number ?? ''
    const time = await readShopTime(deps)
    await deps.purchases.update(purchaseId, (stored) =>
      settleOrder(stored, { kind: 'billIssued', of: paper.of, number }, time),
    )
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

async function issueOne(deps: BillDeps, order: OrderRecord, { of, refund }: OwedPaper): Promise<Bill | null> {
  const { bills } = deps
  const shop = await deps.shop.read()
  const { invoicePrefix, creditNotePrefix, months } = billTermsOf(shop)
  const { purchaseId } = order
  const issue = (content: BillContent, prefix: string) =>
    bills.issue({ purchaseId, reason: of, content, prefix, months })
  if (of === BILL) return issue(await billContent(deps, order, shop), invoicePrefix)
  const [bill, ...notes] = await bills.listOf(purchaseId)
  // The time for which the law wants the bill is over.
  if (!bill || bill.kind !== 'invoice') return null
  // The process may have died after it gave the number.
  const credited = refund ? creditedItems(refund) : []
  const items = credited.length > 0 ? { items: credited } : {}
  const earlier = await bills.find(purchaseId, of)
  if (earlier) return earlier
  const maxPaise = refund ? refund.amountPaise : Infinity
  const reason = refund ? refund.reason : 'The order was cancelled'
  const note = draftCreditNote(bill, notes, { ...items, maxPaise, reason })
  return note && issue(note, creditNotePrefix)
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
 * also one that was announced after the order. A seller who charges no tax needs none of them.
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
  const changed = laterRates(product?.laterGstRates ?? laterGstRates).findLast(
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
