import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { placePurchase } from '@nashta/contracts/orders/purchase'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { describe, expect, it } from 'vitest'
import { type OpenTestShop, TEST_PAYMENTS } from '../../shop.fixture.ts'
import { card, GOOD_CARD, openCheckout } from '../work/checkout.fixture.ts'

export type PurchaseRoutesOptions = {
  /** How many orders the largest test places at once. */
  ordersAtOnce: number
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The behaviour that the purchase routes must show on every adapter. */
export function purchaseRoutesSuite(open: OpenTestShop, { ordersAtOnce }: PurchaseRoutesOptions) {
  const { history, mails, place, shop, stockOf } = openCheckout(open)

  const openingSteps = async () => (await shop().call('boss', 'GET', '/admin/today')).data.openingSteps
  const offer = async () => (await shop().call('asha', 'GET', '/payment-methods')).data

  describe('an order', () => {
    it('is priced from the catalogue and returned', async () => {
      const response = await place()
      expect(response.status).toBe(201)
      expect(parseExactly(placePurchase.reply, { data: response.data }).data).toMatchObject({
        orderStatus: 'CONFIRMED',
        deliveryStatus: 'PROCESSING',
        purchaseDate: '2026-01-01T12:00:00.000Z',
        estimatedDelivery: '2026-01-06T12:00:00.000Z',
        totalAmount: 559,
        totalItems: 2,
        items: [{ name: 'Motichoor Laddoo', quantity: 2, price: 279.5, category: 'Nuts & Treats' }],
        paymentDetails: { method: 'card', transactionId: response.data.transactionId },
        // The shop adds the code of the state, which it finds by the pincode.
        shippingAddress: { ...homeAddress, stateCode: '29' },
      })
      // The id is a ULID.
      expect(response.data.purchaseId).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    })

    it.each([
      ['upi', { method: 'upi', upiId: 'asha@okbank' }],
      ['netbanking', { method: 'netbanking', bankName: 'HDFC' }],
      ['cod', { method: 'cod' }],
    ])('may be paid by %s', async (method, paymentDetails) => {
      const response = await place({ paymentDetails })
      expect(response.data).toMatchObject({ orderStatus: 'CONFIRMED', paymentDetails: { method } })
    })

    it('removes its own units from the cart, and leaves the others (A16)', async () => {
      await shop().call('asha', 'POST', '/carts/asha', { productId: 'laddoo', quantity: 3 })
      await shop().call('asha', 'POST', '/carts/asha', { productId: 'barfi', quantity: 1 })
      await place()
      const { data } = await shop().call('asha', 'GET', '/carts/asha')
      expect(data.items).toMatchObject([
        { productId: 'laddoo', quantity: 1 },
        { productId: 'barfi', quantity: 1 },
      ])
    })

    it('queues one mail, which is delivered with the order number in its subject (B3, B18)', async () => {
      const { data } = await place()
      expect(await mails()).toEqual([{ kind: 'order-confirmed', key: `order-confirmed:${data.purchaseId}` }])
      await expect
        .poll(() => shop().mailbox.list('asha@example.in'), { timeout: 20_000 })
        .toMatchObject([{ subject: expect.stringContaining(orderNumber(data.purchaseId)) }])
    })

    it.each([
      ['a wrong price (B1)', { totalAmount: 1 }, 409, 'PRICE_CHANGED'],
      ['a total that is one paisa off', { totalAmount: 559.01 }, 409, 'PRICE_CHANGED'],
      ['an unknown product', { items: [{ productId: 'unknown', quantity: 1 }] }, 409, 'PRODUCT_UNAVAILABLE'],
      ['no items', { items: [] }, 400, 'VALIDATION_FAILED'],
      ['a negative quantity', { items: [{ productId: 'laddoo', quantity: -1 }] }, 400, 'VALIDATION_FAILED'],
      ['no city', { shippingAddress: { ...homeAddress, city: '  ' } }, 400, 'VALIDATION_FAILED'],
      [
        'an unknown bank',
        { paymentDetails: { method: 'netbanking', bankName: 'ACME' } },
        400,
        'VALIDATION_FAILED',
      ],
    ])('with %s is refused, and nothing is stored', async (_case, order, status, code) => {
      const response = await place(order)
      expect([response.status, response.code]).toEqual([status, code])
      expect(await history()).toEqual([])
      expect(await mails()).toEqual([])
    })

    it('for a removed product is refused with its name from the cart, or with its id', async () => {
      await shop().call('asha', 'POST', '/carts/asha', { productId: 'laddoo', quantity: 2 })
      await shop().call('boss', 'DELETE', '/products/laddoo')
      expect(await place()).toMatchObject({
        code: 'PRODUCT_UNAVAILABLE',
        message: 'Motichoor Laddoo is no longer available; please remove it',
        details: { items: [{ productId: 'laddoo', name: 'Motichoor Laddoo' }] },
      })
      expect((await place({ items: [{ productId: 'unknown' }] })).message).toBe(
        'unknown is no longer available; please remove it',
      )
    })

    it('with too many units of one product in two lines is refused', async () => {
      const items = [LINE_QUANTITY_MAX, 1].map((quantity) => ({ productId: 'laddoo', quantity }))
      expect(await place({ items })).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    })

    it('with a changed price is refused with the new price of each line', async () => {
      const response = await place({ totalAmount: 500 })
      expect(response.message).toBe(
        'Prices have changed: the total is now ₹559. Please check your order and pay again.',
      )
      expect(response.details).toEqual({
        totalAmount: 559,
        shippingFee: 0,
        items: [{ productId: 'laddoo', name: 'Motichoor Laddoo', quantity: 2, price: 279.5 }],
      })
    })
  })

  describe('an order for a delivery zone', () => {
    const TOTAL_WITHOUT_FEE = 559
    const FEE = 49
    const TOTAL = TOTAL_WITHOUT_FEE + FEE
    const terms = { delivers: true, fee: FEE, freeFrom: 1000, days: 5, cod: true }
    /** The zone of the shopper's pincode, 560001. */
    const south = { name: 'South', pincodes: ['56'], states: [], ...terms, days: 2, cutOffHour: 17 }
    /** Stores the zone `south`, with these fields changed. */
    const setZone = (fields: object = {}) =>
      shop().call(
        'boss',
        'PUT',
        '/admin/shop',
        aShop({ delivery: { zones: [{ ...south, ...fields }], rest: terms } }),
      )

    it('has the fee of its zone in its total, and the delivery date of its zone', async () => {
      await setZone()
      const { data } = await place({ totalAmount: TOTAL })
      expect(data).toMatchObject({
        totalAmount: TOTAL,
        shippingFee: FEE,
        // At 17:30 Indian time the cut-off has passed, so the order takes three days, not two.
        estimatedDelivery: '2026-01-04T12:00:00.000Z',
      })
      expect(await history()).toMatchObject([{ totalAmount: TOTAL, shippingFee: FEE }])
    })

    it('is refused with the new total when its fee has changed meanwhile (B1)', async () => {
      await setZone()
      expect(await place()).toMatchObject({
        status: 409,
        code: 'PRICE_CHANGED',
        message:
          'Prices have changed: the total is now ₹608 with ₹49 for delivery. Please check your order and pay again.',
        details: { totalAmount: TOTAL, shippingFee: FEE },
      })
      expect(await history()).toEqual([])
      await setZone({ freeFrom: TOTAL_WITHOUT_FEE })
      expect((await place({ totalAmount: TOTAL })).details).toMatchObject({
        totalAmount: TOTAL_WITHOUT_FEE,
        shippingFee: 0,
      })
    })

    it('is refused where the shop does not deliver', async () => {
      await setZone({ delivers: false })
      expect(await place({ totalAmount: TOTAL })).toMatchObject({
        status: 409,
        code: 'ADDRESS_NOT_SERVED',
        message: 'We do not deliver to 560001 yet. Please choose another address.',
      })
      expect(await mails()).toEqual([])
    })

    it.each(['560\u200b001', '560-001', '\uff15\uff16\uff10\uff10\uff10\uff11', '560001.'])(
      'has the fee of its zone although its pincode is written as %j',
      async (pincode) => {
        await setZone()
        // A total without the fee is refused, and the refusal names the total with the fee.
        const refused = await place({
          totalAmount: TOTAL_WITHOUT_FEE,
          shippingAddress: { ...homeAddress, pincode },
        })
        expect(refused.details).toMatchObject({ totalAmount: TOTAL })
      },
    )

    it('is refused if its pincode is unreadable and the terms differ between zones', async () => {
      // Devanagari digits are not read as digits.
      const shippingAddress = { ...homeAddress, pincode: '५६०००१' }
      await setZone()
      expect(await place({ totalAmount: TOTAL, shippingAddress })).toMatchObject({
        status: 409,
        code: 'ADDRESS_NOT_SERVED',
      })
      await shop().call('boss', 'PUT', '/admin/shop', aShop())
      expect((await place({ shippingAddress })).status).toBe(201)
    })

    it('cannot be paid on delivery if its zone forbids it or its total is too high', async () => {
      const cash = { totalAmount: TOTAL, paymentDetails: { method: 'cod' } }
      await setZone({ cod: false })
      expect(await place(cash)).toMatchObject({ status: 409, code: 'COD_UNAVAILABLE' })
      await setZone({ codMax: TOTAL - 0.01 })
      expect(await place(cash)).toMatchObject({
        status: 409,
        code: 'COD_LIMITED',
        message: 'Orders above ₹607.99 cannot be paid on delivery: please choose another way to pay',
      })
      await setZone({ codMax: TOTAL })
      expect((await place(cash)).status).toBe(201)
    })

    it('has its fee refunded with the rest or the whole order, not with products that were sent', async () => {
      await setZone()
      const { data } = await place({ totalAmount: TOTAL })
      const refund = (body: object, key: string) =>
        shop().call(
          'boss',
          'POST',
          `/admin/orders/${data.purchaseId}/refund`,
          { reason: 'Broken', ...body },
          { 'idempotency-key': key },
        )
      await shop().call('boss', 'POST', `/admin/orders/${data.purchaseId}/ship`, { courier: 'Delhivery' })
      const items = [{ productId: 'laddoo', quantity: 2 }]
      expect((await refund({ items }, 'lines')).data.refunds).toMatchObject([{ amount: TOTAL_WITHOUT_FEE }])
      expect((await refund({}, 'rest')).data.refunds).toMatchObject([
        { amount: TOTAL_WITHOUT_FEE },
        { amount: FEE },
      ])

      const second = (await place({ totalAmount: TOTAL }, { 'idempotency-key': 'second' })).data
      const { data: cancelled } = await shop().call(
        'asha',
        'POST',
        `/purchases/order/${second.purchaseId}/cancel`,
        { reason: 'Changed my mind' },
      )
      expect(cancelled.refunds).toMatchObject([{ amount: TOTAL }])
    })
  })

  describe('a repeated order (B2)', () => {
    const key = { 'idempotency-key': 'attempt-1' }

    it('that is sent 50 times at once with one key makes one order, one charge and one mail', async () => {
      const responses = await Promise.all(Array.from({ length: 50 }, () => place({}, key)))
      const placed = responses.filter((response) => response.status === 201)
      const inProgress = responses.filter((response) => response.status === 409)

      expect(placed.length + inProgress.length).toBe(50)
      for (const response of inProgress) {
        expect(response.code).toBe('REQUEST_IN_PROGRESS')
        expect(response.headers['retry-after']).toBe('1')
      }
      const replay = await place({}, key)
      expect(replay.headers['idempotent-replayed']).toBe('true')
      expect(new Set([...placed, replay].map(({ data }) => JSON.stringify(data))).size).toBe(1)
      expect(await history()).toHaveLength(1)
      expect(await mails()).toHaveLength(1)
      expect(await shop().countCharges()).toBe(1)
    })

    it('that is sent without a key 20 times at once, and once later, makes one order', async () => {
      await shop().call('asha', 'POST', '/carts/asha', { productId: 'laddoo', quantity: 2 })
      const responses = await Promise.all(Array.from({ length: 20 }, () => place()))
      const late = await place()

      expect(
        new Set(
          [...responses, late].filter(({ status }) => status === 201).map(({ data }) => data.purchaseId),
        ).size,
      ).toBe(1)
      expect(await history()).toHaveLength(1)
    })

    it('without a key is a new order if the cart was filled again', async () => {
      for (let order = 0; order < 2; order += 1) {
        await shop().call('asha', 'POST', '/carts/asha', { productId: 'laddoo', quantity: 2 })
        await place()
      }
      expect(await history()).toHaveLength(2)
    })

    it('without a key is a new order after 24 hours, even if the cart is unchanged', async () => {
      const firstAt = shop().clock.now.getTime()
      await place()
      shop().clock.now = new Date(firstAt + DAY_MS - 1)
      await place()
      expect(await history()).toHaveLength(1)
      shop().clock.now = new Date(firstAt + DAY_MS)
      await place()
      await place()
      expect(await history()).toHaveLength(2)
    })

    it('gets the first response although its payment method was withdrawn meanwhile', async () => {
      const { data } = await place({}, key)
      await shop().restart({ payments: { ...TEST_PAYMENTS, providers: ['upi'] } })
      const replay = await place({}, key)
      expect(replay).toMatchObject({ status: 201, data })
      expect(replay.headers['idempotent-replayed']).toBe('true')
      expect((await place({}, { 'idempotency-key': 'attempt-2' })).code).toBe('PAYMENT_METHOD_UNAVAILABLE')
      expect(await history()).toHaveLength(1)
    })

    it('with the key of another order is refused; another shopper may use the same key', async () => {
      await place({}, key)
      expect((await place({ paymentDetails: { method: 'cod' } }, key)).code).toBe('IDEMPOTENCY_KEY_REUSED')
      expect((await place({}, key, 'ravi')).status).toBe(201)
      expect(await history('ravi')).toHaveLength(1)
    })
  })

  describe('a shop without a way to pay', () => {
    const nothingSet = { ...TEST_PAYMENTS, providers: [] }
    const cash = { paymentDetails: { method: 'cod' } }

    it('in public refuses every order of a demo shop, and names what to do', async () => {
      await shop().restart({ payments: { ...nothingSet, isPublic: true } })
      for (const body of [{}, cash])
        expect(await place(body)).toMatchObject({ status: 409, code: 'SHOP_NOT_OPEN' })
      expect(await history()).toEqual([])
      expect(await offer()).toEqual({ methods: [], takesOrders: false, isTrial: false, formOrigins: [] })
      expect(await openingSteps()).toEqual(['identity', 'payments'])
    })

    it('in public takes cash orders alone once it has an identity of its own', async () => {
      await shop().restart({ payments: { ...nothingSet, isPublic: true } })
      const before = shop().shop.catalogueVersion()
      await shop().call('boss', 'PUT', '/admin/shop', aShop())
      expect(shop().shop.catalogueVersion()).not.toBe(before)
      expect(await openingSteps()).toEqual([])
      expect(await offer()).toEqual({
        methods: [{ method: 'cod', way: 'onDelivery', maxAmount: 50_000 }],
        takesOrders: true,
        isTrial: false,
        formOrigins: [],
      })
      expect((await place()).code).toBe('PAYMENT_METHOD_UNAVAILABLE')
      expect((await place(cash)).status).toBe(201)
    })

    it('takes UPI payments as soon as an operator has stored a UPI id, and none after it is gone', async () => {
      const unset = { ...nothingSet, isPublic: true, lifetimeMs: undefined }
      await shop().restart({ payments: unset })
      const upi = { paymentDetails: { method: 'hosted', choice: 'upi' } }
      const record = aShop({ upi: { id: 'asha@okbank', name: 'Asha Foods' }, paymentMinutes: 7 })
      await shop().call('boss', 'PUT', '/admin/shop', record)
      expect((await offer()).methods).toContainEqual({ method: 'upi', way: 'upiQr', provider: 'upi' })
      const { status, data } = await place(upi, { 'idempotency-key': 'with-a-upi-id' })
      expect(status).toBe(201)
      expect(data.payment.upi).toMatchObject({ vpa: 'asha@okbank', name: 'Asha Foods' })
      const expiresAt = new Date(shop().clock.now.getTime() + 7 * 60_000)
      expect(data.payment.expiresAt).toBe(expiresAt.toISOString())

      await shop().call('boss', 'PUT', '/admin/shop', aShop())
      expect((await place(upi, { 'idempotency-key': 'without-one' })).code).toBe('PAYMENT_METHOD_UNAVAILABLE')
      // An open order keeps the UPI id that its shopper was shown.
      expect((await history())[0]?.payment.upi).toEqual(data.payment.upi)
    })

    it('takes no orders in a pause, says why and until when, and takes them again on that day', async () => {
      const pause = { text: 'We are at a wedding.', until: '2026-01-03' }
      await shop().restart({ payments: TEST_PAYMENTS })
      const before = shop().shop.catalogueVersion()
      await shop().call('boss', 'PUT', '/admin/shop', aShop({ pause }))
      expect(await offer()).toMatchObject({ methods: [], takesOrders: false, pause })
      const paused = shop().shop.catalogueVersion()
      expect(paused).not.toBe(before)
      expect(await place({}, { 'idempotency-key': 'in-a-pause' })).toMatchObject({
        status: 409,
        code: 'SHOP_NOT_OPEN',
        message: 'We are at a wedding. The shop takes orders again from January 3, 2026.',
      })
      // Midnight of January 3 in India. Nothing but the clock has changed.
      shop().clock.now = new Date('2026-01-02T18:30:00Z')
      expect(shop().shop.catalogueVersion()).not.toBe(paused)
      expect((await offer()).takesOrders).toBe(true)
      const placed = await place({}, { 'idempotency-key': 'after-it' })
      expect(placed.data.estimatedDelivery).toBe('2026-01-07T18:30:00.000Z')
    })

    it("limits orders as the shop's record says, where no setting decides", async () => {
      const orderLimits = { quantityMax: undefined, codMaxPaise: undefined, openUnitsMax: 0 }
      await shop().restart({ orderLimits })
      await shop().call('boss', 'PUT', '/admin/shop', aShop({ orderQuantityMax: 2, cashMax: 300 }))
      const three = { items: [{ productId: 'laddoo', quantity: 3 }], totalAmount: 838.5 }
      expect(await place(three)).toMatchObject({
        code: 'QUANTITY_LIMITED',
        message: expect.stringContaining('at most 2'),
      })
      expect((await place({ paymentDetails: { method: 'cod' } })).code).toBe('COD_LIMITED')
      expect((await offer()).methods).toContainEqual({ method: 'cod', way: 'onDelivery', maxAmount: 300 })
      expect((await place()).status).toBe(201)

      await shop().call('boss', 'PUT', '/admin/shop', aShop())
      expect((await place(three, { 'idempotency-key': 'three' })).status).toBe(201)
    })

    it('on one machine takes simulated money as a demo, and none with an identity of its own (B36)', async () => {
      await shop().restart({ payments: nothingSet })
      expect(await offer()).toMatchObject({ takesOrders: true, isTrial: false })
      expect((await place({}, { 'idempotency-key': 'as-a-demo' })).data.payment.state).toBe('paid')

      const { delivery } = aShop()
      const withoutCash = { zones: [], rest: { ...delivery.rest, cod: false } }
      await shop().call('boss', 'PUT', '/admin/shop', aShop({ delivery: withoutCash }))
      expect((await place({}, { 'idempotency-key': 'as-a-real-shop' })).code).toBe('SHOP_NOT_OPEN')
      expect(await offer()).toEqual({ methods: [], takesOrders: false, isTrial: false, formOrigins: [] })
      expect(await openingSteps()).toEqual(['payments'])
      // A replay is not a new order.
      expect((await place({}, { 'idempotency-key': 'as-a-demo' })).status).toBe(201)
    })
  })

  describe('payments', () => {
    it.each([
      ['4000000000000002', 'Your card was declined. Please try another card.'],
      ['4000 0000 0000 9995', 'Your card has insufficient funds. Please try another card.'],
    ])(
      'a payment by card %s is declined: no order, no mail, stock and cart as before',
      async (number, message) => {
        await shop().call('asha', 'POST', '/carts/asha', { productId: 'barfi', quantity: 1 })
        const order = {
          items: [{ productId: 'barfi', quantity: 1 }],
          totalAmount: 400,
          paymentDetails: card(number),
        }
        const response = await place(order, { 'idempotency-key': 'k' })

        expect([response.status, response.code, response.message]).toEqual([402, 'PAYMENT_DECLINED', message])
        expect(await place(order, { 'idempotency-key': 'k' })).toMatchObject({ status: 402, message })
        expect(await history()).toEqual([])
        expect(await mails()).toEqual([])
        expect(await stockOf('barfi')).toBe(1)
        expect((await shop().call('asha', 'GET', '/carts/asha')).data.totalItems).toBe(1)
        expect(
          (await place({ ...order, paymentDetails: GOOD_CARD }, { 'idempotency-key': 'k2' })).status,
        ).toBe(201)
      },
    )

    it.each([
      ['a card that is pending at first', card('4000000000000119')],
      ['a pending UPI id', { method: 'upi', upiId: 'pending@bank' }],
    ])(
      'an order with %s is PROCESSING until its payment is approved, even after a restart (B5, B9)',
      async (_case, paymentDetails) => {
        const { data } = await place({ paymentDetails })
        expect(data.orderStatus).toBe('PROCESSING')
        expect(await mails()).toEqual([])

        await shop().restart()
        await shop().shop.reconcile()
        expect(await history()).toMatchObject([{ purchaseId: data.purchaseId, orderStatus: 'PROCESSING' }])
        // The simulator approves a pending payment after five seconds.
        shop().clock.now = new Date(shop().clock.now.getTime() + 6000)
        await shop().shop.reconcile()
        // A second reconciliation changes nothing: there is one mail.
        await shop().shop.reconcile()
        expect(await history()).toMatchObject([{ purchaseId: data.purchaseId, orderStatus: 'CONFIRMED' }])
        expect(await mails()).toHaveLength(1)
      },
    )

    it('a payment after a cancellation is refunded, and stock is returned once', async () => {
      const order = {
        items: [{ productId: 'barfi', quantity: 1 }],
        totalAmount: 400,
        paymentDetails: card('4000000000000119'),
      }
      const { data } = await place(order)
      const setStatus = (orderStatus: string) =>
        shop().call('boss', 'PUT', `/purchases/order/${data.purchaseId}/status`, { orderStatus })
      expect(await setStatus('CONFIRMED')).toMatchObject({ status: 409, code: 'ILLEGAL_TRANSITION' })
      expect(await setStatus('CANCELLED')).toMatchObject({ status: 200 })
      expect(await stockOf('barfi')).toBe(1)

      // The simulator approves the pending payment after five seconds.
      shop().clock.now = new Date(shop().clock.now.getTime() + 6000)
      await shop().shop.reconcile()
      expect(await history()).toMatchObject([{ purchaseId: data.purchaseId, orderStatus: 'CANCELLED' }])
      expect(await setStatus('CANCELLED')).toMatchObject({ status: 409 })
      expect(await stockOf('barfi')).toBe(1)
      // The reconciler has refunded the late money.
      const [cancelled] = await history()
      expect(cancelled.refunds).toMatchObject([{ amount: 400, state: 'done' }])
      const kinds = (await mails()).map(({ kind }) => kind)
      expect(kinds.toSorted()).toEqual(['order-cancelled', 'order-refund-done', 'order-refund-started'])
    })

    it('no card number is stored or mailed, not even that of a declined card (B4)', async () => {
      await place({ paymentDetails: card('4111111111111111') })
      await place({ paymentDetails: card('4000000000000002') }, { 'idempotency-key': 'declined' })
      expect(await shop().everything()).not.toMatch(/4111111111111111|4000000000000002/)
      expect(JSON.stringify(await shop().mailbox.list())).not.toContain('4111')
    })
  })

  describe('stock (B8)', () => {
    const lastBarfi = { items: [{ productId: 'barfi', quantity: 1 }], totalAmount: 400 }

    it('the last unit is sold to one of two shoppers; the refusal names the product', async () => {
      const responses = await Promise.all([place(lastBarfi), place(lastBarfi, {}, 'ravi')])
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
      expect(responses.find(({ status }) => status === 409)).toMatchObject({
        code: 'OUT_OF_STOCK',
        message: 'Kaju Barfi is sold out',
        details: { items: [{ productId: 'barfi', name: 'Kaju Barfi', available: 0 }] },
      })
      expect(await stockOf('barfi')).toBe(0)
    })

    it('the stock of a cancelled order is returned', async () => {
      const { data } = await place(lastBarfi)
      await shop().call('boss', 'PUT', `/purchases/order/${data.purchaseId}/status`, {
        orderStatus: 'CANCELLED',
      })
      expect(await stockOf('barfi')).toBe(1)
    })
  })

  it(`${ordersAtOnce} orders at once are stored once each, every one with its own id`, async () => {
    const shoppers = Array.from({ length: 64 }, (_, index) => `shopper-${index}`)
    const orders = Array.from({ length: ordersAtOnce }, (_, index) => ({
      sub: shoppers[index % shoppers.length] ?? '',
      key: `order-${index}`,
    }))
    const responses = await Promise.all(
      orders.map(({ sub, key }) => place({}, { 'idempotency-key': key }, sub)),
    )

    expect(responses.every(({ status }) => status === 201)).toBe(true)
    const ids = responses.map(({ data }) => data.purchaseId as string)
    expect(new Set(ids).size).toBe(ordersAtOnce)
    expect(new Set(ids.map(orderNumber)).size).toBe(ordersAtOnce)
    const histories = await Promise.all(shoppers.map((sub) => history(sub)))
    expect(new Set(histories.flat().map((order) => order.purchaseId))).toEqual(new Set(ids))
    expect(histories.flat()).toHaveLength(ordersAtOnce)
    expect(await mails()).toHaveLength(ordersAtOnce)
  })
}
