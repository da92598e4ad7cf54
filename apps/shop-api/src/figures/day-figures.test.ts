import { createRandom } from '@nashta/contracts/catalogue/random.fixture'
import { asPaise } from '@nashta/contracts/money'
import { expect, it } from 'vitest'
import { anOrder } from '../orders/order/order.fixture.ts'
import type { OrderRecord, RefundRecord } from '../orders/order/purchase-store.ts'
import { addFigures, figuresOf, fromStored, noFigures, toStored } from './day-figures.ts'

function aRefund(amountPaise: number, fields: Partial<RefundRecord> = {}): RefundRecord {
  return {
    refundId: 'R1',
    key: 'key:1',
    state: 'done',
    amountPaise: asPaise(amountPaise),
    reason: 'Late',
    transactionId: 'T1',
    byHand: false,
    isLate: false,
    reference: '',
    requestedAt: '2026-01-02T12:00:00.000Z',
    updatedAt: '2026-01-02T12:00:00.000Z',
    ...fields,
  }
}

/** Two barfis of ₹400 each, with a delivery fee, delivered. */
function aDeliveredOrder(refunds: readonly RefundRecord[] = [], feePaise = 5000): OrderRecord {
  const totalPaise = asPaise(80_000 + feePaise)
  return anOrder({
    state: 'placed',
    orderStatus: 'DELIVERED',
    deliveryStatus: 'DELIVERED',
    shippingFeePaise: asPaise(feePaise),
    totalPaise,
    payment: { method: 'card', provider: 'simulator', state: 'paid', paidPaise: totalPaise },
    refunds,
  })
}

it.each([
  ['nothing', 0, 80_000, 5000],
  ['a part of the delivery', 3000, 80_000, 2000],
  ['more than the delivery', 25_000, 60_000, 0],
  ['everything', 85_000, 0, 0],
])(
  'when %s went back without naming units, goods and delivery are the revenue',
  (_what, back, goods, fee) => {
    const figures = figuresOf(aDeliveredOrder(back > 0 ? [aRefund(back)] : []), true)
    expect(figures).toMatchObject({ revenuePaise: 85_000 - back, refundedPaise: back, deliveryPaise: fee })
    expect([...(figures?.products.values() ?? [])]).toMatchObject([{ revenuePaise: goods }])
  },
)

it('goods and delivery are the revenue for any refund', () => {
  const { below, chance } = createRandom(44)
  for (let count = 0; count < 2000; count += 1) {
    const refunds = Array.from({ length: below(4) }, (_, index) => {
      const part = { refundId: `R${index}`, key: `key:${index}` }
      if (chance(0.5)) return aRefund(below(20_000), part)
      const items = [{ productId: 'barfi', quantity: 1 }]
      return aRefund(40_000, { ...part, items, shares: [{ productId: 'barfi', paise: asPaise(40_000) }] })
    }).slice(0, 2)
    const order = aDeliveredOrder(refunds, below(9000))
    const figures = figuresOf(order, false)
    if (!figures) throw new Error('A delivered order counts')
    const goods = [...figures.products.values()].reduce((sum, { revenuePaise }) => sum + revenuePaise, 0)
    expect(goods + figures.deliveryPaise).toBe(figures.revenuePaise)
  }
})

it('figures are the same after they were stored, and a very long day keeps its best products', () => {
  const day = noFigures()
  for (let count = 0; count < 2500; count += 1) {
    const [line] = anOrder().lines
    if (!line) throw new Error('There is no line')
    const order = aDeliveredOrder()
    const added = figuresOf({ ...order, lines: [{ ...line, productId: `p${count}` }] }, true)
    if (added) addFigures(day, added)
  }
  const stored = fromStored(JSON.parse(JSON.stringify(toStored(day))))
  expect(stored.products.size).toBe(2001)
  expect(stored.products.get('')).toMatchObject({ name: 'Other products', revenuePaise: 500 * 80_000 })
  expect(JSON.stringify(toStored(day)).length).toBeLessThan(300_000)
  expect({ ...stored, products: null }).toEqual({ ...day, products: null })
})
