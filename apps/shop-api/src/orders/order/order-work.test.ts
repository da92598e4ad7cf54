import { asPaise } from '@nashta/contracts/money'
import { describe, expect, it } from 'vitest'
import { listActionRules } from '../views/order-actions.ts'
import { orderVersion, workStateOf } from './order-work.ts'
import { aCashOrder, anOrder } from './order.fixture.ts'
import type { OrderRecord, RefundRecord } from './purchase-store.ts'

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
const aPendingOrder = (state: OrderRecord['payment']['state']) =>
  anOrder({ state: 'pending', payment: { ...anOrder().payment, provider: 'upi', state } })

const TWO_BARFIS = [{ productId: 'barfi', quantity: 2 }]
const ONE_BARFI = [{ productId: 'barfi', quantity: 1 }]

describe('the work of an order', () => {
  const failed = aRefund({
    state: 'failed',
    items: TWO_BARFIS,
    goods: { units: TWO_BARFIS, fate: 'lost', isLeftOut: false },
    amountPaise: asPaise(80_000),
  })
  const failedLate = { ...failed, isLate: true }
  /** An order that was paid by card and then shipped. */
  const paid: OrderRecord = {
    ...shipped,
    payment: { ...anOrder().payment, state: 'paid', paidPaise: asPaise(85_000) },
  }
  const other = (fields: Partial<RefundRecord>) => aRefund({ refundId: 'R2', key: 'k2', ...fields })
  const byHand = aRefund({ byHand: true })
  const cases: [name: string, work: string | null, order: OrderRecord][] = [
    ['that is being charged', null, anOrder()],
    ['that was declined', null, anOrder({ state: 'declined' })],
    ['that waits for its payment', 'waiting', aPendingOrder('waiting')],
    ['whose shopper says it is paid', 'confirm', aPendingOrder('claimed')],
    [
      'that has ended, and whose shopper says it is paid',
      'findPayment',
      { ...aPendingOrder('claimed'), state: 'placed', orderStatus: 'CANCELLED' },
    ],
    ['whose payment is unknown', 'problem', aPendingOrder('checking')],
    ['that is confirmed', 'pack', confirmed],
    ['that is being packed', 'pack', { ...confirmed, fulfilment: { packing: { begunAt: at } } }],
    ['that is packed', 'handOver', { ...confirmed, fulfilment: { packing: { begunAt: at, packedAt: at } } }],
    ['that is confirmed, with an open refund by hand', 'pack', { ...confirmed, refunds: [byHand] }],
    [
      'that is packed, with a refund that failed',
      'problem',
      {
        ...paid,
        orderStatus: 'CONFIRMED',
        deliveryStatus: 'PROCESSING',
        fulfilment: { packing: { begunAt: at, packedAt: at } },
        refunds: [failed],
      },
    ],
    [
      'that is confirmed, with the delivery status SHIPPED',
      'onTheWay',
      { ...confirmed, deliveryStatus: 'SHIPPED' },
    ],
    ['that is shipped', 'onTheWay', shipped],
    [
      'that is shipped, with the delivery status DELIVERED',
      'onTheWay',
      { ...shipped, deliveryStatus: 'DELIVERED' },
    ],
    ['that is shipped, with an open refund by hand', 'problem', { ...shipped, refunds: [byHand] }],
    [
      'that is shipped, with a refund that was paid by hand',
      'onTheWay',
      { ...shipped, refunds: [{ ...byHand, state: 'done' }] },
    ],
    ['that is shipped, with a refund that failed', 'problem', { ...paid, refunds: [failed] }],
    [
      'that is shipped, with a failed refund that was tried again',
      'onTheWay',
      { ...paid, refunds: [failed, other({ key: 'retry:R1' })] },
    ],
    [
      'that is shipped, with a failed refund that was tried again and failed again',
      'problem',
      { ...paid, refunds: [failed, { ...failed, refundId: 'R2', key: 'retry:R1' }] },
    ],
    [
      'that is shipped, with a failed refund and another of a part of its units',
      'problem',
      { ...paid, refunds: [failed, other({ items: ONE_BARFI, amountPaise: asPaise(40_000) })] },
    ],
    [
      'that is shipped, with a failed refund and another of the same units',
      'onTheWay',
      { ...paid, refunds: [failed, other({ items: TWO_BARFIS, amountPaise: asPaise(80_000) })] },
    ],
    [
      'that is shipped, with a failed refund and another of all money',
      'onTheWay',
      { ...paid, refunds: [failed, other({ amountPaise: asPaise(85_000) })] },
    ],
    [
      'that is shipped, with two refunds of late money, of which the first failed',
      'problem',
      { ...paid, refunds: [failedLate, other({ isLate: true })] },
    ],
    [
      'that is cancelled, with a failed refund of all money and another of one unit',
      'problem',
      {
        ...paid,
        orderStatus: 'CANCELLED',
        refunds: [
          aRefund({ state: 'failed', amountPaise: asPaise(85_000) }),
          other({ items: ONE_BARFI, amountPaise: asPaise(40_000) }),
        ],
      },
    ],
    ['that is delivered', 'delivered', { ...shipped, orderStatus: 'DELIVERED' }],
    ['that is cancelled', 'cancelled', { ...confirmed, orderStatus: 'CANCELLED' }],
  ]
  it.each(cases)('an order %s has the work %s', (_name, work, order) => {
    expect(workStateOf(order)).toBe(work)
  })
})

it('an action has a reason exactly when it is refused', () => {
  for (const order of [
    confirmed,
    shipped,
    aPendingOrder('waiting'),
    { ...confirmed, orderStatus: 'CANCELLED' } as const,
  ])
    for (const { allowed, reason } of listActionRules(order)) expect(allowed).toBe(reason === undefined)
  const reasons = Object.fromEntries(listActionRules(shipped).map(({ action, reason }) => [action, reason]))
  expect(reasons).toEqual({
    confirm: 'This order is not waiting for a payment',
    revive: 'This order is not waiting for a payment',
    record: 'This order is not waiting for a payment',
    closeClaim: 'The shopper does not say that this order is paid',
    edit: 'An order that has left the shop cannot be edited',
    pack: 'An order that is shipped cannot be packed',
    takeBack: 'Nothing is owed for a change of this order',
    unpack: 'Only an order that is packed, and not handed over, can be unpacked',
    ship: 'The order is shipped already',
    deliver: undefined,
    cancel: undefined,
    refund: 'Nothing was paid for this order yet',
    goods: 'No goods of this order are expected back',
    replace: 'The cash must be received first: settle the delivery',
  })
})

it('the version of an order changes with its packing and refunds, and not with notes and prints', () => {
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
