import { createRandom, type Random } from '@nashta/contracts/catalogue/random.fixture'
import { STATES_BY_NAME } from '@nashta/contracts/gst-states'
import { asPaise, type Paise, paiseToRupees } from '@nashta/contracts/money'
import { feeAndDiscounts } from '@nashta/contracts/orders/order-sums'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import type { OfferTerms, PricedOffer } from '@nashta/contracts/pricing/offer'
import { priceOrder, type PricedOrder } from '@nashta/contracts/pricing/price-order'
import { sumOf } from '@nashta/contracts/pricing/sums'
import { subtractAmount, type TaxedAmount } from '@nashta/contracts/pricing/tax'
import { DELIVERY_TAXES } from '@nashta/contracts/shop/seller-kind'
import { expect, it } from 'vitest'
import { aSeller } from '../../bills/bill.fixture.ts'
import { type Bill, type BillContent, type BillLine, draftBill, draftCreditNote } from '../../bills/bill.ts'
import { addBill, emptyMonth, type GstMonth } from '../../returns/gst-month.ts'
import { editOrder } from '../events/edit/edited.ts'
import { grantGoodwill } from '../events/refund/goodwill-granted.ts'
import { requestRefund } from '../events/refund/refund-requested.ts'
import { contentOf } from '../events/rules/edits.ts'
import { anOrder } from './order.fixture.ts'
import type { OrderLine, OrderRecord, RefundRecord } from './purchase-store.ts'
import { toOrderLine } from './purchase.ts'
import { creditedItems, leftOf, netPaid, paidForHandedOver, unitsLeft } from './refunded.ts'
import { unitsToPack } from './to-pack.ts'

const AT = new Date('2026-11-19T06:00:00Z')
const TIME = { at: AT, calendar: {} }
const STATES = STATES_BY_NAME.map(([code]) => code)
const RATES = [0, 5, 18, 40]

/** So many random orders with offers, mixed rates, both kinds of supply, bills and partial refunds. */
export function orderPriceSuite(orders: number) {
  it(`${orders} random orders add up to the paisa, and refunds of every unit give back what was paid`, () => {
    const random = createRandom(45)
    const failures: object[] = []
    const month = emptyMonth()
    const papers: Amounts[] = []
    for (let count = 0; count < orders && failures.length === 0; count += 1) {
      const ordered = randomOrder(random)
      const { seller, buyer, priced, offers } = ordered
      const edited = editSome(orderOf(priced, buyer), ordered, random)
      const { bill, notes, laws } = refundAndBill(edited.order, edited.priced, seller, random)
      addBill(month, bill, null)
      for (const note of notes) addBill(month, note, bill)
      if (seller.kind === 'regular') papers.push(...[bill, ...notes].map(amountsOnly))
      const broken = [...lawsOf(priced, offers), ...edited.laws, ...laws].find(([, isTrue]) => !isTrue)
      if (broken) failures.push({ law: broken[0], count, priced })
    }
    expect(failures).toEqual([])
    expect(lawsOfMonth(month, papers).filter(([, isTrue]) => !isTrue)).toEqual([])
  }, 900_000)
}

function randomOrder(random: Random) {
  const { below, one, chance } = random
  const rates = chance(0.5) ? [5] : RATES
  const lines = Array.from({ length: 1 + below(5) }, (_, index): OrderLine => ({
    productId: `p${index}`,
    name: `Snack ${index}`,
    imageUrl: '',
    category: '',
    quantity: 1 + below(9),
    pricePaise: asPaise(below(chance(0.1) ? 10_000_000 : 60_000)),
    tax: { hsn: one(['2106', '1905']), ratePercent: one(rates), unit: 'PAC' },
  }))
  const offers = Array.from({ length: below(4) }, (_, index) => randomOffer(`o${index}`, lines, random))
  const seller = aSeller({ kind: chance(0.8) ? 'regular' : 'composition' })
  const buyer = { state: '', stateCode: chance(0.5) ? '29' : one(STATES) }
  const fee = below(20_000) / 100
  const terms = chance(0.2) ? [] : [{ fee, ...(chance(0.5) && { freeFrom: below(2000) }), zone: 'South' }]
  const delivery = { terms, tax: one(DELIVERY_TAXES) }
  const priced = priceOrder(lines, offers, delivery, { seller, buyer }, AT)
  return { seller, buyer, offers, priced, delivery }
}

function randomOffer(id: string, lines: readonly OrderLine[], random: Random): PricedOffer {
  const { below, one, chance } = random
  const terms = one<OfferTerms>([
    { kind: 'percentOff', percent: (1 + below(10_000)) / 100, ...(chance(0.5) && { cap: below(300) }) },
    { kind: 'rupeesOff', amount: below(100_000) / 100 },
    { kind: 'freeDelivery', ...(chance(0.3) && { zones: [one(['South', 'North'])] }) },
    { kind: 'buyGet', buy: 1 + below(4), get: 1 + below(3) },
    { kind: 'quantityPrice', from: 2 + below(4), price: below(40_000) / 100 },
  ])
  return {
    id,
    name: id,
    terms,
    combines: chance(0.6),
    ...(id === 'o0' && { code: 'DIWALI' }),
    ...(chance(0.4) && { productIds: lines.filter(() => chance(0.5)).map(({ productId }) => productId) }),
    ...(chance(0.3) && { minSpend: below(1000) }),
  }
}

type Law = [law: string, isTrue: boolean]

function lawsOf(
  { lines, discounts, unused, delivery, totals, tax }: Priced,
  offers: readonly PricedOffer[],
): Law[] {
  const listed = sumOf(lines.map(({ pricePaise, quantity }) => pricePaise * quantity))
  return [
    [
      'the lines and the delivery are the total',
      sumOf(lines.map(({ paidPaise }) => paidPaise)) + delivery.feePaise === totals.totalPaise,
    ],
    ['the goods are their prices', totals.goodsPaise === listed],
    [
      'the rows that pages and mails show are the total',
      sumOfRows({ discounts, delivery, totals }) === totals.totalPaise,
    ],
    [
      'the discounts of the offers are those of the lines',
      sumOf(discounts.map(({ goodsPaise }) => goodsPaise)) === totals.discountPaise,
    ],
    ['no line costs less than nothing', lines.every(({ paidPaise }) => paidPaise >= 0)],
    ['no line costs more than its price', lines.every(({ discountPaise }) => discountPaise >= 0)],
    ['no delivery costs less than nothing', delivery.feePaise >= 0],
    [
      'only offers about delivery make it cheaper',
      discounts.every(
        ({ offer, deliveryPaise }) => deliveryPaise === 0 || offer.terms.kind === 'freeDelivery',
      ),
    ],
    [
      'each offer takes something off, or is listed with its reason',
      discounts.length + unused.length === offers.length,
    ],
    ['an order has at most one code', discounts.filter(({ offer }) => offer.code !== undefined).length <= 1],
    [
      'an offer that may not be combined is alone',
      discounts.length <= 1 || discounts.every(({ offer }) => offer.combines),
    ],
    ['the taxes are parts of the total', tax === null || isSettled(tax, totals.totalPaise)],
  ]
}

/** The goods, the fee before offers, and less what the offers take off. */
function sumOfRows({ discounts, delivery, totals }: Pick<Priced, 'discounts' | 'delivery' | 'totals'>) {
  const rows = feeAndDiscounts({
    shippingFee: paiseToRupees(delivery.feePaise),
    discounts: discounts.map(({ offer: { name }, goodsPaise, deliveryPaise }) => ({
      name,
      amount: paiseToRupees(asPaise(goodsPaise + deliveryPaise)),
      ...(deliveryPaise > 0 && { delivery: paiseToRupees(deliveryPaise) }),
    })),
  })
  return totals.goodsPaise + rows.shippingPaise - sumOf(rows.discounts.map(({ paise }) => paise))
}

function isSettled({ grossPaise, taxablePaise, igstPaise, cgstPaise, sgstPaise }: TaxedAmount, total: Paise) {
  const isWhole = grossPaise === taxablePaise + igstPaise + cgstPaise + sgstPaise
  return isWhole && cgstPaise === sgstPaise && grossPaise === total
}

type Priced = PricedOrder<OrderLine>

function orderOf(
  { lines, delivery, totals }: Priced,
  buyer: { state: string; stateCode: string },
): OrderRecord {
  return anOrder({
    state: 'placed',
    orderStatus: 'CONFIRMED',
    lines: lines.map(toOrderLine),
    totalItems: totals.items,
    shippingFeePaise: delivery.feePaise,
    totalPaise: totals.totalPaise,
    payment: { method: 'card', provider: 'simulator', state: 'paid', paidPaise: totals.totalPaise },
    shippingAddress: { ...homeAddress, ...buyer },
  })
}

/** An operator takes units or lines out of some orders before they are packed. Old lines keep their prices. */
function editSome(
  before: OrderRecord,
  { priced, offers, delivery, seller, buyer }: ReturnType<typeof randomOrder>,
  { below, chance }: Random,
): { order: OrderRecord; priced: Priced; laws: Law[] } {
  const unchanged = { order: before, priced, laws: [] }
  if (!chance(0.4)) return unchanged
  const lines = before.lines.flatMap(({ discountPaise: _discount, ...line }, index) => {
    const quantity = index === 0 ? line.quantity : below(line.quantity + 1)
    return quantity === 0 ? [] : [{ ...line, quantity }]
  })
  const again = priceOrder(lines, offers, delivery, { seller, buyer }, AT)
  // Fewer units may cost more, for example without the offer of a minimum. Such an edit is refused.
  if (again.totals.totalPaise > before.totalPaise) return unchanged
  const content = {
    ...contentOf(before),
    lines: again.lines.map(toOrderLine),
    totalItems: again.totals.items,
    shippingFeePaise: again.delivery.feePaise,
    totalPaise: again.totals.totalPaise,
  }
  const event = { kind: 'edited' as const, key: 'edit', request: 'edit', content }
  const order = editOrder(before, event, TIME).order ?? before
  const backPaise = sumOf(order.refunds.map(({ amountPaise }) => amountPaise))
  return {
    order,
    priced: again,
    laws: [
      ...lawsOf(again, offers),
      ['what an edit saves goes back', backPaise === before.totalPaise - order.totalPaise],
      ['an edited order has been paid as it costs now', netPaid(order) === order.totalPaise],
    ],
  }
}

/** Some units are left out, the rest is billed, some go back with credit notes, and then all that are left. */
function refundAndBill(
  before: OrderRecord,
  { lines }: Priced,
  seller: ReturnType<typeof aSeller>,
  { below, chance }: Random,
): { bill: Bill; notes: Bill[]; laws: Law[] } {
  let order = before
  /** Without the money that went back because of an edit. */
  const refundsNow = () => order.refunds.filter(({ isLate }) => !isLate)
  let keys = 0
  const refund = (wanted: { productId: string; quantity: number }[]) => {
    const items = wanted.filter(({ quantity }) => quantity > 0)
    const lineOf = (id: string) => order.lines.find(({ productId }) => productId === id)
    // Units that cost nothing give nothing back.
    const isWorthless = items.every(({ productId }) => {
      const line = lineOf(productId)
      return !line || leftOf(order, line).paise < 100
    })
    if (items.length === 0 || isWorthless) return null
    keys += 1
    const event = {
      kind: 'refundRequested' as const,
      key: `key:${keys}`,
      items,
      reason: '',
      goods: 'back' as const,
    }
    order = requestRefund(order, event, TIME).order ?? order
    return order.refunds.at(-1) ?? null
  }
  /** An amount for no units, at most half of what is left of the goods. */
  const grantAmount = () => {
    const rest = sumOf(order.lines.map((line) => leftOf(order, line).paise))
    if (rest < 200) return null
    keys += 1
    const amountPaise = asPaise(1 + below(Math.floor(rest / 2)))
    const event = { kind: 'goodwillGranted' as const, key: `key:${keys}`, amountPaise, reason: '' }
    order = grantGoodwill(order, event, TIME).order ?? order
    return order.refunds.at(-1) ?? null
  }
  const someUnits = () =>
    order.lines.map(({ productId }) => ({ productId, quantity: below(unitsLeft(order, productId) + 1) }))

  // At least one unit of the first line stays in the parcel.
  if (chance(0.4)) refund(someUnits().filter(({ productId }) => productId !== 'p0'))
  if (chance(0.3)) grantAmount()
  const supplied = order.lines.map((line) => ({
    ...line,
    quantity: unitsToPack(order, line),
    paidPaise: paidForHandedOver(order, line),
    hsn: line.tax?.hsn ?? '',
    ratePercent: line.tax?.ratePercent ?? 0,
    unit: 'PAC' as const,
  }))
  const content = draftBill(
    {
      purchaseId: order.purchaseId,
      orderedAt: order.purchaseDate,
      lines: supplied,
      shippingFeePaise: order.shippingFeePaise,
      address: order.shippingAddress,
      buyer: { name: '', addressLines: [] },
    },
    seller,
    'byValue',
  )
  const bill = numbered(content, 1)
  const billedPaise = bill.total.grossPaise
  const leftOutPaise = sumOf(refundsNow().map(({ amountPaise }) => amountPaise))
  order = { ...order, orderStatus: 'SHIPPED', deliveryStatus: 'SHIPPED' }
  const notes: Bill[] = []
  const noted: boolean[] = []
  const addNote = (made: RefundRecord | null) => {
    if (!made) return
    const credited = creditedItems(made)
    const note = draftCreditNote(bill, notes, { items: credited, maxPaise: made.amountPaise, reason: '' })
    noted.push(note?.total.grossPaise === made.amountPaise)
    if (note) notes.push(numbered(note, notes.length + 1))
  }
  for (let times = below(3); times > 0; times -= 1) addNote(refund(someUnits()))
  if (chance(0.3)) addNote(grantAmount())
  addNote(refund(order.lines.map(({ productId }) => ({ productId, quantity: unitsLeft(order, productId) }))))

  const goodsPaise = sumOf(lines.map(({ paidPaise }) => paidPaise))
  const backPaise = sumOf(refundsNow().map(({ amountPaise }) => amountPaise))
  // Units below a rupee that were worth no refund of their own.
  const leftPaise = sumOf(order.lines.map((line) => leftOf(order, line).paise))
  const remains = notes.reduce<TaxedAmount>((left, { total }) => subtractAmount(left, total), bill.total)
  const laws: Law[] = [
    ['the bill is what was paid without what was left out', billedPaise === before.totalPaise - leftOutPaise],
    [
      'a unit goes back for what was paid for it, no paisa more or less',
      goodsPaise === backPaise + leftPaise,
    ],
    ['the money that remains is the delivery', netPaid(order) === order.shippingFeePaise + leftPaise],
    ['a credit note is about the refund', noted.every(Boolean)],
    [
      'credit notes leave the delivery on the bill',
      remains.grossPaise === order.shippingFeePaise + leftPaise,
    ],
    ['credit notes are settled', [...notes, bill].every(({ total }) => isSettled(total, total.grossPaise))],
    [
      'discounts on papers are not negative',
      [bill, ...notes].every((paper) => paper.lines.every(({ discountPaise = 1 }) => discountPaise > 0)),
    ],
  ]
  return { bill, notes, laws }
}

/** The law of sums: by bill, by rate, by HSN and by state, credit notes are negative. */
function lawsOfMonth(month: GstMonth, papers: readonly Amounts[]): Law[] {
  const signed = papers.map((paper) => ({ ...paper, sign: paper.kind === 'creditNote' ? -1 : 1 }))
  return AMOUNTS.flatMap((name): Law[] => {
    const byPaper = sumOf(signed.map(({ total, sign }) => total[name] * sign))
    const byLine = sumOf(signed.map(({ lines, sign }) => sumOf(lines.map((line) => line[name])) * sign))
    const byHsn = sumOf([...month.hsn.values()].map((row) => row[name]))
    const listed = sumOf(
      month.listed.map(
        ({ table, rates }) => sumOf(rates.map((rate) => rate[name])) * (NOTES.has(table) ? -1 : 1),
      ),
    )
    const byState = sumOf([...month.b2cs.values(), ...month.nil.values()].map((row) => row[name])) + listed
    const byRate = RATES.map((rate) => {
      const ofLines = signed.flatMap(({ lines, sign }) =>
        lines.flatMap((line) => (line.ratePercent === rate ? [line[name] * sign] : [])),
      )
      const rows = [...month.hsn.values()].filter(({ ratePercent }) => ratePercent === rate)
      return sumOf(ofLines) === sumOf(rows.map((row) => row[name]))
    })
    return [
      [`${name} by bill is ${name} by line`, byPaper === byLine],
      [`${name} by bill is that of the month`, byPaper === month.sums[name]],
      [`${name} by HSN is that of the month`, byHsn === byPaper],
      [`${name} by state is that of the month`, byState === byPaper],
      [`${name} by rate is that of the month`, byRate.every(Boolean)],
    ]
  })
}

const AMOUNTS = ['grossPaise', 'taxablePaise', 'igstPaise', 'cgstPaise', 'sgstPaise'] as const
/** The tables of credit notes show them without a minus. */
const NOTES: ReadonlySet<string> = new Set(['cdnr', 'cdnur'])

/** All that the law of sums needs, so that the papers of 100,000 orders fit into memory. */
type Amounts = Pick<Bill, 'kind' | 'total'> & { lines: (TaxedAmount & { ratePercent: number })[] }

function amountsOnly({ kind, total, lines }: Bill): Amounts {
  return { kind, total, lines: lines.map(amountsOf) }
}

function amountsOf(line: BillLine) {
  const { ratePercent, grossPaise, taxablePaise, igstPaise, cgstPaise, sgstPaise } = line
  return { ratePercent, grossPaise, taxablePaise, igstPaise, cgstPaise, sgstPaise }
}

function numbered(content: BillContent, sequence: number): Bill {
  return {
    ...content,
    of: 'bill',
    sequence,
    number: `INV/2627/${sequence}`,
    issuedAt: '2026-11-19T00:00:00.000Z',
  }
}
