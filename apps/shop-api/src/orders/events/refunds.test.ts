import { createRandom } from '@nashta/contracts/catalogue/random.fixture'
import { asPaise } from '@nashta/contracts/money'
import { GOODS_FATES } from '@nashta/contracts/orders/desk/order-calls'
import { readMailEntry } from '@nashta/mail/mail-topic'
import { renderContent } from '@nashta/mail/render-content'
import { ServiceError } from '@nashta/service-kit/service-error'
import { describe, expect, it } from 'vitest'
import { lineOf } from '../../cart/cart.ts'
import { aCashOrder, anOrder, barfi } from '../order/order.fixture.ts'
import type { OrderRecord } from '../order/purchase-store.ts'
import { unitsOf } from '../order/stock.ts'
import { unitsToPack } from '../order/to-pack.ts'
import { orderMailEntry } from '../views/order-mails.ts'
import { confirmCashOrder } from './rules/confirm.ts'
import { type OrderEvent, settleOrder } from './settle-order.ts'

const AT = new Date('2026-01-02T12:00:00Z')
const TIME = { at: AT, calendar: {} }

const paid = anOrder({
  state: 'placed',
  orderStatus: 'CONFIRMED',
  transactionId: 'txn_1',
  taken: [{ productId: 'barfi', quantity: 2 }],
  payment: { ...anOrder().payment, state: 'paid', paidPaise: asPaise(80_000) },
})

/** The order after these events. */
function after(order: OrderRecord, ...events: OrderEvent[]): OrderRecord {
  return events.reduce((stored, event) => settleOrder(stored, event, TIME).order ?? stored, order)
}

const cancel: OrderEvent = { kind: 'cancelledByShopper', reason: 'Changed my mind' }
/** A request to refund one of the two barfis. */
const refundOne = (key: string): Extract<OrderEvent, { kind: 'refundRequested' }> => ({
  kind: 'refundRequested',
  key,
  items: [{ productId: 'barfi', quantity: 1 }],
  reason: 'Broken',
  goods: 'lost',
})

/** An operator has paid the refund R1. */
const payByHand: OrderEvent = {
  kind: 'refundSettledByHand',
  refundId: 'R1',
  result: { kind: 'done', reference: '' },
}

/** The provider refuses the refund. */
const refuse = (refundId: string): OrderEvent => ({
  kind: 'refundSettled',
  refundId,
  result: { kind: 'refused', message: 'No' },
})
const retry = (refundId: string): OrderEvent => ({ kind: 'refundRetried', refundId })

describe('a shopper', () => {
  it.each([
    ['has a shipped parcel', { deliveryStatus: 'SHIPPED' }],
    ['is shipped', { orderStatus: 'SHIPPED' }],
    ['is delivered', { orderStatus: 'DELIVERED' }],
  ] as const)('cannot cancel an order that %s', (_state, fields) => {
    expect(() => after({ ...paid, ...fields }, cancel)).toThrow('can no longer be cancelled')
  })

  it('who cancels an order after a partial refund gets only the rest back', () => {
    const { refunds, taken } = after(paid, refundOne('a'), cancel)
    expect(refunds.map(({ amountPaise }) => amountPaise)).toEqual([40_000, 40_000])
    expect(taken).toEqual([])
  })

  it('who cancels an order after a partial refund is mailed the amount of the rest', () => {
    const cancelled = after(paid, refundOne('a'), cancel)
    const mail = orderMailEntry(cancelled, { mail: 'cancelled' }, 'https://snacks.example')
    const { content } = readMailEntry({ payload: mail?.payload ?? '' }, null)
    expect(renderContent(content).text).toContain('₹400 goes back to you')
  })
})

describe('an order with cash on delivery', () => {
  const { order } = confirmCashOrder(aCashOrder(), TIME)

  it('has nothing to refund until it is delivered', () => {
    expect(after(order, cancel)).toMatchObject({
      orderStatus: 'CANCELLED',
      refunds: [],
      payment: { state: 'unpaid' },
    })
    expect(() => after(order, refundOne('a'))).toThrow('Nothing was paid for this order yet')
  })

  it('is paid when it is delivered, and refunded by hand', () => {
    const delivered = after(
      order,
      { kind: 'statusChanged', orderStatus: 'SHIPPED', deliveryStatus: 'SHIPPED' },
      { kind: 'statusChanged', deliveryStatus: 'OUT_FOR_DELIVERY' },
      { kind: 'statusChanged', orderStatus: 'DELIVERED', deliveryStatus: 'DELIVERED' },
    )
    expect(delivered.payment).toMatchObject({ state: 'paid', paidPaise: 80_000 })
    expect(after(delivered, refundOne('a')).refunds).toMatchObject([{ byHand: true, state: 'requested' }])
  })
})

describe('a refund', () => {
  it('that is requested again adds nothing, and its key is refused for another choice about the stock', () => {
    const requested = after(paid, refundOne('a'))
    expect(after(requested, refundOne('a'))).toBe(requested)
    expect(() => after(requested, { ...refundOne('a'), goods: 'back' })).toThrow(
      'This key was used for another refund',
    )
  })

  it('that failed does not change any more, and its units may be refunded again', () => {
    const failed = after(paid, refundOne('a'), refuse('R1'))
    const afterLateResult = after(failed, {
      kind: 'refundSettled',
      refundId: 'R1',
      result: { kind: 'done', reference: 'r' },
    })
    expect(afterLateResult).toBe(failed)
    expect(after(failed, refundOne('b'), refundOne('c')).refunds.map(({ state }) => state)).toEqual([
      'failed',
      'requested',
      'requested',
    ])
  })

  it('that the provider refused is retried as a new refund, once for each refusal', () => {
    const failed = after(paid, refundOne('a'), refuse('R1'))
    const { order: again, effects } = settleOrder(failed, retry('R1'), TIME)
    expect(effects).toEqual([{ kind: 'queueMail', mail: 'refund-started', refundId: 'R2' }])
    expect(again?.refunds).toMatchObject([
      { refundId: 'R1', state: 'failed' },
      {
        refundId: 'R2',
        state: 'requested',
        amountPaise: 40_000,
        items: [{ productId: 'barfi', quantity: 1 }],
        transactionId: 'txn_1',
      },
    ])
    expect(after(failed, retry('R1'), retry('R1')).refunds).toHaveLength(2)
    expect(after(failed, retry('R1'), refuse('R2'), retry('R2')).refunds).toHaveLength(3)
    // A retried refund and the other refunds together never exceed what was paid.
    expect(() => after(failed, refundOne('b'), retry('R1'))).toThrow('Other refunds have returned')
    expect(() => after(failed, refundOne('b'), refundOne('c'), retry('R1'))).toThrow('Nothing is left')
  })

  it('of late money can be retried too, although late money does not count as paid', () => {
    const late: OrderEvent = { kind: 'approved', transactionId: 'txn_2', amountPaise: asPaise(80_000) }
    const retried = after(paid, late, refuse('R1'), retry('R1'))
    expect(retried.refunds).toMatchObject([
      { state: 'failed', isLate: true },
      { state: 'requested', isLate: true, transactionId: 'txn_2', amountPaise: 80_000 },
    ])
  })

  it('of a wrong amount has another reason than a refund of late money', () => {
    const waiting = anOrder({ state: 'pending' })
    const money: OrderEvent = { kind: 'approved', transactionId: 'txn_2', amountPaise: asPaise(79_900) }
    const reasonsOf = (order: OrderRecord) => after(order, money).refunds.map(({ reason }) => reason)
    expect(reasonsOf(waiting)).toEqual(['The amount of the payment was not the amount of the order'])
    expect(reasonsOf(paid)).toEqual(['The payment arrived when the order was already paid or over'])
  })

  it('is retried only if it exists and its last result is a refusal', () => {
    expect(() => after(paid, refundOne('a'), retry('R1'))).toThrow('Only a refund that the payment provider')
    expect(() => after(paid, refundOne('a'), retry('R2'))).toThrow('There is no such refund')
    const byHand = after(paid, refundOne('a'), refuse('R1'), payByHand)
    expect(byHand.refunds).toMatchObject([{ state: 'done', byHand: true }])
    expect(() => after(byHand, retry('R1'))).toThrow('Only a refund that the payment provider')
  })

  it('that was refused cannot be paid by hand when another refund has its units by now', () => {
    // The laddoos leave enough money to refund, so that only the units of barfi run out.
    const order: OrderRecord = {
      ...paid,
      lines: [lineOf(barfi, 1), lineOf({ ...barfi, products_id: 'laddoo' }, 2)],
      totalPaise: asPaise(120_000),
      payment: { ...paid.payment, paidPaise: asPaise(120_000) },
    }
    expect(() => after(order, refundOne('a'), refuse('R1'), refundOne('b'), payByHand)).toThrow(
      'Other refunds have returned these units',
    )
  })

  it('of late money that was retried cannot be paid by hand too, which would pay it twice', () => {
    const late: OrderEvent = { kind: 'approved', transactionId: 'txn_2', amountPaise: asPaise(80_000) }
    expect(() => after(paid, late, refuse('R1'), retry('R1'), payByHand)).toThrow('was tried again')
  })

  it('that the provider still has, or that does not exist, cannot be settled by hand', () => {
    expect(() => after(paid, refundOne('a'), payByHand)).toThrow('still has this refund')
    expect(() => after(paid, payByHand)).toThrow('There is no such refund')
  })
})

const HISTORIES = 2_000
const EVENTS_PER_HISTORY = 16

it('in random histories, refunds never exceed the payment, stock adds up, and no refunded unit is shipped', () => {
  for (let seed = 1; seed <= HISTORIES; seed += 1) expect(playHistory(seed)).toBeNull()
})

/**
 * Plays random refunds, refund results, cancellations and approvals of one order. Returns the first
 * error, or null.
 */
function playHistory(seed: number): string | null {
  const random = createRandom(seed)
  const lines = [
    lineOf(barfi, 3),
    lineOf({ ...barfi, products_id: 'laddoo', pricePaise: asPaise(10_050) }, 2),
  ]
  const total = asPaise(3 * 40_000 + 2 * 10_050)
  let order: OrderRecord = {
    ...paid,
    lines,
    taken: lines.map(({ productId, quantity }) => ({ productId, quantity })),
    totalPaise: total,
    payment: { ...paid.payment, paidPaise: total },
  }
  /** The units that left the order's stock, by product id: returned to the shop's stock, or lost. */
  const gone = new Map<string, number>()
  /** The most units of each product that were refunded at one time before the hand-over. */
  const leftOut = new Map<string, number>()
  /** The contents of the parcel when it was packed last; null before. */
  let parcel: string | null = null

  for (let step = 0; step < EVENTS_PER_HISTORY; step += 1) {
    const event = random.one<OrderEvent>([
      {
        kind: 'refundRequested',
        key: `k${random.one([1, 2, 3, 4, 5])}`,
        reason: 'r',
        goods: random.one(GOODS_FATES),
        ...(random.chance(0.8) && {
          items: [{ productId: random.one(['barfi', 'laddoo']), quantity: random.one([1, 2, 3]) }],
        }),
      },
      {
        kind: 'refundSettled',
        refundId: random.one(['R1', 'R2', 'R3']),
        result: random.one([
          { kind: 'done', reference: 'x' },
          { kind: 'pending', reference: 'x' },
          { kind: 'refused', message: 'no' },
        ]),
      },
      { kind: 'refundRetried', refundId: random.one(['R1', 'R2', 'R3']) },
      random.one<OrderEvent>([
        { kind: 'packingBegun' },
        { kind: 'packed' },
        { kind: 'printed' },
        { kind: 'shipped', parcel: { courier: 'Delhivery' } },
      ]),
      { kind: 'goodsSettled', goods: random.one(['back', 'lost']) },
      // The order is already paid by txn_1, so its approval is a repeated one.
      random.chance(0.2)
        ? random.one([cancel, { kind: 'cancelledByShop', reason: 'r', goods: random.one(GOODS_FATES) }])
        : { kind: 'approved', transactionId: 'txn_1', amountPaise: total },
    ])
    const transition = settleUnlessRefused(order, event)
    if (!transition?.order) continue
    const before = order
    order = transition.order

    const goingBack = order.refunds.filter(({ state }) => state !== 'failed')
    const sum = goingBack.reduce((paise, { amountPaise }) => paise + amountPaise, 0)
    if (sum > total) return `seed ${seed}: ${sum} of ${total} refunded`

    const toPack = lines.map((line) => unitsToPack(order, line))
    const isCancelled = order.orderStatus === 'CANCELLED'
    const returned = transition.effects.flatMap((effect) =>
      effect.kind === 'returnStock' ? effect.stock : [],
    )
    for (const [index, { productId, quantity }] of lines.entries()) {
      const left = unitsOf(before.taken, productId) - unitsOf(order.taken, productId)
      const mayBeLost = 'goods' in event && event.goods === 'lost'
      if (!mayBeLost && left !== unitsOf(returned, productId)) return `seed ${seed}: lost ${productId}`
      if (unitsOf(returned, productId) > left) return `seed ${seed}: too much ${productId} returned`
      gone.set(productId, (gone.get(productId) ?? 0) + left)
      if (unitsOf(order.taken, productId) + (gone.get(productId) ?? 0) !== quantity)
        return `seed ${seed}: stock of ${productId}`

      const refunded = goingBack.reduce((units, { items = [] }) => units + unitsOf(items, productId), 0)
      if (before.orderStatus === 'CONFIRMED')
        leftOut.set(productId, Math.max(leftOut.get(productId) ?? 0, refunded))
      const expected = isCancelled ? 0 : quantity - (leftOut.get(productId) ?? 0)
      if (toPack[index] !== expected) return `seed ${seed}: ${toPack[index]} ${productId} to pack`
    }
    const isInShop = order.orderStatus === 'CONFIRMED'
    if (isInShop && toPack.every((units) => units === 0)) return `seed ${seed}: nothing to pack`
    if (event.kind === 'packed' && order !== before) parcel = toPack.join()
    const isShippedNow = order.orderStatus === 'SHIPPED' && before.orderStatus === 'CONFIRMED'
    if (isShippedNow && parcel !== null && parcel !== toPack.join())
      return `seed ${seed}: ${parcel} were packed, and ${toPack.join()} shipped`
  }
  return null
}

/** Settles the order. Returns null when the event is refused. */
function settleUnlessRefused(order: OrderRecord, event: OrderEvent) {
  try {
    return settleOrder(order, event, TIME)
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}

const goodwill = (key: string, rupees: number, isByHand = false): OrderEvent => ({
  kind: 'goodwillGranted',
  key,
  amountPaise: asPaise(rupees * 100),
  reason: 'It came late',
  isByHand,
})

describe('a refund of an amount', () => {
  it('gives money back for no units, and lowers what the units then give back', () => {
    const granted = after(paid, goodwill('g', 100.01))
    expect(granted.refunds).toMatchObject([{ amountPaise: 10_001, byHand: false, state: 'requested' }])
    expect(granted.taken).toEqual(paid.taken)
    expect(granted.orderStatus).toBe('CONFIRMED')
    expect(granted.lines.map((line) => unitsToPack(granted, line))).toEqual([2])
    const [, unit] = after(granted, refundOne('a')).refunds
    expect(unit?.amountPaise).toBe(34_999)
    const cancelled = after(granted, refundOne('a'), cancel)
    expect(cancelled.refunds.reduce((sum, { amountPaise }) => sum + amountPaise, 0)).toBe(80_000)
  })

  it('is granted once for a key, at most what is left, and by hand where the operator says so', () => {
    const granted = after(paid, goodwill('g', 300, true), goodwill('g', 300, true))
    expect(granted.refunds).toMatchObject([{ amountPaise: 30_000, byHand: true }])
    expect(() => after(granted, goodwill('g', 301))).toThrow('used for another refund')
    expect(() => after(granted, goodwill('h', 500.01))).toThrow('At most ₹500 can be refunded')
    expect(() => after(after(granted, goodwill('h', 500)), goodwill('i', 1))).toThrow('Nothing is left')
    expect(() => after(confirmCashOrder(aCashOrder(), TIME).order ?? paid, goodwill('g', 1))).toThrow(
      'Nothing is left',
    )
  })
})
