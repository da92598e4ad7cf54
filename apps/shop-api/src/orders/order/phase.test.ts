import { describe, expect, it } from 'vitest'
import { anOrder } from './order.fixture.ts'
import { type OrderPhase, phaseOf } from './phase.ts'
import type { OrderRecord } from './purchase-store.ts'

const at = '2026-01-01T12:00:00.000Z'
const { payment } = anOrder()

function aPlacedOrder(
  orderStatus: OrderRecord['orderStatus'],
  deliveryStatus: OrderRecord['deliveryStatus'] = 'PROCESSING',
) {
  return anOrder({ state: 'placed', orderStatus, deliveryStatus, payment: { ...payment, state: 'due' } })
}

function aPendingOrder(state: OrderRecord['payment']['state']) {
  return anOrder({ state: 'pending', payment: { ...payment, state } })
}

function anEndedOrder(state: OrderRecord['payment']['state']) {
  return { ...aPlacedOrder('CANCELLED'), payment: { ...payment, state } }
}

const packed = { ...aPlacedOrder('CONFIRMED'), fulfilment: { packing: { begunAt: at, packedAt: at } } }

describe('the phase of an order', () => {
  it.each<[string, OrderRecord, OrderPhase]>([
    ['that is being charged', anOrder(), { name: 'charging' }],
    ['that was declined', anOrder({ state: 'declined' }), { name: 'refused' }],
    ['whose charge has no outcome yet', aPendingOrder('checking'), { name: 'checking' }],
    ['that waits for its payment', aPendingOrder('waiting'), { name: 'waitingForMoney', isClaimed: false }],
    ['whose shopper says it is paid', aPendingOrder('claimed'), { name: 'waitingForMoney', isClaimed: true }],
    ['that the shopper must confirm', aPendingOrder('unconfirmed'), { name: 'waitingForConfirmation' }],
    ['that is confirmed', aPlacedOrder('CONFIRMED'), { name: 'toPack', hasBegun: false }],
    [
      'that is being packed',
      { ...packed, fulfilment: { packing: { begunAt: at } } },
      { name: 'toPack', hasBegun: true },
    ],
    ['that is packed', packed, { name: 'toHandOver' }],
    [
      'that is packed, and whose delivery was set to shipped by hand',
      { ...packed, deliveryStatus: 'SHIPPED' },
      { name: 'onItsWay', isShipped: false, hasArrived: false },
    ],
    [
      'that is shipped',
      aPlacedOrder('SHIPPED', 'SHIPPED'),
      { name: 'onItsWay', isShipped: true, hasArrived: false },
    ],
    [
      'that is shipped, and whose delivery was set to delivered by hand',
      aPlacedOrder('SHIPPED', 'DELIVERED'),
      { name: 'onItsWay', isShipped: true, hasArrived: true },
    ],
    ['that is delivered', aPlacedOrder('DELIVERED', 'DELIVERED'), { name: 'delivered' }],
    ['that ended unpaid', anEndedOrder('unpaid'), { name: 'over', hasLeftShop: false, money: 'known' }],
    [
      'that ended while its payment was claimed',
      anEndedOrder('claimed'),
      { name: 'over', hasLeftShop: false, money: 'claimed' },
    ],
    [
      'that was cancelled while the outcome of its payment was unknown',
      anEndedOrder('checking'),
      { name: 'over', hasLeftShop: false, money: 'checking' },
    ],
    [
      'that was cancelled after it had left the shop',
      aPlacedOrder('CANCELLED', 'SHIPPED'),
      { name: 'over', hasLeftShop: true, money: 'known' },
    ],
  ])('of an order %s', (_name, order, phase) => {
    expect(phaseOf(order)).toEqual(phase)
  })
})
