import { asPaise, type Paise } from '@nashta/contracts/money'
import { placeOfSupply, supplyKindOf } from '@nashta/contracts/pricing/place-of-supply'
import { divideDelivery, settleTax } from '@nashta/contracts/pricing/price-order'
import { listPrice, priceOfUnits } from '@nashta/contracts/pricing/sums'
import {
  addAmounts,
  divideByWeight,
  partOf,
  subtractAmount,
  type SupplyKind,
  type TaxedAmount,
} from '@nashta/contracts/pricing/tax'
import type { DeliveryTax, SellerKind } from '@nashta/contracts/shop/seller-kind'

/** The unit in which a product is counted on a bill: single pieces, or packs. */
export type SupplyUnit = 'NOS' | 'PAC'

/** Goods, or a part of the delivery fee, which is taxed as the goods that it brings. */
export type BillLine = TaxedAmount & {
  description: string
  /** Empty on the bill of a seller who is not registered, if the product has none. */
  hsn: string
  ratePercent: number
  /** Absent for delivery, and for a part of a price that goes back. */
  units?: { quantity: number; unit: SupplyUnit }
  /** What offers have taken off the price of the units. Absent if they took nothing. */
  discountPaise?: Paise
  /** Absent for delivery. */
  productId?: string
  /** The order, on the bill of a day and on its credit notes. */
  purchaseId?: string
}

export type Seller = {
  kind: SellerKind
  legalName: string
  tradeName: string
  address: string
  /** A GST code. */
  state: string
  gstin?: string
  fssai: string
  phone: string
  email: string
  isDemo: boolean
}

export type BillBuyer = {
  name: string
  addressLines: readonly string[]
  gstin?: string
}

/** What a bill and its credit notes have in common. None of it changes after the number was given. */
export type BillContent = {
  kind: 'invoice' | 'creditNote'
  /** Absent for the bill of a day, as is `orderedAt`. */
  purchaseId?: string
  orderedAt?: string
  /** Small sales to private buyers in one state, which share a bill. Also on the part of one order. */
  ofDay?: { day: string; orders: number }
  seller: Seller
  buyer: BillBuyer
  /** The GST code of the state of delivery. */
  placeOfSupply: string
  supply: SupplyKind
  lines: readonly BillLine[]
  total: TaxedAmount
  /** The names of the offers that have made the order cheaper. Absent without one. */
  offers?: readonly string[]
  /** Only of a credit note: the bill that it corrects, and why. */
  corrects?: { number: string; issuedAt: string; reason: string }
}

/**
 * What a bill or credit note of an order is for: `bill`, the id of a refund, or `cancelled`. An order has
 * at most one for each.
 */
export type BillReason = string
export const BILL_REASON: BillReason = 'bill'

export type Bill = BillContent & {
  of: BillReason
  number: string
  /** The number without its series. */
  sequence: number
  issuedAt: string
}

/** A line of an order, as it is handed over. */
export type SuppliedLine = {
  productId: string
  name: string
  quantity: number
  /** Of one unit, before any discount. */
  pricePaise: Paise
  /** What was paid for all of them. */
  paidPaise: Paise
  hsn: string
  ratePercent: number
  unit: SupplyUnit
}

export type Supply = {
  purchaseId: string
  orderedAt: string
  lines: readonly SuppliedLine[]
  shippingFeePaise: Paise
  offers?: readonly string[]
  address: { state: string; stateCode?: string | undefined }
  buyer: BillBuyer
}

/** The bill of goods that are handed over. Each amount is settled here, once for each line. */
export function draftBill(supply: Supply, seller: Seller, deliveryTax: DeliveryTax): BillContent {
  const place = placeOfSupply(supply.address, seller.state)
  const settle = (gross: Paise, ratePercent: number) =>
    settleTax(gross, ratePercent, { seller, buyer: supply.address })
  const goods = supply.lines
    .filter(({ quantity }) => quantity > 0)
    .map((line): BillLine => {
      const { productId, name, quantity, paidPaise, hsn, ratePercent, unit } = line
      const units = { quantity, unit }
      const discount = discountOf(listPrice(line), paidPaise)
      const facts = { productId, description: name, hsn, ratePercent, units, ...discount }
      return Object.assign(facts, settle(paidPaise, ratePercent))
    })
  const delivery = divideDelivery(goods, supply.shippingFeePaise, deliveryTax).map((part): BillLine => {
    const { ratePercent, grossPaise } = part
    // Its HSN code is that of the goods with the highest value.
    const [principal] = part.goods.toSorted((one, other) => other.grossPaise - one.grossPaise)
    const facts = { description: 'Delivery', hsn: principal?.hsn ?? '', ratePercent }
    return Object.assign(facts, settle(grossPaise, ratePercent))
  })
  const lines = [...goods, ...delivery]
  return {
    kind: 'invoice',
    purchaseId: supply.purchaseId,
    orderedAt: supply.orderedAt,
    seller,
    buyer: supply.buyer,
    placeOfSupply: place,
    supply: supplyKindOf(place, seller.state),
    lines,
    total: addAmounts(lines),
    ...(supply.offers && { offers: supply.offers }),
  }
}

function discountOf(listed: Paise, paid: Paise): Pick<BillLine, 'discountPaise'> {
  return listed > paid ? { discountPaise: asPaise(listed - paid) } : {}
}

/** From this amount on, the law wants the name and the address of every buyer on the bill. */
const NAME_NEEDED_PAISE = 50_000_00

/** Whether the law wants the name and the address of the buyer on the bill. */
export function mustNameBuyer({ buyer, total }: Bill): boolean {
  return buyer.gstin !== undefined || total.grossPaise >= NAME_NEEDED_PAISE
}

/** The bill for the holder of an order's link, who sees neither name nor street, as on the order's page. */
export function withoutPerson(bill: Bill): Bill {
  const { buyer, corrects } = bill
  return {
    ...bill,
    buyer: { name: '', addressLines: buyer.addressLines.slice(-1) },
    // A reason is free text, so it may name a person.
    ...(corrects && { corrects: { ...corrects, reason: '' } }),
  }
}

/** Units of a product. Without an amount, they go back at their part of what is left of the line. */
export type CreditedItem = { productId: string; quantity: number; paise?: Paise }

/** What goes back to the buyer: units at what was paid for them, or an amount of money for no units in particular. */
export type Credit = {
  /** Absent for a refund that names no units. */
  items?: readonly CreditedItem[]
  /** At most so much. Infinity for all that is left. */
  maxPaise: number
  reason: string
}

/**
 * The credit note about a part of a bill; null when earlier notes have left nothing. All notes of a bill
 * together never exceed it, and those about all its units are exactly the bill.
 */
export function draftCreditNote(bill: Bill, earlier: readonly Bill[], credit: Credit): BillContent | null {
  const left = bill.lines.map((line) => remainderOf(line, earlier))
  const ofItems = left.map((line) => amountOfItems(line, credit.items ?? []))
  // A payment that is not given back leaves less money than the items are worth.
  const isLess = ofItems.reduce((sum, paise) => sum + paise, 0) > credit.maxPaise
  const itemsPaid = isLess ? divideByWeight(asPaise(credit.maxPaise), ofItems) : ofItems
  const wanted = credit.items ? itemsPaid : spread(left, credit.maxPaise)
  const lines = left.flatMap((line, index): BillLine[] => {
    const gross = asPaise(Math.min(wanted[index] ?? 0, line.grossPaise))
    if (gross <= 0) return []
    const { units: _units, discountPaise: _discount, ...fields } = line
    const isWhole = gross === line.grossPaise
    const counted = credit.items?.find(({ productId }) => productId === line.productId)
    const unitsLeft = line.units?.quantity ?? 0
    const quantity = isWhole ? unitsLeft : Math.min(counted?.quantity ?? 0, unitsLeft)
    const units = line.units && quantity > 0 ? { units: { unit: line.units.unit, quantity } } : {}
    const discount = isLess ? {} : discountOfUnits(bill, line, quantity, gross)
    return [{ ...fields, ...units, ...discount, ...partOf(fields, gross) }]
  })
  if (lines.length === 0) return null
  const { kind: _kind, of: _of, number, issuedAt, sequence: _sequence, ...content } = bill
  return {
    ...content,
    kind: 'creditNote',
    lines,
    total: addAmounts(lines),
    corrects: { number, issuedAt, reason: credit.reason },
  }
}

/** What offers had taken off the price of units that go back. */
function discountOfUnits({ lines }: Bill, line: BillLine, quantity: number, gross: Paise) {
  const billed = lines.find((each) => isSameLine(each, line))
  if (!billed?.units || billed.discountPaise === undefined) return {}
  const unitPrice = (billed.grossPaise + billed.discountPaise) / billed.units.quantity
  return discountOf(asPaise(unitPrice * quantity), gross)
}

/** A line of the bill without what earlier credit notes have taken off it. */
function remainderOf(line: BillLine, notes: readonly Bill[]): BillLine {
  const credited = notes.flatMap(({ lines }) => lines.filter((each) => isSameLine(each, line)))
  const amounts = credited.reduce<TaxedAmount>(subtractAmount, line)
  if (!line.units) return { ...line, ...amounts }
  const back = credited.reduce((sum, { units }) => sum + (units?.quantity ?? 0), 0)
  return { ...line, ...amounts, units: { ...line.units, quantity: line.units.quantity - back } }
}

/** A product has one line of a bill, and delivery has one for each rate. */
function isSameLine(one: BillLine, other: BillLine) {
  return one.productId === other.productId && one.ratePercent === other.ratePercent
}

function amountOfItems({ productId, grossPaise, units }: BillLine, items: readonly CreditedItem[]): number {
  const item = items.find((each) => each.productId === productId)
  if (!item || !units) return 0
  return item.paise ?? priceOfUnits({ paise: grossPaise, units: units.quantity }, item.quantity)
}

function spread(left: readonly BillLine[], maxPaise: number): number[] {
  const whole = left.map(({ grossPaise }) => grossPaise)
  const sum = whole.reduce((all, each) => all + each, 0)
  return maxPaise >= sum ? whole : divideByWeight(asPaise(maxPaise), whole)
}
