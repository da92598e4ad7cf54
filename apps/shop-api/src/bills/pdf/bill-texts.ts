import { calendarDay } from '@nashta/contracts/dates'
import { stateName } from '@nashta/contracts/gst-states'
import { asPaise, formatCount, type Paise } from '@nashta/contracts/money'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { stateTaxName } from '@nashta/contracts/pricing/place-of-supply'
import { amountInWords } from '../amount-in-words.ts'
import type { Bill, BillLine } from '../bill.ts'

/**
 * The title that the law asks for. Goods without tax are on a bill of supply, also of a regular seller. Both
 * kinds of goods share a paper of their own kind only for a buyer who is not registered.
 */
export function titleOf({ kind, seller, buyer, lines }: Bill): string {
  if (kind === 'creditNote') return 'Credit Note'
  const taxed = lines.filter(({ ratePercent }) => ratePercent > 0).length
  if (seller.kind !== 'regular' || taxed === 0) return 'Bill of Supply'
  const isInvoice = taxed === lines.length || buyer.gstin !== undefined
  return isInvoice ? 'Tax Invoice' : 'Invoice-cum-Bill of Supply'
}

/** What must stand below the title; empty for most. */
export function noteBelowTitle({ seller }: Bill): string {
  if (seller.isDemo) return 'Made by a demo shop: not a real bill'
  if (seller.kind === 'composition')
    return 'Composition taxable person, not eligible to collect tax on supplies'
  return ''
}

/** Above the lines of a bill of a day. Empty on every other bill and on credit notes. */
export function noteOnDay({ kind, ofDay, purchaseId }: Bill): string {
  if (!ofDay || kind === 'creditNote') return ''
  const all = `the consolidated bill of ${formatCount(ofDay.orders)} small sales of one day`
  return purchaseId === undefined ? `This is ${all}` : `One order's part of ${all}`
}

/** Whether the bill shows taxes. */
export function showsTax({ seller }: Bill): boolean {
  return seller.kind === 'regular'
}

export function sellerLines({ seller }: Bill): string[] {
  const { legalName, tradeName, address, state, gstin, fssai, phone, email } = seller
  return [
    ...(tradeName === legalName ? [] : [legalName]),
    address,
    `State: ${placeName(state)}`,
    ...(gstin === undefined ? [] : [`GSTIN: ${gstin}`]),
    `FSSAI: ${fssai}`,
    `${phone}, ${email}`,
  ]
}

export function buyerLines({ buyer, placeOfSupply }: Bill): string[] {
  const { name, addressLines, gstin } = buyer
  return [
    ...(name === '' ? [] : [name]),
    ...addressLines,
    `State: ${placeName(placeOfSupply)}`,
    ...(gstin === undefined ? [] : [`GSTIN: ${gstin}`]),
  ]
}

/** The facts about the paper itself, each with its label. */
export function factsOf(bill: Bill): [label: string, text: string][] {
  const { number, issuedAt, orderedAt, placeOfSupply, corrects, purchaseId } = bill
  const order: [string, string][] =
    purchaseId === undefined
      ? []
      : [['Order', `${orderNumber(purchaseId)} of ${shortDate(orderedAt ?? issuedAt)}`]]
  return [
    ['Number', number],
    ['Date', shortDate(issuedAt)],
    ...order,
    ...(corrects
      ? [['For the bill', `${corrects.number} of ${shortDate(corrects.issuedAt)}`] as [string, string]]
      : []),
    ['Place of supply', placeName(placeOfSupply)],
    ['Reverse charge', 'No'],
  ]
}

/** The lines below the total. */
export function closingLines(bill: Bill): string[] {
  const { total, corrects, offers } = bill
  return [
    amountInWords(total.grossPaise),
    ...(offers ? [`Offers: ${offers.join(', ')}`] : []),
    ...(corrects && corrects.reason !== '' ? [`Reason: ${corrects.reason}`] : []),
    'Computer generated, needs no signature.',
  ]
}

function halfRate({ ratePercent }: BillLine) {
  return `${ratePercent / 2}%`
}

/** The names of the taxes on the bill, the rate that each takes of a line, and its amount. */
export function taxesOf(
  bill: Bill,
): { name: string; rate: (line: BillLine) => string; amount: (line: Taxes) => Paise }[] {
  if (!showsTax(bill)) return []
  if (bill.supply === 'inter')
    return [{ name: 'IGST', rate: (line) => `${line.ratePercent}%`, amount: (line) => line.igstPaise }]
  return [
    { name: 'CGST', rate: halfRate, amount: (line) => line.cgstPaise },
    { name: stateTaxName(bill.placeOfSupply), rate: halfRate, amount: (line) => line.sgstPaise },
  ]
}

type Taxes = Pick<BillLine, 'igstPaise' | 'cgstPaise' | 'sgstPaise'>

/** 1,23,456.70: bills always have two decimals. */
export function amountText(paise: number): string {
  return `${formatCount(Math.floor(paise / 100))}.${String(paise % 100).padStart(2, '0')}`
}

export function quantityText({ units }: BillLine): string {
  return units ? `${units.quantity} ${units.unit}` : ''
}

/** The price of one unit before any discount, tax included. */
export function priceText({ units, grossPaise, discountPaise = asPaise(0) }: BillLine): string {
  return units ? amountText(Math.round((grossPaise + discountPaise) / units.quantity)) : ''
}

/** On the bill of a day, each line names its order. */
export function orderText({ ofDay, purchaseId }: Bill, line: BillLine): string {
  return ofDay && purchaseId === undefined && line.purchaseId ? `order ${orderNumber(line.purchaseId)}` : ''
}

/** What offers have taken off the line; empty for nothing. */
export function discountText({ discountPaise }: BillLine): string {
  return discountPaise === undefined ? '' : `less discount ${amountText(discountPaise)}`
}

function placeName(code: string) {
  return `${stateName(code)} (${code})`
}

/** 19-11-2026, in Indian time. */
function shortDate(instant: string) {
  return calendarDay(new Date(instant)).split('-').toReversed().join('-')
}
