import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aProduct } from '../catalogue/product.fixture.ts'
import type { TestShop } from '../shop.fixture.ts'
import type { PaymentSettings } from './create-providers.ts'

/** Delivers one message about a payment to the shop, and returns the status of the response. */
export type Delivery = () => Promise<number>

/** Plays the shopper at a provider's payment page, the provider's messages, and its refunds. */
export type ProviderDriver = {
  settings: PaymentSettings
  paymentDetails: object
  /**
   * The shopper opens the payment page, and pays when the returned function is called. Nothing reaches the shop until a
   * delivery is called.
   */
  openPage: (
    shop: TestShop,
    purchaseId: string,
  ) => Promise<() => Promise<{ messages: Delivery[]; forged: Delivery[] }>>
  /** Whether the reconciler can learn of a payment by asking the provider, without a message. */
  isPolled: boolean
  /** Completes the requested refunds, as the bank or an operator does. */
  settleRefunds: (shop: TestShop, purchaseId: string) => Promise<void>
  close?: () => Promise<void>
}

export type OpenPaidShop = (payments: PaymentSettings) => Promise<TestShop>

const MINUTE_MS = 60_000

/** More than the 15 minutes after which the reconciler first asks Razorpay, the slowest provider, about a payment. */
const POLLED_AFTER_MINUTES = 16

async function deliver(deliveries: readonly Delivery[]) {
  for (const delivery of deliveries) expect(await delivery()).toBeLessThan(400)
}

/** What every payment provider must do, on every storage. */
export function providerSuite(open: OpenPaidShop, createDriver: () => Promise<ProviderDriver>) {
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
  /** Lets time pass, because the reconciler asks a provider at most once a minute about a payment or refund. */
  const reconcile = async () => {
    await shop.shop.reconcile()
    passMinutes(2)
  }
  const finishRefunds = async (id: string) => {
    await reconcile()
    await driver.settleRefunds(shop, id)
    await reconcile()
  }
  const pay = async (id: string) => (await driver.openPage(shop, id))()

  it('an order waits for its money: it is PROCESSING, holds its stock and can be paid after a reload', async () => {
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

  it('each message confirms an order when it comes first, and the later messages change nothing', async () => {
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

  it('all messages at once and several times confirm the order once, whatever their order', async () => {
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

  it('after a restart, the reconciler finds a payment without its messages, if it can ask the provider', async () => {
    const { data } = await place()
    await pay(data.purchaseId)
    await shop.restart()
    passMinutes(POLLED_AFTER_MINUTES)
    await shop.shop.reconcile()
    expect((await read(data.purchaseId)).orderStatus).toBe(driver.isPolled ? 'CONFIRMED' : 'PROCESSING')
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

  /** Ends an order that is not paid. */
  async function endUnpaid(id: string, end: string) {
    if (end === 'expired') {
      passMinutes(31)
      return shop.shop.reconcile()
    }
    const path = `/purchases/order/${id}/cancel`
    expect((await shop.call('asha', 'POST', path, { reason: 'Too slow' })).status).toBe(200)
  }

  it.each(['expired', 'cancelled'])(
    'the reconciler finds late money for an order that is %s, and refunds it, if it can ask the provider',
    async (end) => {
      const { data } = await place()
      const payNow = await driver.openPage(shop, data.purchaseId)
      await endUnpaid(data.purchaseId, end)
      await payNow()
      passMinutes(POLLED_AFTER_MINUTES)
      await finishRefunds(data.purchaseId)
      const states = (await read(data.purchaseId)).refunds.map(({ state }: { state: string }) => state)
      expect(states).toEqual(driver.isPolled ? ['done'] : [])
      expect((await read(data.purchaseId)).orderStatus).toBe('CANCELLED')
    },
  )

  it.each(['expired', 'cancelled'])(
    'money for an order that is %s goes back by itself, once',
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

  it('a shopper cancels a paid order: stock and money go back, and a second cancellation changes nothing', async () => {
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

  it('an operator refunds by line and quantity, never twice and never more than was paid', async () => {
    const { data } = await place()
    await deliver((await pay(data.purchaseId)).messages)
    const refund = (body: object, key: string) =>
      shop.call('boss', 'POST', `/admin/orders/${data.purchaseId}/refund`, body, { 'idempotency-key': key })
    const one = { items: [{ productId: 'barfi', quantity: 1 }], reason: 'Broken', returnStock: true }
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
