import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aProduct } from '../catalogue/product.fixture.ts'
import type { TestShop } from '../shop.fixture.ts'
import type { PaymentSettings } from './create-providers.ts'

/** Delivers one message about a payment to the shop, and returns the status of the response. */
export type Delivery = () => Promise<number>

/** Each message reaches the shop when it is called. The shop must refuse the forged ones. */
type PaymentMessages = { messages: Delivery[]; forged: Delivery[] }

/** Plays the shopper at a provider's payment page, the provider's messages, and its refunds. */
export type ProviderDriver = {
  settings: PaymentSettings
  paymentDetails: object
  /** Opens the payment page. The shopper pays when the returned function is called. */
  openPage: (shop: TestShop, purchaseId: string) => Promise<() => Promise<PaymentMessages>>
  /** Whether the reconciler finds a payment by asking the provider, when no message arrives. */
  isFoundByPolling: boolean
  /** Completes the requested refunds, as the bank or an operator does. */
  settleRefunds: (shop: TestShop, purchaseId: string) => Promise<void>
  close?: () => Promise<void>
}

export type OpenWithPayments = (payments: PaymentSettings) => Promise<TestShop>

const MINUTE_MS = 60_000

/** The reconciler asks Razorpay after 15 minutes, and the other providers earlier. */
const POLLED_AFTER_MINUTES = 16

async function deliver(deliveries: readonly Delivery[]) {
  for (const delivery of deliveries) expect(await delivery()).toBeLessThan(400)
}

/** The behaviour every payment provider must show, on every adapter. */
export function providerSuite(open: OpenWithPayments, createDriver: () => Promise<ProviderDriver>) {
  let shop: TestShop
  let driver: ProviderDriver
  beforeEach(async () => {
    driver = await createDriver()
    shop = await open(driver.settings)
    const barfi = aProduct({
      products_id: 'barfi',
      name: 'Kaju Barfi',
      pricePaise: asPaise(40_050),
      stock: 5,
    })
    await shop.shop.products.fillIfEmpty([barfi])
  })
  afterEach(async () => {
    await shop.close()
    await driver.close?.()
  })

  const place = async (key = 'k1', quantity = 2) => {
    const order = {
      items: [{ productId: 'barfi', quantity }],
      totalAmount: 400.5 * quantity,
      paymentDetails: driver.paymentDetails,
      shippingAddress: homeAddress,
    }
    return shop.call('asha', 'POST', '/purchases/asha', order, { 'idempotency-key': key })
  }
  const read = async (id: string) => (await shop.call('asha', 'GET', `/purchases/order/${id}`)).data
  const stock = async () => (await shop.shop.products.find('barfi'))?.stock
  const mailKinds = async () => (await shop.queuedMails()).map(({ kind }) => kind)
  const passMinutes = (minutes: number) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + minutes * MINUTE_MS)
  }
  /**
   * Reconciles, and lets time pass. The reconciler asks a provider about the same payment or refund
   * at most once a minute.
   */
  const reconcile = async () => {
    await shop.shop.reconcile()
    passMinutes(2)
  }
  /** Sends the requested refunds, completes them at the provider, and reads their new state. */
  const finishRefunds = async (id: string) => {
    await reconcile()
    await driver.settleRefunds(shop, id)
    await reconcile()
  }
  /** Pays at the provider. The shop learns of it only when a returned message is delivered. */
  const pay = async (id: string) => (await driver.openPage(shop, id))()

  it('an unpaid order is PROCESSING, holds its stock and can be paid after a reload', async () => {
    await shop.call('asha', 'POST', '/carts/asha', { productId: 'barfi', quantity: 2 })
    const { status, data } = await place()
    expect([status, data.orderStatus, data.payment.state]).toEqual([201, 'PROCESSING', 'waiting'])
    expect(data.payment.form ?? data.payment.upi).toBeDefined()
    // A test shop's clock starts at 12:00, and an order waits 30 minutes.
    expect(data.payment.expiresAt).toBe('2026-01-01T12:30:00.000Z')
    expect(await stock()).toBe(3)
    expect(await read(data.purchaseId)).toEqual(data)
    expect((await place()).data).toEqual(data)
    expect((await shop.call('asha', 'GET', '/carts/asha')).data.totalItems).toBe(0)
    expect(await mailKinds()).toEqual([])
  })

  it('each message confirms an order if it is the first, and later ones do nothing', async () => {
    // In each round, another of the messages comes first. The first round tells their number.
    let messageCount = 1
    for (let firstIndex = 0; firstIndex < messageCount; firstIndex += 1) {
      const { data } = await place(`k${firstIndex}`, 1)
      const { messages } = await pay(data.purchaseId)
      messageCount = messages.length
      for (const message of [...messages.slice(firstIndex), ...messages.slice(0, firstIndex)]) {
        await deliver([message])
        const order = await read(data.purchaseId)
        expect([order.orderStatus, order.payment.state, order.refunds]).toEqual(['CONFIRMED', 'paid', []])
      }
    }
    expect(await mailKinds()).toEqual(Array.from({ length: messageCount }, () => 'order-confirmed'))
    expect(await stock()).toBe(5 - messageCount)
  })

  it('messages that arrive repeatedly and all at once confirm the order once', async () => {
    const { data } = await place()
    const { messages } = await pay(data.purchaseId)
    const many = [...messages.toReversed(), ...messages, ...messages]
    await Promise.all(many.map((message) => message()))
    await shop.shop.reconcile()
    const order = await read(data.purchaseId)
    expect([order.orderStatus, order.refunds]).toEqual(['CONFIRMED', []])
    expect(order.timeline.filter(({ kind }: { kind: string }) => kind === 'paid')).toHaveLength(1)
    expect(await mailKinds()).toEqual(['order-confirmed'])
  })

  it('where polling works, it finds a payment without messages after a restart', async () => {
    const { data } = await place()
    await pay(data.purchaseId)
    await shop.restart()
    passMinutes(POLLED_AFTER_MINUTES)
    await shop.shop.reconcile()
    const expected = driver.isFoundByPolling ? 'CONFIRMED' : 'PROCESSING'
    expect((await read(data.purchaseId)).orderStatus).toBe(expected)
  })

  it('an unpaid order expires: its stock is returned, and a mail says so', async () => {
    const { data } = await place()
    passMinutes(29)
    await shop.shop.reconcile()
    expect((await read(data.purchaseId)).orderStatus).toBe('PROCESSING')
    passMinutes(1)
    await shop.shop.reconcile()
    // A second run changes nothing.
    await shop.shop.reconcile()
    const order = await read(data.purchaseId)
    expect([order.orderStatus, order.payment.state]).toEqual(['CANCELLED', 'unpaid'])
    expect([order.payment.form, order.payment.upi]).toEqual([undefined, undefined])
    expect(await stock()).toBe(5)
    expect(await mailKinds()).toEqual(['order-cancelled'])
  })

  /** Ends an unpaid order. `end` is `expired`, or `cancelled` by the shopper. */
  async function endUnpaid(id: string, end: string) {
    if (end === 'expired') {
      passMinutes(31)
      return shop.shop.reconcile()
    }
    const path = `/purchases/order/${id}/cancel`
    expect((await shop.call('asha', 'POST', path, { reason: 'Too slow' })).status).toBe(200)
  }

  it.each(['expired', 'cancelled'])(
    'where polling works, it finds late money for an order that is %s, which is refunded',
    async (end) => {
      const { data } = await place()
      const payNow = await driver.openPage(shop, data.purchaseId)
      await endUnpaid(data.purchaseId, end)
      await payNow()
      passMinutes(POLLED_AFTER_MINUTES)
      await finishRefunds(data.purchaseId)
      const states = (await read(data.purchaseId)).refunds.map(({ state }: { state: string }) => state)
      expect(states).toEqual(driver.isFoundByPolling ? ['done'] : [])
      expect((await read(data.purchaseId)).orderStatus).toBe('CANCELLED')
    },
  )

  it.each(['expired', 'cancelled'])(
    'late money that messages report for an order that is %s is refunded once',
    async (end) => {
      const { data } = await place()
      const payNow = await driver.openPage(shop, data.purchaseId)
      await endUnpaid(data.purchaseId, end)
      // After three days the reconciler no longer asks the provider about late money.
      passMinutes(4 * 24 * 60)
      await reconcile()
      const { messages } = await payNow()
      await deliver([...messages, ...messages])
      await finishRefunds(data.purchaseId)
      await deliver(messages)
      await finishRefunds(data.purchaseId)
      const order = await read(data.purchaseId)
      expect(order.orderStatus).toBe('CANCELLED')
      expect(order.refunds).toMatchObject([{ amount: 801, state: 'done' }])
      expect(await stock()).toBe(5)
      expect((await mailKinds()).toSorted()).toEqual([
        'order-cancelled',
        'order-refund-done',
        'order-refund-started',
      ])
    },
  )

  it('a paid order that is cancelled twice returns its stock and money once', async () => {
    const { data } = await place()
    await deliver((await pay(data.purchaseId)).messages)
    const cancel = () =>
      shop.call('asha', 'POST', `/purchases/order/${data.purchaseId}/cancel`, { reason: 'Ordered twice' })
    expect((await cancel()).data).toMatchObject({ orderStatus: 'CANCELLED', mayCancel: false })
    expect((await cancel()).status).toBe(200)
    await finishRefunds(data.purchaseId)
    await finishRefunds(data.purchaseId)
    const order = await read(data.purchaseId)
    expect(order.refunds).toMatchObject([{ amount: 801, state: 'done', reason: 'Ordered twice' }])
    expect(order.timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
      'placed',
      'paymentWaiting',
      'paid',
      'confirmed',
      'cancelled',
      'refundRequested',
      // Some providers complete a refund at once.
      ...(order.timeline.some(({ kind }: { kind: string }) => kind === 'refundSent') ? ['refundSent'] : []),
      'refundDone',
    ])
    expect(await stock()).toBe(5)
  })

  it('an operator refunds single units, never twice and never more than was paid', async () => {
    const { data } = await place()
    await deliver((await pay(data.purchaseId)).messages)
    const refund = (body: object, key: string) =>
      shop.call('boss', 'POST', `/admin/orders/${data.purchaseId}/refund`, body, { 'idempotency-key': key })
    const one = { items: [{ productId: 'barfi', quantity: 1 }], reason: 'Broken', goods: 'back' }
    const [first, repeated] = await Promise.all([refund(one, 'r1'), refund(one, 'r1')])
    expect([first.status, repeated.status]).toEqual([200, 200])
    expect((await refund({ ...one, reason: 'Other' }, 'r1')).code).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(await stock()).toBe(4)
    const two = { items: [{ productId: 'barfi', quantity: 2 }], reason: 'Broken' }
    expect((await refund(two, 'r2')).code).toBe('REFUND_TOO_MUCH')
    expect((await refund({ reason: 'The rest' }, 'r3')).status).toBe(200)
    expect((await refund({ reason: 'More' }, 'r4')).code).toBe('REFUND_TOO_MUCH')
    await finishRefunds(data.purchaseId)
    expect((await read(data.purchaseId)).refunds).toMatchObject([
      { amount: 400.5, state: 'done', items: [{ productId: 'barfi', quantity: 1 }] },
      { amount: 400.5, state: 'done' },
    ])
    expect(await stock()).toBe(4)
  })

  it('a forged message is refused and changes nothing', async () => {
    const { data } = await place()
    const { forged } = await pay(data.purchaseId)
    expect(forged.length).toBeGreaterThan(0)
    for (const delivery of forged) expect([403, 404]).toContain(await delivery())
    expect(await read(data.purchaseId)).toEqual(data)
  })
}
