import { ServiceError } from '@nashta/service-kit/service-error'
import { describe, expect, it } from 'vitest'
import { anOrder } from '../order/order.fixture.ts'
import type { OrderEffect, OrderRecord } from '../order/purchase-store.ts'
import { type OrderEvent, settleOrder } from './settle-order.ts'

const AT = new Date('2026-01-01T12:30:00Z')
const TIME = { at: AT, calendar: {} }

const orders = {
  charging: anOrder(),
  pending: anOrder({ state: 'pending' }),
  unconfirmed: anOrder({
    state: 'pending',
    payment: {
      method: 'cod',
      state: 'unconfirmed',
      paidPaise: anOrder().payment.paidPaise,
      expiresAt: AT.toISOString(),
      confirmationCode: 'code-of-mail',
    },
  }),
  confirmed: anOrder({
    state: 'placed',
    orderStatus: 'CONFIRMED',
    transactionId: 'txn_0',
    payment: { ...anOrder().payment, state: 'paid', paidPaise: anOrder().totalPaise },
  }),
  shipped: anOrder({
    state: 'placed',
    orderStatus: 'SHIPPED',
    deliveryStatus: 'SHIPPED',
    payment: { ...anOrder().payment, state: 'due' },
  }),
  delivered: anOrder({
    state: 'placed',
    orderStatus: 'DELIVERED',
    deliveryStatus: 'DELIVERED',
    payment: { ...anOrder().payment, state: 'paid' },
  }),
  cancelled: anOrder({
    state: 'placed',
    orderStatus: 'CANCELLED',
    payment: { ...anOrder().payment, state: 'unpaid' },
  }),
  declined: anOrder({
    state: 'declined',
    refusal: 'No funds',
    payment: { ...anOrder().payment, state: 'unpaid' },
  }),
}

const events = {
  approved: { kind: 'approved', transactionId: 'txn_1', amountPaise: anOrder().totalPaise },
  unknown: { kind: 'unknown' },
  declined: { kind: 'declined', message: 'Card declined' },
  expired: { kind: 'expired' },
  confirm: { kind: 'statusChanged', orderStatus: 'CONFIRMED' },
  'confirm cash': { kind: 'cashConfirmed', code: 'code-of-mail' },
  'confirm cash by a wrong code': { kind: 'cashConfirmed', code: 'guess' },
  'confirm by hand': { kind: 'confirmedByHand', seen: null },
  ship: { kind: 'statusChanged', orderStatus: 'SHIPPED' },
  deliver: { kind: 'statusChanged', orderStatus: 'DELIVERED' },
  cancel: { kind: 'statusChanged', orderStatus: 'CANCELLED' },
  'ship parcel': { kind: 'statusChanged', deliveryStatus: 'SHIPPED' },
} satisfies Record<string, OrderEvent>

type OrderName = keyof typeof orders
type EventName = keyof typeof events
/** `fields` are the changed fields, or null when the order is removed. */
type Expected =
  | { fields: Partial<OrderRecord> | null; effects: string[] }
  | { refused: 'ORDER_NOT_FOUND' | 'ILLEGAL_TRANSITION' | 'NOT_WAITING_FOR_PAYMENT' }

const CONFIRMED = { state: 'placed', orderStatus: 'CONFIRMED', transactionId: 'txn_1' } as const
const CASH_CONFIRMED = { ...CONFIRMED, transactionId: `cod_${anOrder().purchaseId}` }
const CONFIRM_EFFECTS = ['recordSales', 'queueMail confirmed', 'publishPurchase']
const DECLINE_EFFECTS = ['returnStock', 'endKeylessAttempt']
/** The money is refunded, and the order stays as it is. */
const LATE_MONEY = { fields: {}, effects: ['queueMail refund-started'] }
const CANCEL_EFFECTS = [...DECLINE_EFFECTS, 'queueMail cancelled']
/** The items of a pending order have left the cart. */
const CANCEL_PENDING_EFFECTS = ['returnStock', 'restoreCartLines', 'endKeylessAttempt', 'queueMail cancelled']
const CANCELLED = { state: 'placed', orderStatus: 'CANCELLED' } as const
const illegal: Expected = { refused: 'ILLEGAL_TRANSITION' }
const noOrder: Expected = { refused: 'ORDER_NOT_FOUND' }
const notWaiting: Expected = { refused: 'NOT_WAITING_FOR_PAYMENT' }

/**
 * The expected result of each event. Events that are not listed for an order change nothing. Only
 * the order `unconfirmed` is one with cash on delivery.
 */
const table: Record<OrderName, Partial<Record<EventName, Expected>>> = {
  charging: {
    'confirm cash': noOrder,
    'confirm cash by a wrong code': noOrder,
    'confirm by hand': noOrder,
    approved: { fields: CONFIRMED, effects: ['removeCartLines', ...CONFIRM_EFFECTS] },
    unknown: { fields: { state: 'pending' }, effects: ['removeCartLines'] },
    declined: { fields: { state: 'declined', refusal: 'Card declined' }, effects: DECLINE_EFFECTS },
    expired: { fields: null, effects: ['returnStock'] },
    confirm: noOrder,
    ship: noOrder,
    deliver: noOrder,
    cancel: noOrder,
    'ship parcel': noOrder,
  },
  pending: {
    'confirm cash': noOrder,
    'confirm cash by a wrong code': noOrder,
    'confirm by hand': notWaiting,
    approved: { fields: CONFIRMED, effects: CONFIRM_EFFECTS },
    declined: { fields: { ...CANCELLED, refusal: 'Card declined' }, effects: CANCEL_PENDING_EFFECTS },
    expired: {
      fields: { ...CANCELLED, refusal: 'The payment did not go through, and nothing was charged' },
      effects: CANCEL_PENDING_EFFECTS,
    },
    confirm: illegal,
    ship: illegal,
    deliver: illegal,
    cancel: { fields: CANCELLED, effects: CANCEL_PENDING_EFFECTS },
    'ship parcel': illegal,
  },
  unconfirmed: {
    approved: { fields: CONFIRMED, effects: CONFIRM_EFFECTS },
    declined: { fields: { ...CANCELLED, refusal: 'Card declined' }, effects: CANCEL_PENDING_EFFECTS },
    expired: {
      fields: {
        ...CANCELLED,
        refusal: 'The order was not confirmed in time, and was cancelled. There is nothing to pay.',
      },
      effects: CANCEL_PENDING_EFFECTS,
    },
    'confirm cash': { fields: CASH_CONFIRMED, effects: CONFIRM_EFFECTS },
    'confirm cash by a wrong code': noOrder,
    'confirm by hand': { fields: CASH_CONFIRMED, effects: CONFIRM_EFFECTS },
    confirm: illegal,
    ship: illegal,
    deliver: illegal,
    cancel: { fields: CANCELLED, effects: CANCEL_PENDING_EFFECTS },
    'ship parcel': illegal,
  },
  confirmed: {
    'confirm cash': noOrder,
    'confirm cash by a wrong code': noOrder,
    'confirm by hand': notWaiting,
    approved: LATE_MONEY,
    confirm: illegal,
    ship: { fields: { orderStatus: 'SHIPPED' }, effects: ['queueMail shipped', 'pickUnits'] },
    deliver: illegal,
    cancel: { fields: CANCELLED, effects: CANCEL_EFFECTS },
    'ship parcel': { fields: { deliveryStatus: 'SHIPPED' }, effects: ['pickUnits'] },
  },
  shipped: {
    'confirm cash': noOrder,
    'confirm cash by a wrong code': noOrder,
    'confirm by hand': notWaiting,
    approved: LATE_MONEY,
    confirm: illegal,
    ship: illegal,
    deliver: { fields: { orderStatus: 'DELIVERED' }, effects: ['queueMail delivered'] },
    // The goods are on their way, and go back into the stock when an operator says so.
    cancel: { fields: CANCELLED, effects: ['endKeylessAttempt', 'queueMail cancelled'] },
    'ship parcel': illegal,
  },
  delivered: {
    'confirm cash': noOrder,
    'confirm cash by a wrong code': noOrder,
    'confirm by hand': notWaiting,
    approved: LATE_MONEY,
    confirm: illegal,
    ship: illegal,
    deliver: illegal,
    cancel: illegal,
    'ship parcel': illegal,
  },
  cancelled: {
    'confirm cash': noOrder,
    'confirm cash by a wrong code': noOrder,
    'confirm by hand': notWaiting,
    approved: LATE_MONEY,
    confirm: illegal,
    ship: illegal,
    deliver: illegal,
    cancel: illegal,
    'ship parcel': illegal,
  },
  declined: {
    'confirm cash': noOrder,
    'confirm cash by a wrong code': noOrder,
    'confirm by hand': noOrder,
    approved: LATE_MONEY,
    confirm: noOrder,
    ship: noOrder,
    deliver: noOrder,
    cancel: noOrder,
    'ship parcel': noOrder,
  },
}

describe.each(Object.entries(orders))('an order that is %s', (orderName, order) => {
  it.each(Object.entries(events))('changes as the table says on the event: %s', (eventName, event) => {
    const expected = table[orderName as OrderName][eventName as EventName] ?? { fields: {}, effects: [] }
    expect(settleAndDescribe(order, event)).toEqual(
      'refused' in expected
        ? expected
        : {
            order: expected.fields && pickComparedFields({ ...order, ...expected.fields }),
            effects: expected.effects,
          },
    )
  })
})

it.each(['confirmed', 'cancelled', 'declined'] as const)(
  'an order that is %s stays the same object after a repeated or outdated payment event',
  (name) => {
    // The store writes nothing when the order is the same object.
    const repeatedApproval = { ...events.approved, transactionId: orders[name].transactionId }
    for (const event of [repeatedApproval, events.unknown, events.declined, events.expired]) {
      expect(settleOrder(orders[name], event, TIME).order).toBe(orders[name])
    }
  },
)

it('an order that got more time after it was read does not expire', () => {
  const payment = { ...orders.pending.payment, state: 'claimed', expiresAt: '2026-01-03T12:00:00Z' } as const
  const claimed = { ...orders.pending, payment }
  expect(settleOrder(claimed, events.expired, TIME)).toEqual({ order: claimed, effects: [] })
})

it('the purchase of a minor is confirmed, but not sent to the recommendation service', () => {
  const { effects } = settleOrder({ ...orders.pending, isByMinor: true }, events.approved, TIME)
  expect(effects.map(({ kind }) => kind)).toEqual(['recordSales', 'queueMail'])
})

it('an order and its parcel may change status in one event', () => {
  const both = { kind: 'statusChanged', orderStatus: 'SHIPPED', deliveryStatus: 'SHIPPED' } as const
  expect(settleOrder(orders.confirmed, both, TIME)).toMatchObject({
    order: { orderStatus: 'SHIPPED', deliveryStatus: 'SHIPPED' },
    effects: [{ kind: 'queueMail', mail: 'shipped' }, { kind: 'pickUnits' }],
  })
})

it.each([
  ['PROCESSING', 'SHIPPED'],
  ['SHIPPED', 'OUT_FOR_DELIVERY'],
] as const)(
  'an order cannot become DELIVERED by an event that changes its parcel from %s to %s',
  (before, deliveryStatus) => {
    const order = { ...orders.shipped, deliveryStatus: before }
    const change = { kind: 'statusChanged', orderStatus: 'DELIVERED', deliveryStatus } as const
    expect(settleAndDescribe(order, change)).toEqual(illegal)
  },
)

it('the parcel of a delivered order cannot go out for delivery afterwards', () => {
  const order = { ...orders.delivered, deliveryStatus: 'SHIPPED' } as const
  const change = { kind: 'statusChanged', deliveryStatus: 'OUT_FOR_DELIVERY' } as const
  expect(settleAndDescribe(order, change)).toEqual(illegal)
})

it('an order that is shipped while its parcel goes out for delivery has both in its timeline', () => {
  const order = { ...orders.confirmed, deliveryStatus: 'SHIPPED' } as const
  const both = { kind: 'statusChanged', orderStatus: 'SHIPPED', deliveryStatus: 'OUT_FOR_DELIVERY' } as const
  expect(settleOrder(order, both, TIME).order?.timeline.map(({ kind }) => kind)).toEqual([
    'shipped',
    'outForDelivery',
  ])
})

it('an order and its parcel that become DELIVERED in one event are paid in cash', () => {
  const order = { ...orders.shipped, deliveryStatus: 'OUT_FOR_DELIVERY' } as const
  const both = { kind: 'statusChanged', orderStatus: 'DELIVERED', deliveryStatus: 'DELIVERED' } as const
  expect(settleOrder(order, both, TIME)).toMatchObject({
    order: { payment: { state: 'paid' }, timeline: [{ kind: 'delivered' }, { kind: 'paid' }] },
    effects: [{ kind: 'queueMail', mail: 'delivered' }],
  })
})

it.each([
  ['a shopper', false, ['publishPurchase']],
  ['a minor', true, []],
])(
  "a guest's order that %s takes over is published: the order by a minor is not",
  (_who, isByMinor, effects) => {
    const move = { kind: 'movedToAccount', userId: 'asha', isByMinor } as const
    const guests = { ...orders.confirmed, userId: 'guest:1' }
    const moved = settleOrder(guests, move, TIME)
    expect(moved.order).toMatchObject({ userId: 'asha', isByMinor })
    expect(moved.effects.map(nameOf)).toEqual(effects)

    // The payment of a pending order may be confirmed later, by another process.
    const pending = settleOrder({ ...orders.pending, userId: 'guest:1' }, move, TIME).order
    const confirmed = settleOrder(pending ?? orders.pending, events.approved, TIME)
    expect(confirmed.effects.map(nameOf).filter((name) => name === 'publishPurchase')).toEqual(effects)
  },
)

/** Leaves out the fields that the table does not name. */
function pickComparedFields({ state, orderStatus, deliveryStatus, transactionId, refusal }: OrderRecord) {
  return { state, orderStatus, deliveryStatus, transactionId, refusal }
}

/** Returns the compared fields and the names of the effects, or the code of the refusal. */
function settleAndDescribe(order: OrderRecord, event: OrderEvent) {
  try {
    const { order: after, effects } = settleOrder(order, event, TIME)
    return { order: after && pickComparedFields(after), effects: effects.map(nameOf) }
  } catch (error) {
    if (error instanceof ServiceError) return { refused: error.code }
    throw error
  }
}

function nameOf(effect: OrderEffect) {
  return effect.kind === 'queueMail' ? `${effect.kind} ${effect.mail}` : effect.kind
}

it('a refusal names statuses by words', () => {
  const parcel = { kind: 'statusChanged', deliveryStatus: 'OUT_FOR_DELIVERY' } as const
  const both = { ...parcel, orderStatus: 'DELIVERED' } as const
  const refusals = Object.values(orders).flatMap((order) =>
    [...Object.values(events), parcel, both].flatMap((event) => refusalOf(order, event) ?? []),
  )
  expect(refusals).toContain('An order that is confirmed cannot become delivered')
  expect(refusals).toContain('A delivery that is delivered cannot become shipped')
  expect(refusals.filter((text) => /[A-Z]{2}/.test(text.replaceAll('UPI', '')))).toEqual([])
})

function refusalOf(order: OrderRecord, event: OrderEvent) {
  try {
    settleOrder(order, event, TIME)
  } catch (error) {
    return error instanceof ServiceError ? error.message : String(error)
  }
  return undefined
}
