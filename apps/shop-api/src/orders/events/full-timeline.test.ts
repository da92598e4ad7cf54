import { asPaise } from '@nashta/contracts/money'
import { expect, it } from 'vitest'
import { soldAtOf } from '../order/order-state.ts'
import { anOrder } from '../order/order.fixture.ts'
import type { OrderEffect, OrderRecord } from '../order/purchase-store.ts'
import { type OrderEvent, settleOrder } from './settle-order.ts'

const AT = new Date('2026-01-01T12:30:00Z')
const OPERATOR = 'boss@example.in'

/** An order that waits for its UPI payment, whose shopper claims again and again to have paid it. */
function orderWithClaims(count: number): OrderRecord {
  const { payment, purchaseDate } = anOrder()
  const waiting = anOrder({
    state: 'pending',
    payment: { ...payment, method: 'upi', provider: 'upi', state: 'waiting', upiUri: 'upi://pay' },
    timeline: [{ at: purchaseDate, kind: 'placed' }],
  })
  return Array.from({ length: count }, (_, number): OrderEvent => {
    return { kind: 'claimed', claimedReference: String(402911110000 + number), mayExtend: false }
  }).reduce((order, event) => settle(order, event).order, waiting)
}

function settle(before: OrderRecord, event: OrderEvent, by?: string) {
  const { order, effects } = settleOrder(before, event, { at: AT, calendar: {} }, by)
  if (!order) throw new Error('The order was removed')
  return { order, effects }
}

const confirmed = () =>
  settle(
    orderWithClaims(120),
    { kind: 'confirmedByHand', seen: { amountPaise: asPaise(80_000), reference: '402911119999' } },
    OPERATOR,
  ).order

const kindsOf = ({ timeline }: OrderRecord) => timeline.map(({ kind }) => kind)
const kindsOfEffects = (effects: readonly OrderEffect[]) => effects.map(({ kind }) => kind)

it('claims without end leave room for the payment and for every later step, with their operator', () => {
  const packed = settle(confirmed(), { kind: 'packed', by: { id: 'sub', name: OPERATOR } }, OPERATOR).order
  const { order, effects } = settle(packed, { kind: 'cancelledByShop', reason: 'Torn' }, OPERATOR)
  expect(order.timeline).toHaveLength(100)
  expect(kindsOf(order)[0]).toBe('placed')
  const ownSteps = ['paid', 'confirmed', 'packed', 'cancelled', 'refundRequested']
  expect(kindsOf(order).slice(-5)).toEqual(ownSteps)
  expect(order.timeline.filter(({ by }) => by === OPERATOR).map(({ kind }) => kind)).toEqual(ownSteps)
  // The best sellers lose the sale again, because the order knows when it was sold.
  expect(soldAtOf(order)).toEqual(AT)
  expect(kindsOfEffects(effects)).toContain('subtractSales')
})

it('an order with claims without end cannot be shipped with units that were refunded after it was packed', () => {
  const refund: OrderEvent = {
    kind: 'refundRequested',
    key: 'key:1',
    items: [{ productId: 'barfi', quantity: 1 }],
    reason: 'One is broken',
    goods: 'lost',
  }
  const steps: OrderEvent[] = [{ kind: 'packed' }, refund, { kind: 'packed' }, { kind: 'unpacked' }]
  const unpacked = steps.reduce((order, event) => settle(order, event, OPERATOR).order, confirmed())
  expect(unpacked.fulfilment.contentChangedAt).toBe(AT.toISOString())
  expect(() => settle(unpacked, { kind: 'shipped', parcel: { courier: 'Delhivery' } })).toThrow(
    'The order was changed: pack it first',
  )
})
