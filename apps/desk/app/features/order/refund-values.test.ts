import { expect, it } from 'vitest'
import { amountOfUnits, refundableAmount, refundItems, refundLines } from './refund-values.ts'

/** Prices are in rupees. The tested functions return paise: 170_00 is ₹170. */
const LINES = [
  { productId: 'chips', name: 'Chips', imageUrl: '', quantity: 3, price: 40.5 },
  { productId: 'donut', name: 'Donut', imageUrl: '', quantity: 1, price: 89 },
]
const TIMES = {
  requestedAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
}
const aRefund = (state: string, amount: number, items?: { productId: string; quantity: number }[]) => ({
  refundId: 'R1',
  state,
  amount,
  reason: 'Broken',
  byHand: false,
  actions: [],
  ...TIMES,
  ...(items && { items }),
})

it('refunded units and amounts cannot be refunded again, those of a failed refund can', () => {
  const refunds = [
    aRefund('done', 40.5, [{ productId: 'chips', quantity: 1 }]),
    aRefund('failed', 89, [{ productId: 'donut', quantity: 1 }]),
  ]
  expect(refundLines({ lines: LINES, refunds }).map(({ left }) => left)).toEqual([2, 1])
  expect(refundableAmount({ lines: LINES, refunds, totalAmount: 210.5 })).toBe(170_00)
})

it('the amount of a refund is the price of its units', () => {
  const lines = refundLines({ lines: LINES })
  expect(amountOfUnits(lines, new Map([['chips', 2]]))).toBe(81_00)
  expect(amountOfUnits(lines, new Map())).toBe(0)
})

it.each([0.333, -1, 4, 1e300])('a refund of %s units of three has no amount', (units) => {
  expect(amountOfUnits(refundLines({ lines: LINES }), new Map([['chips', units]]))).toBeNull()
})

it('a refund request names the chosen units, or none when it refunds all that is left', () => {
  expect(
    refundItems(
      new Map([
        ['chips', 2],
        ['donut', 0],
      ]),
    ),
  ).toEqual([{ productId: 'chips', quantity: 2 }])
  expect(refundItems(null)).toBeUndefined()
})
