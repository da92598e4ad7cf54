import { createRandom, type Random } from '@nashta/contracts/catalogue/random.fixture'
import { STATES_BY_NAME } from '@nashta/contracts/gst-states'
import { asPaise } from '@nashta/contracts/money'
import { addAmounts, subtractAmount, type TaxedAmount } from '@nashta/contracts/pricing/tax'
import { SELLER_KINDS } from '@nashta/contracts/shop/seller-kind'
import { expect, it } from 'vitest'
import { aSeller, aSupply, numbered, suppliedLine } from './bill.fixture.ts'
import {
  type Bill,
  type BillContent,
  draftBill,
  draftCreditNote,
  type SuppliedLine,
  type Supply,
} from './bill.ts'

const RATES = [0, 5, 18, 40]
const HSN_CODES = ['2106', '1905', '1806', '2202']

/** So many random bills, with partial refunds until nothing is left. */
export function billLawsSuite(orders: number) {
  it(`the parts of ${orders} random orders add up to the paisa, and refunds of everything give back all`, () => {
    const random = createRandom(44)
    const { below, one, chance } = random
    const states = STATES_BY_NAME.map(([code]) => code)
    const failures: object[] = []
    for (let count = 0; count < orders; count += 1) {
      const rates = chance(0.5) ? [5] : RATES
      const lines = Array.from({ length: 1 + below(5) }, (_, index): SuppliedLine =>
        suppliedLine({
          productId: `p${index}`,
          quantity: 1 + below(12),
          pricePaise: asPaise(1 + below(chance(0.1) ? 10_000_000 : 60_000)),
          ratePercent: one(rates),
          hsn: one(HSN_CODES),
        }),
      )
      const supply: Supply = aSupply({
        lines,
        shippingFeePaise: asPaise(chance(0.5) ? 0 : below(20_000)),
        address: { state: '', stateCode: chance(0.5) ? '29' : one(states) },
      })
      const kind = chance(0.8) ? 'regular' : one(SELLER_KINDS)
      const content = draftBill(supply, aSeller({ kind }), chance(0.7) ? 'byValue' : 'highestRate')
      const bill = numbered(content)
      const paid = lines.reduce<number>(
        (sum, { pricePaise, quantity }) => sum + pricePaise * quantity,
        supply.shippingFeePaise,
      )
      const notes = refundAll(bill, random)
      // The million comparisons would take minutes with `expect`.
      const failed = [
        bill.total.grossPaise === paid,
        bill.lines.every(isSettled),
        bill.lines.every((line) => (bill.supply === 'inter' ? line.cgstPaise : line.igstPaise) === 0),
        sumsAgree(bill, ({ ratePercent }) => ratePercent),
        sumsAgree(bill, ({ hsn }) => hsn),
        isZero(notes.reduce<TaxedAmount>((rest, { total }) => subtractAmount(rest, total), bill.total)),
        notes.every(({ lines: noted }) => noted.every(isSettled)),
        draftCreditNote(bill, notes, { maxPaise: Infinity, reason: 'Nothing is left' }) === null,
      ].indexOf(false)
      if (failed >= 0) failures.push({ failed, supply, bill, notes })
    }
    expect(failures.slice(0, 1)).toEqual([])
  }, 900_000)
}

const amountsOf = ({
  grossPaise,
  taxablePaise,
  igstPaise,
  cgstPaise,
  sgstPaise,
}: TaxedAmount): TaxedAmount => ({
  grossPaise,
  taxablePaise,
  igstPaise,
  cgstPaise,
  sgstPaise,
})
/** Refunds some units, sometimes an amount, and then all that is left. */
function refundAll(bill: Bill, { below, chance }: Random) {
  const notes: Bill[] = []
  const add = (note: BillContent | null) => note && notes.push(numbered(note, notes.length + 1))
  for (const line of bill.lines) {
    const { productId = '', units } = line
    if (!units || chance(0.4)) continue
    const items = [{ productId, quantity: 1 + below(units.quantity) }]
    add(draftCreditNote(bill, notes, { items, maxPaise: Infinity, reason: '' }))
  }
  if (chance(0.3))
    add(draftCreditNote(bill, notes, { maxPaise: below(bill.total.grossPaise + 2), reason: '' }))
  add(draftCreditNote(bill, notes, { maxPaise: Infinity, reason: '' }))
  return notes
}

function isSettled({ grossPaise, taxablePaise, igstPaise, cgstPaise, sgstPaise }: TaxedAmount) {
  const isSum = grossPaise === taxablePaise + igstPaise + cgstPaise + sgstPaise
  return (
    isSum &&
    cgstPaise === sgstPaise &&
    [grossPaise, taxablePaise, igstPaise, cgstPaise].every((each) => each >= 0)
  )
}

/** Whether the sums of the groups add up to the bill's total. */
function sumsAgree({ lines, total }: BillContent, keyOf: (line: BillContent['lines'][number]) => unknown) {
  const groups = [...Map.groupBy(lines, keyOf).values()].map((group) => addAmounts(group))
  return JSON.stringify(addAmounts(groups)) === JSON.stringify(amountsOf(total))
}

function isZero(amount: TaxedAmount) {
  return Object.values(amountsOf(amount)).every((each) => each === 0)
}
