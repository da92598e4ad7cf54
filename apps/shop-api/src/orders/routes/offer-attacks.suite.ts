import { setTimeout as sleep } from 'node:timers/promises'
import { WRONG_CODE_LIMITS } from '@nashta/contracts/api/rate-limits'
import { createRandom } from '@nashta/contracts/catalogue/random.fixture'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { sumOf } from '@nashta/contracts/pricing/sums'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { isOver } from '../order/phase.ts'
import { GOOD_CARD, openCheckout } from '../work/checkout.fixture.ts'

const CASH = { method: 'cod' }
const LADDOO = { productId: 'laddoo', quantity: 2 }
/** Of two laddoos, which cost 559. */
const TENTH_OFF = 503.1
/** Of a random history. */
const STEPS = 120

/** Attempts to get more from an offer than the shop gives, on every adapter. */
export function offerAttacksSuite(open: OpenTestShop) {
  const { shop, place } = openCheckout((overrides) => open({ guestCheckout: true, ...overrides }))
  const call = (...request: Parameters<ReturnType<typeof shop>['call']>) => shop().call(...request)
  const save = (id: string, fields: object) => {
    const terms = { kind: 'percentOff', percent: 10 }
    return call('boss', 'PUT', `/admin/offers/${id}`, { name: id, combines: false, terms, ...fields })
  }
  const usesOf = async (id: string) => {
    const { data } = await call('boss', 'GET', '/admin/offers')
    return data.offers.find((offer: { id: string }) => offer.id === id)?.uses
  }
  let keys = 0
  const buy = (totalAmount: number, fields: object = {}, sub = 'asha') =>
    place({ paymentDetails: CASH, totalAmount, ...fields }, { 'idempotency-key': `k${(keys += 1)}` }, sub)
  const guest = (fields: object) =>
    call(
      'nobody',
      'POST',
      '/guest-orders',
      {
        items: [LADDOO],
        paymentDetails: CASH,
        shippingAddress: homeAddress,
        totalAmount: TENTH_OFF,
        ...fields,
      },
      { 'idempotency-key': `guest-key-of-32-characters-${(keys += 1)}` },
    )

  beforeEach(() => shop().tokenFor('boss', ['admin']))

  it.each([[-2], [0], [0.5], [1e9], [Number.MAX_SAFE_INTEGER], ['2'], [null]])(
    'a line of %j units is refused, alone and beside one that pays for it',
    async (quantity) => {
      await save('ten', { code: 'TEN' })
      for (const items of [[{ productId: 'laddoo', quantity }], [LADDOO, { productId: 'barfi', quantity }]])
        expect((await buy(TENTH_OFF, { items, offerCode: 'ten' })).status).toBe(400)
      expect(await usesOf('ten')).toBe(0)
    },
  )

  it.each([-1, 0, 0.01, 1e15])('a total of %d, which no offer makes, is refused', async (total) => {
    await save('ten', { code: 'TEN' })
    expect([400, 409]).toContain((await buy(total, { offerCode: 'ten' })).status)
    expect(await usesOf('ten')).toBe(0)
  })

  it('codes do not stack: in one field, in two, in a list, or on two lines of a product', async () => {
    await save('ten', { code: 'TEN' })
    await save('five', { code: 'FIVE', terms: { kind: 'percentOff', percent: 5 } })
    for (const offerCode of ['TEN FIVE', 'TEN,FIVE', 'TENFIVE', 'TEN;TEN'])
      expect((await buy(TENTH_OFF, { offerCode })).status).toBe(409)
    expect((await buy(TENTH_OFF, { offerCode: ['TEN', 'FIVE'] })).status).toBe(400)
    const items = [
      { productId: 'laddoo', quantity: 1 },
      { productId: 'laddoo', quantity: 1 },
    ]
    const twice = await buy(TENTH_OFF, { items, offerCode: 'ten', code: 'FIVE', offers: ['five'] })
    expect([201, 400]).toContain(twice.status)
    expect(await usesOf('five')).toBe(0)
    expect(await usesOf('ten')).toBeLessThanOrEqual(1)
  })

  it('an offer without a code does not join one that may not be combined', async () => {
    await save('auto', { terms: { kind: 'rupeesOff', amount: 100 }, combines: true })
    await save('ten', { code: 'TEN' })
    // The better of the two, not both.
    expect((await buy(403.1, { offerCode: 'ten' })).status).toBe(409)
    expect((await buy(459, { offerCode: 'ten' })).status).toBe(201)
    expect([await usesOf('auto'), await usesOf('ten')]).toEqual([1, 0])
  })

  it('one guest is one customer, however the phone number and the e-mail address are written', async () => {
    await save('once', { code: 'ONCE', usesPerCustomer: 1 })
    const numbers = [
      '9876543210',
      '+91 98765 43210',
      '09876543210',
      '+919876543210',
      '98765-43210',
      '0091 9876543210',
    ]
    let placed = 0
    for (const [index, phoneNumber] of numbers.entries()) {
      const shippingAddress = { ...homeAddress, phoneNumber }
      const { status } = await guest({ email: `g${index}@example.in`, offerCode: 'once', shippingAddress })
      if (status === 201) placed += 1
    }
    expect(placed).toBe(1)
    expect(await usesOf('once')).toBe(1)
  })

  it('of many orders of one account at once, one has the use that is left', async () => {
    await save('once', { code: 'ONCE', usesPerCustomer: 1 })
    const placed = await Promise.all(Array.from({ length: 12 }, () => buy(TENTH_OFF, { offerCode: 'once' })))
    expect(placed.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await usesOf('once')).toBe(1)
  })

  it('orders and cancellations in turns never give a use back twice', async () => {
    await save('two', { code: 'TWO', usesMax: 2 })
    for (let round = 0; round < 4; round += 1) {
      const { data } = await buy(TENTH_OFF, { offerCode: 'two' })
      const cancel = () =>
        call('asha', 'POST', `/purchases/order/${data.purchaseId}/cancel`, { reason: 'No' })
      await Promise.all([cancel(), cancel(), cancel()])
      expect(await usesOf('two')).toBe(0)
    }
    const placed = await Promise.all(
      ['asha', 'ravi', 'mira', 'zoya'].map((sub) => buy(TENTH_OFF, { offerCode: 'two' }, sub)),
    )
    expect(placed.filter(({ status }) => status === 201)).toHaveLength(2)
  })

  it.each([
    [559.03, { terms: { kind: 'percentOff', percent: 33.33 } }],
    [559, { terms: { kind: 'buyGet', buy: 2, get: 1 } }],
    [738.5, { terms: { kind: 'rupeesOff', amount: 100 }, minSpend: 800 }],
  ])(
    'units that go back one by one give back the %d that were paid, not what was listed: %j',
    async (total, offer) => {
      await save('deal', { code: 'DEAL', ...offer })
      const items = [{ productId: 'laddoo', quantity: 3 }]
      const { data, status } = await buy(total, { items, offerCode: 'deal', paymentDetails: GOOD_CARD })
      expect(status).toBe(201)
      const back = (key: string, quantity: number) =>
        call(
          'boss',
          'POST',
          `/admin/orders/${data.purchaseId}/refund`,
          { reason: 'Stale', goods: 'lost', items: [{ productId: 'laddoo', quantity }] },
          { 'idempotency-key': key },
        )
      for (const key of ['a', 'b', 'c', 'd']) await back(key, 1)
      const { data: order } = await call('boss', 'GET', `/admin/orders/${data.purchaseId}`)
      const refunded = order.refunds.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)
      expect(Math.round(refunded * 100)).toBe(Math.round(total * 100))
    },
  )

  it('an edit that takes the reason of an offer away takes the offer away, and one that is refused counts its use again', async () => {
    await save('rich', { code: 'RICH', usesPerCustomer: 1, minSpend: 500 })
    const { data } = await buy(TENTH_OFF, { offerCode: 'rich' })
    const id = data.purchaseId
    const edit = async (quantity: number) => {
      const { data: order } = await call('boss', 'GET', `/admin/orders/${id}`)
      const body = {
        items: [{ productId: 'laddoo', quantity }],
        address: homeAddress,
        version: order.version,
      }
      const trial = await call('boss', 'POST', `/admin/orders/${id}/edits/try`, body)
      const totalAmount = trial.data.after?.totalAmount ?? trial.data.order?.totalAmount ?? 279.5
      return call(
        'boss',
        'POST',
        `/admin/orders/${id}/edits`,
        { ...body, totalAmount },
        { 'idempotency-key': `edit-${quantity}` },
      )
    }
    const edited = await edit(1)
    expect({ status: edited.status, message: edited.message }).toMatchObject({ status: 200 })
    expect(await usesOf('rich')).toBe(0)
    // The use is free again, and another order has it before the edit is refused.
    expect((await buy(TENTH_OFF, { offerCode: 'rich' })).status).toBe(201)
    const refused = await call('asha', 'POST', `/purchases/order/${id}/edits/refuse`, { editId: 'E1' })
    const uses = await usesOf('rich')
    // The price that the shopper had agreed to is honoured, so this is one use beyond the limit.
    expect({ status: refused.status, uses }).toEqual({ status: 200, uses: 2 })
    expect((await buy(TENTH_OFF, { offerCode: 'rich' })).status).toBe(409)
  })

  it(`after ${STEPS} random orders, edits, refusals, refunds and cancellations each offer has counted its orders`, async () => {
    const { below, one, chance } = createRandom(44)
    await save('auto', { terms: { kind: 'percentOff', percent: 5 }, minSpend: 900, combines: true })
    await save('ten', { code: 'TEN', combines: true, usesMax: 6 })
    await save('pair', { code: 'PAIR', terms: { kind: 'buyGet', buy: 2, get: 1 }, usesPerCustomer: 1 })
    await save('free', { code: 'FREE', terms: { kind: 'rupeesOff', amount: 5000 }, firstOrderOnly: true })
    const placed: { id: string; sub: string }[] = []
    const units = () => [{ productId: 'laddoo', quantity: 1 + below(5) }]

    async function order() {
      const sub = one(['asha', 'ravi', 'mira', 'zoya'])
      const fields = {
        items: units(),
        offerCode: one(['TEN', 'PAIR', 'FREE', '']),
        paymentDetails: chance(0.5) ? CASH : GOOD_CARD,
      }
      // The first total is wrong, and the reply says the right one.
      const { data, details } = await buy(1, fields, sub)
      const made = data ?? (await buy(details?.totalAmount ?? 0, fields, sub)).data
      if (made?.purchaseId) placed.push({ id: made.purchaseId, sub })
    }
    async function edit(id: string, isRefused: boolean, sub: string) {
      const { version } = (await call('boss', 'GET', `/admin/orders/${id}`)).data
      const body = { items: units(), address: homeAddress, version }
      const trial = await call('boss', 'POST', `/admin/orders/${id}/edits/try`, body)
      if (trial.status !== 200) return
      const { editId, total } = trial.data.edit
      const edited = { ...body, totalAmount: total.after }
      await call('boss', 'POST', `/admin/orders/${id}/edits`, edited, {
        'idempotency-key': `e${(keys += 1)}`,
      })
      if (isRefused) await call(sub, 'POST', `/purchases/order/${id}/edits/refuse`, { editId })
    }
    const refundOne = (id: string) =>
      call(
        'boss',
        'POST',
        `/admin/orders/${id}/refund`,
        { reason: 'Stale', goods: 'lost', items: [{ productId: 'laddoo', quantity: 1 }] },
        { 'idempotency-key': `r${(keys += 1)}` },
      )
    for (let step = 0; step < STEPS; step += 1) {
      shop().clock.now = new Date(shop().clock.now.getTime() + 1000)
      const { id, sub } = placed.length > 0 ? one(placed) : { id: '', sub: '' }
      const action = id === '' ? 'order' : one(['order', 'order', 'edit', 'refused edit', 'cancel', 'refund'])
      if (action === 'order') await order()
      else if (action === 'cancel') await call(sub, 'POST', `/purchases/order/${id}/cancel`, { reason: 'No' })
      else if (action === 'refund') await refundOne(id)
      else await edit(id, action === 'refused edit', sub)
    }
    const { orders } = await shop().shop.storage.allOrders.list({}, { limit: 1000 })
    const live = orders.filter((each) => !isOver(each))
    const { data } = await call('boss', 'GET', '/admin/offers')
    for (const { id, uses, revenue, cost } of data.offers) {
      const using = live.flatMap((each) => {
        const applied = each.offers?.find(({ offerId }) => offerId === id)
        return applied ? [{ ...each, costPaise: applied.goodsPaise + applied.deliveryPaise }] : []
      })
      const sums = {
        uses: using.length,
        revenue: sumOf(using.map(({ totalPaise }) => totalPaise)) / 100,
        cost: sumOf(using.map(({ costPaise }) => costPaise)) / 100,
      }
      expect({ id, uses, revenue, cost }).toEqual({ id, ...sums })
    }
    for (const each of orders) {
      const paidBack = sumOf(
        each.refunds.filter(({ state }) => state !== 'failed').map(({ amountPaise }) => amountPaise),
      )
      const lateBack = sumOf(
        each.refunds.filter(({ isLate }) => isLate).map(({ amountPaise }) => amountPaise),
      )
      expect(paidBack - lateBack).toBeLessThanOrEqual(each.payment.paidPaise)
    }
    expect(live.length).toBeGreaterThan(5)
    expect(orders.length).toBeGreaterThan(live.length)
  })

  describe('guessing', () => {
    const guessing = openCheckout((overrides) => open({ rateLimitScale: 1, ...overrides }))

    it('guesses at once are as few as guesses one after the other, and the right one is lost among them', async () => {
      const terms = { kind: 'percentOff', percent: 10 }
      const test = guessing.shop()
      await test.tokenFor('boss', ['admin'])
      await test.call('boss', 'PUT', '/admin/offers/secret', {
        name: 'S',
        code: 'SECRET',
        combines: false,
        terms,
      })
      await test.tokenFor('asha')
      // An offer about a shelf reads products, and other requests are served meanwhile.
      const onShelf = { name: 'A', terms, combines: false, shelves: ['chips'] }
      await test.call('boss', 'PUT', '/admin/offers/auto', onShelf)
      const { products } = test.shop
      const findMany = products.findMany.bind(products)
      products.findMany = async (ids) => {
        await sleep(5)
        return findMany(ids)
      }
      const { limit } = WRONG_CODE_LIMITS.account
      const codes = [...Array.from({ length: 3 * limit }, (_, index) => `GUESS${index}`), 'SECRET']
      const replies = await Promise.all(
        codes.map((code) => test.call('asha', 'POST', '/price-terms', { productIds: ['laddoo'], code })),
      )
      expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(limit)
      expect(replies.at(-1)?.status).toBe(429)
    })
  })
}
