import { expect, it } from 'vitest'
import { aDeskLine } from '../../desk-order.fixture.ts'
import {
  amountOfUnits,
  leavesNothingToPack,
  refundableAmount,
  refundItems,
  refundLines,
} from './refund-values.ts'

/** Prices are in rupees. The tested functions return paise: 170_00 is ₹170. */
const LINES = [
  aDeskLine({ productId: 'chips', name: 'Chips', quantity: 3, refundableAmount: 121.5 }),
  aDeskLine({ productId: 'donut', quantity: 1, refundableAmount: 89 }),
]

it('what can still be refunded is what the Shop API says', () => {
  const lines = [aDeskLine({ quantity: 3, refundable: 1, refundableAmount: 40.5 })]
  expect(refundLines({ lines })).toMatchObject([{ left: { units: 1, paise: 40_50 } }])
  expect(refundableAmount({ money: { paid: 210.5, refunded: 40.5, remains: 170 } })).toBe(170_00)
})

it('a refund of all units to pack leaves nothing to pack, unless they have left the shop', () => {
  const order = { lines: LINES, hasLeftShop: false, orderStatus: 'CONFIRMED' }
  const all = new Map([
    ['chips', 3],
    ['donut', 1],
  ])
  expect(leavesNothingToPack(order, null)).toBe(true)
  expect(leavesNothingToPack(order, all)).toBe(true)
  expect(leavesNothingToPack(order, new Map([['chips', 3]]))).toBe(false)
  expect(leavesNothingToPack({ ...order, hasLeftShop: true }, all)).toBe(false)
})

it('the amount of a refund is the price of its units', () => {
  const lines = refundLines({ lines: LINES })
  expect(amountOfUnits(lines, new Map([['chips', 2]]))).toBe(81_00)
  expect(amountOfUnits(lines, new Map())).toBe(0)
})

it('units of a discounted line have the price that was paid, and the last one takes what rounding leaves', () => {
  const lines = refundLines({ lines: [aDeskLine({ quantity: 3, refundableAmount: 100 })] })
  const amounts = [1, 2, 3].map((count) => amountOfUnits(lines, new Map([['donut', count]])))
  expect(amounts).toEqual([33_33, 66_66, 100_00])
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
