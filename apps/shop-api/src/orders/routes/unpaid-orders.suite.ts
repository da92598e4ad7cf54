import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { beforeEach, afterEach, expect, it } from 'vitest'
import { aProduct } from '../../catalogue/product.fixture.ts'
import { type OpenTestShop, TEST_PAYMENTS, type TestShop } from '../../shop.fixture.ts'
import { card, GOOD_CARD } from '../work/checkout.fixture.ts'

const COD = { method: 'cod' }
const UPI_QR = { method: 'hosted', choice: 'upi' }
/** The simulator sends the shopper of this card to the bank's page. */
const BANK_PAGE_CARD = card('4000000000003220')
/** The simulator says only later what became of a charge of this card. */
const SILENT_CARD = card('4000000000000119')
const UNPAID_WAYS = [COD, UPI_QR, BANK_PAGE_CARD]

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const STOCK = 1000
/** The most units of one product that a buyer may hold without paying. */
const UNITS_MAX = 20

type PlacedOrder = {
  purchaseId: string
  payment: { state: string; expiresAt: string }
  /** Only in the reply to a guest. */
  order?: { orderStatus: string }
}
type Placed = { status: number; code?: string; data?: PlacedOrder }
type OrderOptions = { quantity?: number; payment?: object; from?: string }

/** Orders that hold stock without being paid, on every adapter. */
export function unpaidOrdersSuite(open: OpenTestShop) {
  let testShop: TestShop
  let keys = 0
  beforeEach(async () => {
    testShop = await open({
      guestCheckout: true,
      rateLimitScale: 1,
      payments: { ...TEST_PAYMENTS, providers: ['upi', 'simulator'] },
      orderLimits: { quantityMax: 50, codMaxPaise: asPaise(5_000_000), openUnitsMax: UNITS_MAX },
    })
    await testShop.shop.products.fillIfEmpty([
      aProduct({
        products_id: 'laddoo',
        name: 'Motichoor Laddoo',
        pricePaise: asPaise(10_000),
        stock: STOCK,
      }),
      aProduct({ products_id: 'barfi', name: 'Kaju Barfi', pricePaise: asPaise(10_000) }),
    ])
  })
  afterEach(() => testShop.close())

  async function send(url: string, body: object, headers: object, from: string): Promise<Placed> {
    const response = await testShop.shop.app.inject({
      method: 'POST',
      url: `/api${url}`,
      remoteAddress: from,
      headers: { 'idempotency-key': `unpaid-order-key-${(keys += 1)}`, ...headers },
      body,
    })
    const { code, data } = response.json<Omit<Placed, 'status'>>()
    return { status: response.statusCode, ...(code !== undefined && { code }), ...(data && { data }) }
  }
  const placeAsGuest = (
    email: string,
    { quantity = 1, payment = UPI_QR, from = '203.0.113.7' }: OrderOptions = {},
  ) => send('/guest-orders', { ...orderOf(quantity, payment), email }, {}, from)
  const placeAs = async (
    sub: string,
    { quantity = 1, payment = UPI_QR, from = '203.0.113.7' }: OrderOptions = {},
  ) => {
    const authorization = `Bearer ${await testShop.tokenFor(sub)}`
    return send(`/purchases/${sub}`, orderOf(quantity, payment), { authorization }, from)
  }
  const heldUnits = async () => STOCK - ((await testShop.shop.products.find('laddoo'))?.stock ?? 0)
  const setStatuses = async (purchaseId: string, orderStatuses: string[]) => {
    for (const orderStatus of orderStatuses)
      await testShop.call('boss', 'PUT', `/purchases/order/${purchaseId}/status`, { orderStatus })
  }
  const passTime = (ms: number) => {
    testShop.clock.now = new Date(testShop.clock.now.getTime() + ms)
  }
  const claimPaid = (sub: string, id: string | undefined, body: object) =>
    testShop.call(sub, 'POST', `/purchases/order/${id}/paid`, body)

  it.each([
    ['cash on delivery', COD],
    ["the shop's UPI code", UPI_QR],
    ["the bank's page", BANK_PAGE_CARD],
  ])('an account and a guest hold at most 20 of a product without paying by %s', async (_way, payment) => {
    const byAccount = await Promise.all(
      Array.from({ length: 5 }, () => placeAs('asha', { quantity: 8, payment })),
    )
    expect(byAccount.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(countOf(byAccount, 'QUANTITY_LIMITED')).toBe(3)
    const byGuest = await Promise.all(
      Array.from({ length: 5 }, () => placeAsGuest('ravi@example.in', { quantity: 8, payment })),
    )
    expect(byGuest.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(await heldUnits()).toBe(32)
  })

  it('orders by different ways to pay count together, up to ten of an account', async () => {
    const placed = await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        placeAs('asha', { payment: UNPAID_WAYS[number % UNPAID_WAYS.length] ?? COD }),
      ),
    )
    expect(placed.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(countOf(placed, 'OPEN_ORDERS_LIMITED')).toBe(2)
    expect(await heldUnits()).toBe(10)
  })

  it('an order that is paid at once is not refused because of unpaid ones', async () => {
    for (let number = 0; number < 3; number += 1) await placeAsGuest('asha@example.in', { payment: COD })
    expect((await placeAsGuest('asha@example.in', { payment: COD })).code).toBe('OPEN_ORDERS_LIMITED')
    const paid = await placeAsGuest('asha@example.in', { quantity: 50, payment: GOOD_CARD })
    expect([paid.status, paid.data?.order?.orderStatus]).toEqual([201, 'CONFIRMED'])
    for (let number = 0; number < 2; number += 1) await placeAs('asha', { quantity: 10, payment: COD })
    expect((await placeAs('asha', { payment: COD })).code).toBe('QUANTITY_LIMITED')
    expect((await placeAs('asha', { quantity: 50, payment: GOOD_CARD })).status).toBe(201)
  })

  it('charges without an outcome hold stock too, so they count', async () => {
    const silent = { quantity: 10, payment: SILENT_CARD }
    for (let number = 0; number < 2; number += 1) {
      const { data } = await placeAs('asha', silent)
      expect(data?.payment.state).toBe('checking')
    }
    expect((await placeAs('asha', silent)).code).toBe('QUANTITY_LIMITED')
    expect((await placeAs('asha', { payment: COD })).code).toBe('QUANTITY_LIMITED')
    expect(await heldUnits()).toBe(20)
  })

  it('an order that its card cannot pay at once leaves nothing when a limit refuses it', async () => {
    for (let number = 0; number < 3; number += 1) await placeAsGuest('asha@example.in')
    const refused = await placeAsGuest('asha@example.in', { payment: BANK_PAGE_CARD })
    expect([refused.status, refused.code]).toEqual([409, 'OPEN_ORDERS_LIMITED'])
    expect(await heldUnits()).toBe(3)
  })

  it('shipped, expired and cancelled orders do not count', async () => {
    const [first, second] = await Promise.all([
      placeAs('asha', { quantity: 10, payment: COD }),
      placeAs('asha', { quantity: 10, payment: COD }),
    ])
    expect((await placeAs('asha', { payment: COD })).code).toBe('QUANTITY_LIMITED')
    await setStatuses(first.data?.purchaseId ?? '', ['SHIPPED'])
    expect((await placeAs('asha', { quantity: 10 })).status).toBe(201)
    await testShop.call('asha', 'POST', `/purchases/order/${second.data?.purchaseId}/cancel`, {
      reason: 'Ordered twice',
    })
    expect((await placeAs('asha', { quantity: 10 })).status).toBe(201)
    expect((await placeAs('asha')).code).toBe('QUANTITY_LIMITED')
    passTime(31 * MINUTE_MS)
    await testShop.shop.reconcile()
    expect((await placeAs('asha', { quantity: 20 })).status).toBe(201)
  })

  it('the guests of one network hold at most three times as much as one of them', async () => {
    const placed = await Promise.all(
      Array.from({ length: 16 }, (_, number) =>
        placeAsGuest(`guest${number}@example.in`, { quantity: 5, payment: COD }),
      ),
    )
    expect(placed.filter(({ status }) => status === 201)).toHaveLength(12)
    expect(countOf(placed, 'QUANTITY_LIMITED')).toBe(4)
    expect(await heldUnits()).toBe(60)
    // Others behind the same address of a carrier still buy, and so does everybody elsewhere.
    expect((await placeAs('asha', { quantity: 5, payment: COD })).status).toBe(201)
    expect((await placeAsGuest('ravi@example.in', { quantity: 5, payment: GOOD_CARD })).status).toBe(201)
    expect((await placeAsGuest('ravi@example.in', { from: '198.51.100.9' })).status).toBe(201)
  })

  it('new accounts of one network have a limit too, and accounts with a delivered order have none', async () => {
    const known = await placeAs('asha', { quantity: 1, payment: COD })
    await setStatuses(known.data?.purchaseId ?? '', ['SHIPPED', 'DELIVERED'])
    const placed = await Promise.all(
      Array.from({ length: 8 }, (_, number) => placeAs(`new-${number}`, { quantity: 10 })),
    )
    expect(placed.filter(({ status }) => status === 201)).toHaveLength(6)
    expect((await placeAs('asha', { quantity: 10 })).status).toBe(201)
    expect((await placeAsGuest('ravi@example.in', { quantity: 10 })).status).toBe(201)
  })

  it('the owner of an IPv6 /48 holds at most four times as much as one of its networks', async () => {
    const placed = await Promise.all(
      Array.from({ length: 14 }, (_, number) =>
        placeAsGuest(`guest${number}@example.in`, {
          quantity: 20,
          from: `2001:db8:7:${number.toString(16)}::1`,
        }),
      ),
    )
    expect(placed.filter(({ status }) => status === 201)).toHaveLength(12)
    expect(await heldUnits()).toBe(240)
  })

  it('only a claim with a bank reference gives a UPI order more time', async () => {
    const [empty, made, honest] = await Promise.all([placeAs('asha'), placeAs('asha'), placeAs('asha')])
    const ids = [empty, made, honest].map(({ data }) => data?.purchaseId ?? '')
    const expiresAt = empty.data?.payment.expiresAt
    passTime(10 * MINUTE_MS)
    const claims = [
      await claimPaid('asha', ids[0], {}),
      await claimPaid('asha', ids[1], { reference: 'paid' }),
      await claimPaid('asha', ids[2], { reference: '402911112222' }),
    ]
    expect(claims.map(({ data }) => data.payment.state)).toEqual(['claimed', 'claimed', 'claimed'])
    expect(claims.map(({ data }) => data.payment.expiresAt === expiresAt)).toEqual([true, true, false])
    // The reference may come later.
    const later = await claimPaid('asha', ids[0], { reference: 'SBIN226001123456' })
    expect(Date.parse(later.data.payment.expiresAt)).toBeGreaterThan(
      testShop.clock.now.getTime() + 47 * HOUR_MS,
    )
  })

  it('claims extend the time of at most two orders of a buyer at once', async () => {
    const placed = await Promise.all(Array.from({ length: 5 }, () => placeAs('asha')))
    const ids = placed.map(({ data }) => data?.purchaseId ?? '')
    const claims = await Promise.all(
      ids.map((id, number) => claimPaid('asha', id, { reference: `40291111222${number}` })),
    )
    // Every claim is stored: the operator sees all of them.
    expect(claims.map(({ data }) => data.payment.state)).toEqual(ids.map(() => 'claimed'))
    const isLong = ({ data }: (typeof claims)[number]) =>
      Date.parse(data.payment.expiresAt) > testShop.clock.now.getTime() + HOUR_MS
    expect(claims.filter(isLong)).toHaveLength(2)

    const paidId = ids[claims.findIndex(isLong)] ?? ''
    await testShop.call('boss', 'POST', `/admin/orders/${paidId}/confirm`, {
      amount: 100,
      reference: '402911119999',
    })
    const { data } = await placeAs('asha')
    const next = await claimPaid('asha', data?.purchaseId ?? '', { reference: '402911118888' })
    expect(isLong(next)).toBe(true)
  })
}

function countOf(placed: readonly Placed[], code: string) {
  return placed.filter((each) => each.code === code).length
}

function orderOf(quantity: number, payment: object) {
  return {
    items: [{ productId: 'laddoo', quantity }],
    totalAmount: 100 * quantity,
    paymentDetails: payment,
    shippingAddress: homeAddress,
  }
}
