import { asPaise, type Paise } from '@nashta/contracts/money'
import type { DeliveryTax, SellerKind } from '@nashta/contracts/shop/seller-kind'
import { placeOfSupply, supplyKindOf } from './place-of-supply.ts'
import {
  addAmounts,
  divideByWeight,
  partOf,
  splitTax,
  subtractAmount,
  type SupplyKind,
  type TaxedAmount,
  untaxed,
} from './tax.ts'

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
  /** Absent for delivery. */
  productId?: string
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
  purchaseId: string
  orderedAt: string
  seller: Seller
  buyer: BillBuyer
  /** The GST code of the state of delivery. */
  placeOfSupply: string
  supply: SupplyKind
  lines: readonly BillLine[]
  total: TaxedAmount
  /** Only of a credit note: the bill that it corrects, and why. */
  corrects?: { number: string; issuedAt: string; reason: string }
}

export type Bill = BillContent & {
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
  pricePaise: Paise
  hsn: string
  ratePercent: number
  unit: SupplyUnit
}

export type Supply = {
  purchaseId: string
  orderedAt: string
  lines: readonly SuppliedLine[]
  shippingFeePaise: Paise
  address: { state: string; stateCode?: string | undefined }
  buyer: BillBuyer
}

/** The bill of goods that are handed over. Each amount is settled here, once for each line. */
export function draftBill(supply: Supply, seller: Seller, deliveryTax: DeliveryTax): BillContent {
  const place = placeOfSupply(supply.address, seller.state)
  const supplyKind = supplyKindOf(place, seller.state)
  const settle = (gross: Paise, ratePercent: number) =>
    seller.kind === 'regular' ? splitTax(gross, ratePercent, supplyKind) : untaxed(gross)
  const goods = supply.lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ productId, name, quantity, pricePaise, hsn, ratePercent, unit }): BillLine => {
      const units = { quantity, unit }
      const facts = { productId, description: name, hsn, ratePercent, units }
      return Object.assign(facts, settle(asPaise(pricePaise * quantity), ratePercent))
    })
  const lines = [...goods, ...deliveryLines(goods, supply.shippingFeePaise, deliveryTax, settle)]
  return {
    kind: 'invoice',
    purchaseId: supply.purchaseId,
    orderedAt: supply.orderedAt,
    seller,
    buyer: supply.buyer,
    placeOfSupply: place,
    supply: supplyKind,
    lines,
    total: addAmounts(lines),
  }
}

/**
 * Delivery is a part of the supply of the goods. It has a line for each of their rates, by the value of
 * the goods, or one line at the highest rate. Its HSN code is that of the goods with the highest value.
 */
function deliveryLines(
  goods: readonly BillLine[],
  fee: Paise,
  deliveryTax: DeliveryTax,
  settle: (gross: Paise, ratePercent: number) => TaxedAmount,
): BillLine[] {
  if (fee === 0) return []
  const byRate = [...Map.groupBy(goods, ({ ratePercent }) => ratePercent)].toSorted(([a], [b]) => b - a)
  const charged = deliveryTax === 'highestRate' ? byRate.slice(0, 1) : byRate
  const fees = divideByWeight(
    fee,
    charged.map(([, lines]) => addAmounts(lines).grossPaise),
  )
  return charged.flatMap(([ratePercent, lines], index) => {
    const gross = fees[index] ?? asPaise(0)
    if (gross === 0) return []
    const [principal] = lines.toSorted((one, other) => other.grossPaise - one.grossPaise)
    return [
      { description: 'Delivery', hsn: principal?.hsn ?? '', ratePercent, ...settle(gross, ratePercent) },
    ]
  })
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

/** What goes back to the buyer: units at their price, or an amount of money for no units in particular. */
export type Credit = {
  /** Absent for a refund that names no units. */
  items?: readonly { productId: string; quantity: number }[]
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
  const wanted = credit.items
    ? left.map((line) => priceOfUnits(line, bill, credit.items ?? []))
    : spread(left, credit.maxPaise)
  const lines = left.flatMap((line, index): BillLine[] => {
    const gross = asPaise(Math.min(wanted[index] ?? 0, line.grossPaise))
    if (gross <= 0) return []
    const { units: _units, ...fields } = line
    const isWhole = gross === line.grossPaise
    const counted = credit.items?.find(({ productId }) => productId === line.productId)
    const quantity = isWhole ? line.units?.quantity : counted?.quantity
    const units = line.units && quantity ? { units: { unit: line.units.unit, quantity } } : {}
    return [{ ...fields, ...units, ...partOf(line, gross) }]
  })
  if (lines.length === 0) return null
  const { kind: _kind, number, issuedAt, sequence: _sequence, ...content } = bill
  return {
    ...content,
    kind: 'creditNote',
    lines,
    total: addAmounts(lines),
    corrects: { number, issuedAt, reason: credit.reason },
  }
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

function priceOfUnits(
  left: BillLine,
  { lines }: Bill,
  items: readonly { productId: string; quantity: number }[],
) {
  const item = items.find(({ productId }) => productId === left.productId)
  const billed = lines.find(({ productId }) => productId === item?.productId)
  if (!item || !billed?.units) return 0
  return (billed.grossPaise / billed.units.quantity) * item.quantity
}

function spread(left: readonly BillLine[], maxPaise: number): number[] {
  const whole = left.map(({ grossPaise }) => grossPaise)
  const sum = whole.reduce((all, each) => all + each, 0)
  return maxPaise >= sum ? whole : divideByWeight(asPaise(maxPaise), whole)
}
