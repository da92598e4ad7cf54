import { asPaise } from '@nashta/contracts/money'
import { describe, expect, it } from 'vitest'
import { aCashOrder, anOrder } from '../order.fixture.ts'
import type { OrderRecord, RefundRecord } from '../purchase-store.ts'
import { allowedActions } from './order-actions.ts'
import { orderVersion, workStateOf } from './order-work.ts'

const at = '2026-01-01T12:00:00.000Z'
const aRefund = (fields: Partial<RefundRecord>): RefundRecord => ({
  refundId: 'R1',
  key: 'k1',
  state: 'requested',
  amountPaise: asPaise(100),
  reason: 'Broken',
  transactionId: 'txn_1',
  byHand: false,
  isLate: false,
  reference: '',
  requestedAt: at,
  updatedAt: at,
  ...fields,
})
const confirmed = aCashOrder({ state: 'placed', orderStatus: 'CONFIRMED' })
const shipped: OrderRecord = { ...confirmed, orderStatus: 'SHIPPED', deliveryStatus: 'SHIPPED' }
const pending = (state: OrderRecord['payment']['state']) =>
  anOrder({ state: 'pending', payment: { ...anOrder().payment, provider: 'upi', state } })

describe('the work of an order', () => {
  const failed = aRefund({ state: 'failed' })
  const byHand = aRefund({ byHand: true })
  const cases: [string, OrderRecord, string | null][] = [
    ['that is being charged', anOrder(), null],
    ['that was declined', anOrder({ state: 'declined' }), null],
    ['that waits for its payment', pending('waiting'), 'waiting'],
    ['whose shopper says it is paid', pending('claimed'), 'confirm'],
    ['whose payment is unknown', pending('checking'), 'problem'],
    ['that is confirmed', confirmed, 'pack'],
    ['that is being packed', { ...confirmed, fulfilment: { packing: { begunAt: at } } }, 'pack'],
    ['that is packed', { ...confirmed, fulfilment: { packing: { begunAt: at, packedAt: at } } }, 'handOver'],
    ['to pack with a refund by hand', { ...confirmed, refunds: [byHand] }, 'pack'],
    ['whose parcel left before its status changed', { ...confirmed, deliveryStatus: 'SHIPPED' }, 'onTheWay'],
    ['that is shipped', shipped, 'onTheWay'],
    ['that is shipped, with a refund by hand', { ...shipped, refunds: [byHand] }, 'problem'],
    [
      'with a refund that was paid by hand',
      { ...shipped, refunds: [{ ...byHand, state: 'done' }] },
      'onTheWay',
    ],
    ['with a refund that failed', { ...shipped, refunds: [failed] }, 'problem'],
    ['with a failed refund that was tried again', { ...shipped, refunds: [failed, aRefund({})] }, 'onTheWay'],
    ['that is delivered', { ...shipped, orderStatus: 'DELIVERED' }, 'delivered'],
    ['that is cancelled', { ...confirmed, orderStatus: 'CANCELLED' }, 'cancelled'],
  ]
  it.each(cases)('%s', (_name, order, work) => {
    expect(workStateOf(order)).toBe(work)
  })
})

it('every action that is refused has a reason', () => {
  for (const order of [
    confirmed,
    shipped,
    pending('waiting'),
    { ...confirmed, orderStatus: 'CANCELLED' } as const,
  ])
    for (const { allowed, reason } of allowedActions(order)) expect(allowed).toBe(reason === undefined)
  const reasons = Object.fromEntries(allowedActions(shipped).map(({ action, reason }) => [action, reason]))
  expect(reasons).toEqual({
    confirm: 'This order is not waiting for a payment',
    pack: 'An order that is SHIPPED cannot be packed',
    ship: 'An order that is SHIPPED cannot be shipped',
    deliver: undefined,
    cancel: undefined,
    refund: 'Nothing is left to refund',
  })
})

it('the version of an order changes with its work, and not with notes and prints', () => {
  const noted = {
    ...confirmed,
    notes: [{ key: 'n', at, by: 'boss', text: 'Ring' }],
    fulfilment: { printedAt: at },
  }
  expect(orderVersion(noted)).toBe(orderVersion(confirmed))
  expect(orderVersion({ ...confirmed, fulfilment: { packing: { begunAt: at } } })).not.toBe(
    orderVersion(confirmed),
  )
  expect(orderVersion({ ...confirmed, refunds: [aRefund({})] })).not.toBe(orderVersion(confirmed))
})
