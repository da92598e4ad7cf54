import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { placeGuestOrder } from '@nashta/contracts/orders/guest-order'
import { claimLinkedOrder } from '@nashta/contracts/orders/order-link'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import { plainPicture } from '@nashta/images/pictures.fixture'
import { expect, it, onTestFinished } from 'vitest'
import type { ShopApiOptions } from '../../open-shop-api.ts'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { DEMO_SHOP } from '../../shop/demo-shop.ts'
import { card, GOOD_CARD, openCheckout } from '../work/checkout.fixture.ts'

const KEY = 'guest-key-0000000000'
const COD = { method: 'cod' }

/** The user id of a guest begins with this. Guests and the recommendation service never see it. */
const GUEST_ID_PREFIX = 'guest:'

type GuestResponse = {
  status: number
  code?: string
  headers: Record<string, unknown>
  data: PlacedGuestOrder
}
type PlacedGuestOrder = {
  order: { purchaseId: string; orderStatus: string; payment?: { form?: { fields: Record<string, string> } } }
  token: string
}

const orderBody = (fields: object = {}) => ({
  email: 'Asha@Example.in',
  items: [{ productId: 'laddoo', quantity: 2 }],
  totalAmount: 559,
  paymentDetails: GOOD_CARD,
  shippingAddress: homeAddress,
  ...fields,
})

/** Orders without an account, on every adapter. */
export function guestOrdersSuite(open: OpenTestShop) {
  const withGuests = (overrides?: Partial<ShopApiOptions>) => open({ guestCheckout: true, ...overrides })
  const { history, shop, stockOf } = openCheckout(withGuests)

  /** Calls the API without an access token. */
  async function call(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers = {},
  ): Promise<GuestResponse> {
    const response = await shop().shop.app.inject({
      method,
      url: `/api${path}`,
      headers,
      ...(body && { body }),
    })
    return {
      status: response.statusCode,
      headers: response.headers,
      ...response.json<Pick<GuestResponse, 'code' | 'data'>>(),
    }
  }
  /** Opens another shop, which has the same laddoo. */
  async function openAnotherShop(overrides: Partial<ShopApiOptions>) {
    const opened = await withGuests(overrides)
    onTestFinished(() => opened.close())
    const laddoo = await shop().shop.products.find('laddoo')
    await opened.shop.products.fillIfEmpty(laddoo ? [laddoo] : [])
    return opened
  }
  const place = (fields: object = {}, key = KEY) =>
    call('POST', '/guest-orders', orderBody(fields), { 'idempotency-key': key })
  const find = (key: string) => call('POST', '/guest-orders/find', {}, { 'idempotency-key': key })
  const openLink = (token: string) => call('GET', `/order-links/${token}`)
  const claim = (sub: string, token: string) => shop().call(sub, 'POST', `/order-links/${token}/claim`, {})
  const deliver = async (id: string) => {
    for (const orderStatus of ['SHIPPED', 'DELIVERED'])
      expect(
        (await shop().call('boss', 'PUT', `/purchases/order/${id}/status`, { orderStatus })).status,
      ).toBe(200)
  }

  it('a guest orders with an e-mail address, and opens the order by the mailed link', async () => {
    const placed = await place()
    expect(placed.status).toBe(201)
    const { order, token } = parseExactly(placeGuestOrder.reply, { data: placed.data }).data
    expect(order).toMatchObject({ orderStatus: 'CONFIRMED', totalAmount: 559, shippingAddress: homeAddress })
    expect((await openLink(token)).data).toMatchObject({
      purchaseId: order.purchaseId,
      mayCancel: true,
      mayClaim: true,
    })
    await expect.poll(async () => (await shop().mailbox.list('asha@example.in')).length).toBe(1)
    const [mail] = await shop().mailbox.list('asha@example.in')
    expect(mail?.text).toContain(`https://snacks.example/orders/${token}`)
    expect(JSON.stringify(placed.data)).not.toContain(GUEST_ID_PREFIX)
  })

  it('requests with the same key get the same reply: one order and one charge', async () => {
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => place()))
    for (const other of [...others, await place()]) {
      expect(other.status).toBe(201)
      expect(other.data).toEqual(first?.data)
    }
    expect(await shop().countCharges()).toBe(1)
    expect((await find(KEY)).data).toEqual(first?.data)
    expect((await find(`${KEY}1`)).code).toBe('ORDER_NOT_FOUND')
    expect((await find('short-key')).status).toBe(400)
    expect((await place({ email: 'ravi@example.in' })).code).toBe('IDEMPOTENCY_KEY_REUSED')
    expect((await place({ items: [{ productId: 'laddoo', quantity: 1 }] })).code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    )
  })

  it('a guest needs a long key and an e-mail address, and orders by the usual rules', async () => {
    expect((await call('POST', '/guest-orders', orderBody())).status).toBe(400)
    expect((await place({}, 'short-key')).status).toBe(400)
    expect((await place({ email: 'nobody' })).status).toBe(400)
    expect((await place({ totalAmount: 1 })).code).toBe('PRICE_CHANGED')
    const barfis = [{ productId: 'barfi', quantity: 2 }]
    expect((await place({ items: barfis, totalAmount: 800 })).code).toBe('OUT_OF_STOCK')
    expect((await place({ items: [{ productId: 'laddoo', quantity: 51 }] })).code).toBe('QUANTITY_LIMITED')
    expect(await shop().countCharges()).toBe(0)
  })

  it('the endpoint for guest orders does not exist when guest checkout is off', async () => {
    const off = await open({ guestCheckout: false })
    onTestFinished(() => off.close())
    const send = (url: string) =>
      off.shop.app.inject({ method: 'POST', url, headers: { 'idempotency-key': KEY }, body: orderBody() })
    const [response, missing] = [await send('/api/guest-orders'), await send('/api/no-such-call')]
    expect([response.statusCode, response.body]).toEqual([404, missing.body])
  })

  it('guests order as soon as an operator has allowed it, where no setting decides', async () => {
    const opened = await openAnotherShop({ guestCheckout: undefined })
    const send = async (key: string) => {
      const headers = { 'idempotency-key': key }
      const body = orderBody()
      return (await opened.shop.app.inject({ method: 'POST', url: '/api/guest-orders', headers, body }))
        .statusCode
    }
    expect(await send(`${KEY}-before`)).toBe(404)
    await opened.call('boss', 'PUT', '/admin/shop', { ...DEMO_SHOP, guestCheckout: true })
    expect(await send(`${KEY}-allowed`)).toBe(201)
    await opened.call('boss', 'PUT', '/admin/shop', DEMO_SHOP)
    expect(await send(`${KEY}-after`)).toBe(404)
  })

  it('one e-mail address has at most three unpaid orders, until one of them is over', async () => {
    const orders: PlacedGuestOrder[] = []
    for (let number = 0; number < 3; number += 1) {
      const { data } = await place({ paymentDetails: COD, email: `ASHA@example.in` }, `${KEY}${number}`)
      orders.push(data)
    }
    const refused = await place({ paymentDetails: COD }, `${KEY}3`)
    expect([refused.status, refused.code]).toEqual([409, 'OPEN_ORDERS_LIMITED'])
    expect((await place({ paymentDetails: COD, email: 'ravi@example.in' }, `${KEY}4`)).status).toBe(201)

    await call('POST', `/order-links/${orders[0]?.token}/cancel`, { reason: 'Ordered twice' })
    expect((await place({ paymentDetails: COD }, `${KEY}3`)).status).toBe(201)
    expect((await place({ paymentDetails: COD }, `${KEY}5`)).code).toBe('OPEN_ORDERS_LIMITED')
    await deliver(orders[1]?.order.purchaseId ?? '')
    expect((await place({ paymentDetails: COD }, `${KEY}5`)).status).toBe(201)
  })

  it('of many concurrent orders with one e-mail address, three are placed', async () => {
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, number) => place({ paymentDetails: COD }, `${KEY}${number}`)),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(responses.filter(({ code }) => code === 'OPEN_ORDERS_LIMITED')).toHaveLength(3)
  })

  it('when a guest order is over, the hash of its network is deleted or has an expiry time', async () => {
    const limited = await openAnotherShop({ rateLimitScale: 1 })
    const response = await limited.shop.app.inject({
      method: 'POST',
      url: '/api/guest-orders',
      headers: { 'idempotency-key': KEY },
      body: orderBody({ paymentDetails: COD }),
    })
    // The hash is in a key that begins with `network:`.
    expect(await limited.everything()).toContain('network:')
    const { purchaseId } = response.json().data.order
    for (const orderStatus of ['SHIPPED', 'DELIVERED'])
      await limited.call('boss', 'PUT', `/purchases/order/${purchaseId}/status`, { orderStatus })
    const rows = (JSON.parse(await limited.everything()) as object[][]).flat()
    const left = rows.filter((row) => JSON.stringify(row).includes('network:'))
    expect(left.filter((row) => !('expiresAt' in row))).toEqual([])
  })

  it('a guest order takes stock and gives it back, and leaves no cart', async () => {
    const { data } = await place({ items: [{ productId: 'barfi', quantity: 1 }], totalAmount: 400 })
    expect(await stockOf('barfi')).toBe(0)
    await call('POST', `/order-links/${data.token}/cancel`, { reason: 'Ordered twice' })
    expect(await stockOf('barfi')).toBe(1)
    const rows = (JSON.parse(await shop().everything()) as Record<string, unknown>[][]).flat()
    const guestRows = rows.filter(({ userId }) => String(userId).startsWith(GUEST_ID_PREFIX))
    expect(guestRows.length).toBeGreaterThan(0)
    // In SQLite, an order has a `transactionId`. In DynamoDB, each item of the order table has a
    // `pk`. A cart has neither.
    expect(guestRows.filter((row) => !('transactionId' in row) && !('pk' in row))).toEqual([])
  })

  it('suggestions learn from an order only once it belongs to a shopper', async () => {
    const events: ShopEvent[] = []
    const watched = await openAnotherShop({
      deliverEvents: async (delivered) => void events.push(...delivered),
    })
    const response = await watched.shop.app.inject({
      method: 'POST',
      url: '/api/guest-orders',
      headers: { 'idempotency-key': KEY },
      body: orderBody(),
    })
    const { data }: { data: PlacedGuestOrder } = response.json()
    const { email: _email, ...body } = orderBody()
    await watched.call('ravi', 'POST', '/purchases/ravi', body)
    const buyers = () => events.filter(({ kind }) => kind === 'purchase').map(({ userId }) => userId)
    await expect.poll(buyers).toEqual(['ravi'])
    await watched.call('asha', 'POST', `/order-links/${data.token}/claim`, {})
    await expect.poll(buyers).toEqual(['ravi', 'asha'])
    expect(JSON.stringify(events)).not.toContain(GUEST_ID_PREFIX)
  })

  it('only the account with the verified e-mail address takes an order over, once', async () => {
    const { data } = await place({ paymentDetails: COD })
    const { token, order } = data
    const wrongToken = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
    for (const sub of ['ravi', 'boss']) expect((await claim(sub, token)).code).toBe('ORDER_NOT_FOUND')
    expect((await claim('asha', wrongToken)).status).toBe(404)
    expect(await history('asha')).toEqual([])

    const claims = await Promise.all([claim('asha', token), claim('asha', token), claim('asha', token)])
    for (const claimed of claims)
      expect(parseExactly(claimLinkedOrder.reply, { data: claimed.data }).data).toMatchObject({
        purchaseId: order.purchaseId,
      })
    expect(await history('asha')).toMatchObject([{ purchaseId: order.purchaseId, orderStatus: 'CONFIRMED' }])
    expect((await openLink(token)).data).not.toHaveProperty('mayClaim')
    // The guest's idempotency key no longer opens the order.
    expect((await place({ paymentDetails: COD })).code).toBe('ORDER_NOT_FOUND')
    expect((await find(KEY)).code).toBe('ORDER_NOT_FOUND')
    expect(await history('asha')).toHaveLength(1)
    await deliver(order.purchaseId)
    expect(await history('asha')).toMatchObject([{ orderStatus: 'DELIVERED' }])
  })

  it('the key of a guest does not reveal the link of an order that was taken over', async () => {
    const { data: placed } = await place()
    await claim('asha', placed.token)
    const renewed = await shop().call('asha', 'POST', `/purchases/order/${placed.order.purchaseId}/link`, {})
    const replayed = await place()
    expect([replayed.status, replayed.code]).toEqual([404, 'ORDER_NOT_FOUND'])
    expect(JSON.stringify(replayed)).not.toContain(renewed.data.token)
    expect(await shop().countCharges()).toBe(1)
  })

  it("the payment token of a guest does not reveal the link of another guest's order", async () => {
    // The simulator asks the shopper of this card to confirm the payment at the bank.
    const payAtBank = { paymentDetails: card('4000000000003220') }
    const { data: victim } = await place(payAtBank)
    const { data: own } = await place({ ...payAtBank, email: 'ravi@example.in' }, `${KEY}1`)
    /** Returns from the bank to any order, with the token of the own payment. */
    const returnTo = (purchaseId: string, result: string) =>
      shop().shop.app.inject({
        method: 'POST',
        url: `/api/payments/simulator/return?order=${purchaseId}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...own.order.payment?.form?.fields, result }).toString(),
      })
    for (const result of ['failed', 'paid']) {
      const { statusCode, headers } = await returnTo(victim.order.purchaseId, result)
      expect([statusCode, headers.location]).toEqual([403, undefined])
    }
    const { statusCode, headers } = await returnTo(own.order.purchaseId, 'paid')
    expect([statusCode, headers.location]).toEqual([303, `/orders/${own.token}`])
  })

  it('a shipping address with control or text-reversing characters is refused', async () => {
    for (const character of ['\n', '\u0007', '\u2028', '\u202E', '\u2067', '\u200F'])
      for (const field of ['fullName', 'addressLine1', 'addressLine2', 'city', 'phoneNumber']) {
        const shippingAddress = { ...homeAddress, [field]: `Asha${character}Rao` }
        expect(await place({ shippingAddress })).toMatchObject({
          status: 400,
          code: 'VALIDATION_FAILED',
        })
      }
    // Indian scripts need these joiner characters.
    const fullName = 'ക\u200Dഷ ಶ್\u200Cರೀ'
    expect((await place({ shippingAddress: { ...homeAddress, fullName } })).status).toBe(201)
  })

  it('a mail to a guest has the town and pincode of the address, and no text that the guest chose', async () => {
    const shippingAddress = {
      fullName: 'Dear customer',
      addressLine1: 'your account is blocked',
      addressLine2: 'call now',
      city: 'evil.example 9876543210 Mumbai',
      state: 'Maharashtra or else',
      pincode: '400 001',
      phoneNumber: '1800 123 456',
    }
    const { data } = await place({ shippingAddress })
    await call('POST', `/order-links/${data.token}/cancel`, { reason: 'Visit https://evil.example' })
    await expect.poll(async () => (await shop().mailbox.list('asha@example.in')).length).toBe(2)
    for (const { subject, text, html } of await shop().mailbox.list('asha@example.in')) {
      const content = `${subject} ${text} ${html}`
      expect(text).toContain('evil example Mumbai 400001')
      for (const typed of ['Dear customer', 'blocked', 'call now', 'or else', '1800', '9876', '//evil'])
        expect(content).not.toContain(typed)
    }
  })

  it('a shipping address with a web address is refused', async () => {
    for (const field of ['fullName', 'addressLine1', 'addressLine2', 'phoneNumber'])
      for (const link of ['https://evil.example', 'www.evil.example']) {
        const refused = await place({ shippingAddress: { ...homeAddress, [field]: `Pay at ${link}` } })
        expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
      }
  })

  it('an account with an unverified e-mail address cannot take over an order', async () => {
    const unverified = await openAnotherShop({ verifiedEmailOf: async () => null })
    const response = await unverified.shop.app.inject({
      method: 'POST',
      url: '/api/guest-orders',
      headers: { 'idempotency-key': KEY },
      body: orderBody(),
    })
    const { data }: { data: PlacedGuestOrder } = response.json()
    const claimed = await unverified.call('asha', 'POST', `/order-links/${data.token}/claim`, {})
    expect(claimed.code).toBe('ORDER_NOT_FOUND')
  })

  it('an account is erased with the delivered guest orders of its e-mail address', async () => {
    const { data: delivered } = await place({ paymentDetails: COD })
    await deliver(delivered.order.purchaseId)
    const { data: underWay } = await place({ paymentDetails: COD }, `${KEY}1`)
    // Three mails of the delivered order, and one of the other.
    await expect.poll(async () => (await shop().mailbox.list('asha@example.in')).length).toBe(4)
    expect((await shop().call('asha', 'DELETE', '/account/asha')).data).toEqual({ orders: 1 })
    expect((await openLink(delivered.token)).status).toBe(404)
    expect((await openLink(underWay.token)).status).toBe(200)

    await deliver(underWay.order.purchaseId)
    expect((await shop().call('asha', 'DELETE', '/account/asha')).data).toEqual({ orders: 1 })
    const everything = (await shop().everything()) + JSON.stringify(await shop().mailbox.list())
    for (const personal of [homeAddress.fullName, homeAddress.phoneNumber, 'asha@example.in'])
      expect(everything).not.toContain(personal)
    // Guest orders are stored under a key with the hash of the e-mail address.
    expect(everything).not.toContain('email:')
  })

  it('the erasure of a guest erases nothing of the owner of the typed e-mail address', async () => {
    const email = 'asha@example.in'
    const complaint = { name: 'Asha', email, orderNumber: '', text: 'My parcel is gone' }
    await call('POST', '/tickets', complaint)
    await call('POST', '/newsletter', { name: 'Asha', email })
    const { data: ashas } = await place({ paymentDetails: COD })
    const { data: strangers } = await place(
      {
        paymentDetails: COD,
        shippingAddress: { ...homeAddress, fullName: 'Some Stranger', phoneNumber: '9000000000' },
      },
      `${KEY}1`,
    )
    const { app } = shop().shop
    const url = `/api/order-links/${strangers.token}/help`
    const help = { kind: 'late', text: 'A stranger waits' }
    const { number } = (await app.inject({ method: 'POST', url, body: help })).json().data
    const picture = await plainPicture().png().toBuffer()
    await app.inject({ method: 'POST', url: `${url}/${number}/pictures`, body: picture })
    expect(shop().storedHelpPictures()).toHaveLength(1)
    for (const { order } of [ashas, strangers]) await deliver(order.purchaseId)
    // The newsletter, the complaint, the request for help, and three mails of each order.
    await expect.poll(async () => (await shop().mailbox.list(email)).length).toBe(9)

    const { customers } = (await shop().call('boss', 'GET', '/admin/customers?search=stranger')).data
    const path = `/admin/customers/${encodeURIComponent(customers[0].customerId)}`
    const shown = await shop().call('boss', 'GET', path)
    expect([shown.status, shown.data.newsletter]).toEqual([200, 'none'])
    const erased = await shop().call('boss', 'POST', `${path}/erase`, { confirm: 'erase' })
    expect(erased.data).toEqual({ erasedOrders: 1, account: 'none' })

    expect(shop().storedHelpPictures()).toEqual([])
    expect((await openLink(strangers.token)).status).toBe(404)
    expect((await openLink(ashas.token)).status).toBe(200)
    const everything = (await shop().everything()) + JSON.stringify(await shop().mailbox.list())
    expect(everything.toLowerCase()).not.toContain('stranger')
    expect(everything).toContain(complaint.text)
    // The newsletter, the complaint, and the three mails of Asha's order.
    expect(await shop().mailbox.list(email)).toHaveLength(5)
    for (const [list, text] of [
      ['due', 'My parcel is gone'],
      ['closed', 'Erased'],
    ]) {
      const { tickets } = (await shop().call('boss', 'GET', `/admin/tickets?list=${list}`)).data
      expect(tickets).toMatchObject([{ text }])
    }
  })

  it('the erasure of a guest removes the key with the hash of the e-mail address', async () => {
    const { data } = await place({ paymentDetails: COD })
    await deliver(data.order.purchaseId)
    expect(await shop().everything()).toContain('email:')
    const { customers } = (await shop().call('boss', 'GET', '/admin/customers')).data
    const path = `/admin/customers/${encodeURIComponent(customers[0].customerId)}/erase`
    expect((await shop().call('boss', 'POST', path, { confirm: 'erase' })).status).toBe(200)
    expect(await shop().everything()).not.toContain('email:')
  })
}
