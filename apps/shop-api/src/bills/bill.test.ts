import { asPaise } from '@nashta/contracts/money'
import { expect, it } from 'vitest'
import { billLawsSuite } from './bill-laws.suite.ts'
import { aSeller, aSupply, numbered, suppliedLine } from './bill.fixture.ts'
import { type Bill, draftBill, draftCreditNote } from './bill.ts'

it('delivery is taxed as the goods: divided by their value over the rates, or all at the highest rate', () => {
  const supply = aSupply({
    lines: [
      suppliedLine({ productId: 'cola', pricePaise: asPaise(4900), ratePercent: 40, hsn: '2202' }),
      suppliedLine({ productId: 'chips', pricePaise: asPaise(8900), ratePercent: 5, hsn: '2005' }),
    ],
    shippingFeePaise: asPaise(5000),
  })
  const byValue = draftBill(supply, aSeller(), 'byValue').lines.filter(({ units }) => !units)
  expect(byValue).toMatchObject([
    { description: 'Delivery', hsn: '2202', ratePercent: 40, grossPaise: 1775 },
    { description: 'Delivery', hsn: '2005', ratePercent: 5, grossPaise: 3225 },
  ])
  const highest = draftBill(supply, aSeller(), 'highestRate').lines.filter(({ units }) => !units)
  expect(highest).toMatchObject([{ hsn: '2202', ratePercent: 40, grossPaise: 5000 }])
})

it.each(['composition', 'unregistered'] as const)('a seller of the kind %s shows no tax', (kind) => {
  const bill = draftBill(aSupply(), aSeller({ kind }), 'byValue')
  expect(bill.total).toMatchObject({ igstPaise: 0, cgstPaise: 0, sgstPaise: 0 })
  expect(bill.total.taxablePaise).toBe(bill.total.grossPaise)
})

it('a unit that goes back takes its part of the tax with it, and the last one takes the rest', () => {
  const line = suppliedLine({ quantity: 3, pricePaise: asPaise(4900) })
  const bill = numbered(draftBill(aSupply({ lines: [line] }), aSeller(), 'byValue'))
  expect(bill.total).toMatchObject({ grossPaise: 14_700, cgstPaise: 350, taxablePaise: 14_000 })
  const notes: Bill[] = []
  for (const sequence of [1, 2, 3]) {
    const items = [{ productId: line.productId, quantity: 1 }]
    const note = draftCreditNote(bill, notes, { items, maxPaise: Infinity, reason: 'Stale' })
    if (note) notes.push(numbered(note, sequence))
  }
  expect(notes.map(({ total }) => [total.grossPaise, total.cgstPaise])).toEqual([
    [4900, 117],
    [4900, 117],
    [4900, 116],
  ])
  expect(draftCreditNote(bill, notes, { maxPaise: Infinity, reason: 'Again' })).toBeNull()
})

it('units of which only a part is paid back are divided by value, and counted once', () => {
  const lines = [
    suppliedLine({ productId: 'a', quantity: 2, pricePaise: asPaise(10_000) }),
    suppliedLine({ productId: 'b', pricePaise: asPaise(60_000) }),
  ]
  const bill = numbered(draftBill(aSupply({ lines }), aSeller(), 'byValue'))
  const items = [
    { productId: 'a', quantity: 2, paise: asPaise(20_000) },
    { productId: 'b', quantity: 1, paise: asPaise(60_000) },
  ]
  const part = draftCreditNote(bill, [], { items, maxPaise: 40_000, reason: 'Stale' })
  expect(part?.lines.map(({ grossPaise, units }) => [grossPaise, units?.quantity])).toEqual([
    [10_000, 2],
    [30_000, 1],
  ])
  const notes = part ? [numbered(part)] : []
  const rest = draftCreditNote(bill, notes, { items, maxPaise: Infinity, reason: 'Stale' })
  expect(rest?.lines.map(({ grossPaise, units }) => [grossPaise, units])).toEqual([
    [10_000, undefined],
    [30_000, undefined],
  ])
})

it('an amount that goes back for no units is divided by value, and never exceeds what is left', () => {
  const lines = [
    suppliedLine({ productId: 'a', pricePaise: asPaise(10_000) }),
    suppliedLine({ productId: 'b', pricePaise: asPaise(30_000) }),
  ]
  const bill = numbered(draftBill(aSupply({ lines }), aSeller(), 'byValue'))
  const part = draftCreditNote(bill, [], { maxPaise: 4000, reason: 'Late' })
  expect(part?.lines.map(({ grossPaise }) => grossPaise)).toEqual([1000, 3000])
  expect(part?.lines.every(({ units }) => units === undefined || units.quantity === 1)).toBe(true)
  const rest = draftCreditNote(bill, part ? [numbered(part)] : [], { maxPaise: 99_999, reason: 'Rest' })
  expect(rest?.total.grossPaise).toBe(36_000)
})

billLawsSuite(2000)
