import { WRONG_CODE_LIMITS } from '@nashta/contracts/api/rate-limits'
import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { asPaise } from '@nashta/contracts/money'
import { listOffers, tryOffer } from '@nashta/contracts/offers/offers'
import { getPriceTerms } from '@nashta/contracts/offers/price-terms'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { beforeEach, describe, expect, it } from 'vitest'
import { aProduct } from '../../catalogue/product.fixture.ts'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { openCheckout } from '../work/checkout.fixture.ts'

const CASH = { method: 'cod' }
const GUEST_KEY = 'a-guest-key-of-32-characters'
const TEN_PERCENT = { kind: 'percentOff', percent: 10 }

export function offersSuite(open: OpenTestShop, { buyersAtOnce }: { buyersAtOnce: number }) {
  describe('offers', () => {
    const { shop, place, history } = openCheckout((overrides) => open({ guestCheckout: true, ...overrides }))
    const call = (...request: Parameters<ReturnType<typeof shop>['call']>) => shop().call(...request)
    const save = (id: string, offer: object, headers = {}, sub = 'boss') =>
      call(
        sub,
        'PUT',
        `/admin/offers/${id}`,
        { name: id, combines: false, terms: TEN_PERCENT, ...offer },
        headers,
      )
    const setState = (id: string, state: string) =>
      call('boss', 'POST', `/admin/offers/${id}/state`, { state })
    const offers = async () => {
      const { data } = await call('boss', 'GET', '/admin/offers')
      return parseExactly(listOffers.reply, { data }).data.offers
    }
    const offer = async (id: string) => (await offers()).find((each) => each.id === id)
    const terms = async (body: object, sub = 'asha') => {
      const { data } = await call(sub, 'POST', '/price-terms', { productIds: ['laddoo'], ...body })
      return parseExactly(getPriceTerms.reply, { data }).data
    }
    const guest = (fields: object = {}, key = GUEST_KEY) =>
      call(
        'nobody',
        'POST',
        '/guest-orders',
        {
          email: 'guest@example.in',
          items: [{ productId: 'laddoo', quantity: 2 }],
          totalAmount: 559,
          paymentDetails: CASH,
          shippingAddress: homeAddress,
          ...fields,
        },
        { 'idempotency-key': key },
      )
    let keys = 0
    const placeCash = (totalAmount: number, fields: object = {}, sub = 'asha') =>
      place(
        { paymentDetails: CASH, totalAmount, ...fields },
        { 'idempotency-key': `key-${(keys += 1)}` },
        sub,
      )

    // A client repeats a request while the shop is busy.
    const buy = async (sub: string) => {
      for (;;) {
        const placed = await place(
          { paymentDetails: CASH, totalAmount: 503.1, offerCode: 'few' },
          { 'idempotency-key': `few-${sub}` },
          sub,
        )
        if (placed.status !== 503) return placed
      }
    }
    const tried = async (offer: object, quantity: number, pincode = '560001') => {
      const body = {
        offer: { name: 'Tried', combines: false, ...offer },
        items: [
          { productId: 'laddoo', quantity },
          { productId: 'barfi', quantity: 1 },
        ],
        pincode,
      }
      const { data } = await call('boss', 'POST', '/admin/offers/try', body)
      return parseExactly(tryOffer.reply, { data }).data
    }

    beforeEach(async () => {
      const product = aProduct({
        products_id: 'chips',
        category: 'Chips',
        pricePaise: asPaise(5000),
        gstRate: 5,
      })
      await shop().shop.products.fillIfEmpty([product])
    })

    it('an offer without a code makes every order cheaper, and its order says so', async () => {
      await save('diwali', { name: 'Diwali' })
      expect((await terms({})).offers).toMatchObject([{ name: 'Diwali', terms: TEN_PERCENT }])
      const changed = await placeCash(559)
      expect(changed).toMatchObject({
        status: 409,
        code: 'PRICE_CHANGED',
        details: { totalAmount: 503.1, discounts: [{ name: 'Diwali', amount: 55.9 }] },
      })
      const { status, data } = await placeCash(503.1)
      expect(status).toBe(201)
      expect(data).toMatchObject({ totalAmount: 503.1, discounts: [{ name: 'Diwali', amount: 55.9 }] })
      expect(await offer('diwali')).toMatchObject({ uses: 1, revenue: 503.1, cost: 55.9 })
      expect((await history())[0]).toMatchObject({ discounts: [{ name: 'Diwali', amount: 55.9 }] })
    })

    it('a code works in any spelling, and a wrong one says that there is none', async () => {
      await save('welcome', {
        name: 'Welcome',
        code: 'wel come-50',
        terms: { kind: 'rupeesOff', amount: 50 },
      })
      expect((await terms({})).offers).toEqual([])
      expect((await terms({ code: ' welcome 50' })).offers).toMatchObject([{ code: 'WELCOME50' }])
      expect((await terms({ code: 'welcome51' })).codeRefusal).toContain('There is no code WELCOME51')
      const { data } = await placeCash(509, { offerCode: 'Welcome50' })
      expect(data.discounts).toEqual([{ name: 'Welcome', code: 'WELCOME50', amount: 50 }])
      const withoutCode = await placeCash(509)
      expect(withoutCode).toMatchObject({ status: 409, code: 'PRICE_CHANGED' })
    })

    it('an offer that ended between cart and payment is a 409 with the new total and the reason', async () => {
      await save('diwali', { code: 'DIWALI' })
      expect((await terms({ code: 'diwali' })).offers).toHaveLength(1)
      await setState('diwali', 'ended')
      const { status, code, message, details } = await placeCash(503.1, { offerCode: 'diwali' })
      expect([status, code, details.totalAmount]).toEqual([409, 'PRICE_CHANGED', 559])
      expect(message).toContain('diwali: this code is no longer valid. ')
      expect(await history()).toEqual([])
      expect((await placeCash(559, { offerCode: 'diwali' })).status).toBe(201)
    })

    it('an offer begins and ends at its moments', async () => {
      await save('night', { startsAt: '2026-01-01T13:00:00.000Z', endsAt: '2026-01-01T14:00:00.000Z' })
      expect(await offer('night')).toMatchObject({ state: 'scheduled' })
      expect((await placeCash(503.1)).status).toBe(409)
      shop().clock.now = new Date('2026-01-01T13:00:00.000Z')
      expect(await offer('night')).toMatchObject({ state: 'running' })
      expect((await placeCash(503.1)).status).toBe(201)
      shop().clock.now = new Date('2026-01-01T14:00:00.000Z')
      expect(await offer('night')).toMatchObject({ state: 'ended' })
      expect((await placeCash(503.1, {}, 'ravi')).status).toBe(409)
    })

    it('a paused offer does nothing until it runs again, and an ended one stays ended', async () => {
      await save('diwali', { code: 'DIWALI' })
      await setState('diwali', 'paused')
      expect((await terms({ code: 'diwali' })).offers).toMatchObject([
        { refusal: 'This code does not work at the moment' },
      ])
      await setState('diwali', 'running')
      expect((await placeCash(503.1, { offerCode: 'DIWALI' })).status).toBe(201)
      expect((await call('boss', 'DELETE', '/admin/offers/diwali')).code).toBe('ILLEGAL_TRANSITION')
      await setState('diwali', 'ended')
      expect((await setState('diwali', 'running')).code).toBe('ILLEGAL_TRANSITION')
      expect((await call('boss', 'DELETE', '/admin/offers/diwali')).status).toBe(200)
      expect(await offers()).toEqual([])
      expect((await history())[0].discounts).toHaveLength(1)
    })

    it('a limit of uses is kept, and a cancelled order gives its use back', async () => {
      await save('first-two', { code: 'TWO', usesMax: 2 })
      const [first, second] = [
        await placeCash(503.1, { offerCode: 'two' }, 'asha'),
        await placeCash(503.1, { offerCode: 'two' }, 'ravi'),
      ]
      expect([first.status, second.status]).toEqual([201, 201])
      const third = await placeCash(503.1, { offerCode: 'two' }, 'mira')
      expect(third.message).toContain('it has been used as often as it may be')
      await call('ravi', 'POST', `/purchases/order/${second.data.purchaseId}/cancel`, { reason: 'Too much' })
      expect(await offer('first-two')).toMatchObject({ uses: 1, revenue: 503.1, cost: 55.9 })
      expect((await placeCash(503.1, { offerCode: 'two' }, 'mira')).status).toBe(201)
    })

    it(`of ${buyersAtOnce} buyers at once, exactly as many use an offer as may`, async () => {
      const usesMax = buyersAtOnce / 10
      await save('few', { code: 'FEW', usesMax })
      const buyers = Array.from({ length: buyersAtOnce }, (_, index) => `buyer${index}`)
      await Promise.all(buyers.map((sub) => shop().tokenFor(sub)))
      const placed = await Promise.all(buyers.map(buy))
      expect(placed.filter(({ status }) => status === 201)).toHaveLength(usesMax)
      expect(placed.filter(({ code }) => code === 'PRICE_CHANGED')).toHaveLength(buyersAtOnce - usesMax)
      expect(await offer('few')).toMatchObject({ uses: usesMax, cost: (usesMax * 559) / 10 })
    }, 300_000)

    it('uses per customer are those of the account, and of a guest those of the phone number', async () => {
      await save('once', { code: 'ONCE', usesPerCustomer: 1 })
      expect((await placeCash(503.1, { offerCode: 'once' })).status).toBe(201)
      expect((await placeCash(503.1, { offerCode: 'once' })).message).toContain('you have used it already')
      expect((await terms({ code: 'once' })).offers[0]?.refusal).toBe('You have used it already')
      expect((await terms({ code: 'once' }, 'ravi')).offers[0]?.refusal).toBeUndefined()
      expect((await guest({ totalAmount: 503.1, offerCode: 'once' })).status).toBe(201)
      const again = { totalAmount: 503.1, offerCode: 'once', email: 'other@example.in' }
      expect((await guest(again, `${GUEST_KEY}-2`)).message).toContain('you have used it already')
      const phoneNumber = '+91 90000 00001'
      const other = { ...again, shippingAddress: { ...homeAddress, phoneNumber } }
      expect((await guest(other, `${GUEST_KEY}-3`)).status).toBe(201)
    })

    it('an offer for a first order is not for those who have ordered, unless they have cancelled it', async () => {
      await save('welcome', { code: 'WELCOME', firstOrderOnly: true })
      const { data } = await placeCash(559)
      expect((await placeCash(503.1, { offerCode: 'welcome' })).message).toContain('it is for a first order')
      await call('asha', 'POST', `/purchases/order/${data.purchaseId}/cancel`, { reason: 'Too much' })
      expect((await placeCash(503.1, { offerCode: 'welcome' })).status).toBe(201)
      // Two first orders at once are still two.
      await guest()
      expect((await guest({ totalAmount: 503.1, offerCode: 'welcome' }, `${GUEST_KEY}-2`)).status).toBe(409)
    })

    it('each kind of offer takes off what it says', async () => {
      expect((await tried({ terms: { kind: 'percentOff', percent: 50, cap: 100 } }, 1)).discount).toBe(100)
      expect((await tried({ terms: { kind: 'rupeesOff', amount: 5000 } }, 1)).total).toBe(0)
      expect((await tried({ terms: { kind: 'buyGet', buy: 2, get: 1 } }, 2)).discount).toBe(279.5)
      expect((await tried({ terms: { kind: 'quantityPrice', from: 3, price: 250 } }, 3)).discount).toBe(88.5)
      const few = await tried({ terms: { kind: 'quantityPrice', from: 3, price: 250 } }, 2)
      expect(few.unused).toEqual([{ name: 'Tried', reason: 'Add 1 more of the same snack to get it' }])
      const dear = await tried({ terms: TEN_PERCENT, minSpend: 1000 }, 1)
      expect(dear.unused[0]?.reason).toBe('Add snacks for ₹320.50 more to get it')
      expect(await offers()).toEqual([])
    })

    it('free delivery holds in its zones, and the fee of other offers depends on what is paid', async () => {
      const { data: record } = await call('boss', 'GET', '/admin/shop')
      const rest = { delivers: true, fee: 80, days: 5, cod: true }
      const karnataka = { ...rest, name: 'Karnataka', pincodes: [], states: ['29'], fee: 40, freeFrom: 550 }
      const delivery = { zones: [karnataka], rest }
      expect((await call('boss', 'PUT', '/admin/shop', { ...record.shop, delivery })).status).toBe(200)
      // 559 is delivered free, and 503.10 is not.
      await save('ten', { code: 'TEN' })
      expect((await placeCash(543.1, { offerCode: 'ten' })).data).toMatchObject({ shippingFee: 40 })
      await save('free', { code: 'FREE', terms: { kind: 'freeDelivery', zones: ['Karnataka'] } })
      const one = { items: [{ productId: 'laddoo', quantity: 1 }], offerCode: 'free' }
      const { data } = await placeCash(279.5, one)
      expect(data).not.toHaveProperty('shippingFee')
      expect(data.discounts).toEqual([{ name: 'free', code: 'FREE', amount: 40, delivery: 40 }])
      const delhi = { ...homeAddress, city: 'New Delhi', state: 'Delhi', pincode: '110001' }
      expect((await placeCash(279.5, { ...one, shippingAddress: delhi })).details).toMatchObject({
        totalAmount: 359.5,
      })
    })

    it('an offer about a shelf is about the snacks on it', async () => {
      await save('chips', { shelves: ['chips'], terms: { kind: 'rupeesOff', amount: 30 } })
      expect((await terms({ productIds: ['laddoo', 'chips'] })).offers[0]?.productIds).toEqual([])
      await call('boss', 'POST', '/products', {
        products_id: 'sev',
        name: 'Sev',
        price: 60,
        category: 'Chips',
      })
      expect((await terms({ productIds: ['laddoo', 'sev'] })).offers[0]?.productIds).toEqual(['sev'])
      const { data } = await placeCash(589, {
        items: [
          { productId: 'laddoo', quantity: 2 },
          { productId: 'sev', quantity: 1 },
        ],
      })
      expect(data).toMatchObject({ totalAmount: 589, discounts: [{ amount: 30 }] })
    })

    it('the best combination wins, and offers that may not be combined are alone', async () => {
      await save('always', { combines: true, terms: { kind: 'rupeesOff', amount: 20 } })
      await save('with', { combines: true, code: 'WITH', terms: { kind: 'rupeesOff', amount: 40 } })
      await save('alone', { code: 'ALONE', terms: { kind: 'rupeesOff', amount: 50 } })
      expect((await placeCash(499, { offerCode: 'with' })).data.discounts).toHaveLength(2)
      expect((await placeCash(509, { offerCode: 'alone' })).data.discounts).toMatchObject([{ name: 'alone' }])
    })

    it('a unit of a discounted line goes back for what was paid for it', async () => {
      await save('odd', { terms: { kind: 'rupeesOff', amount: 100 } })
      const { data } = await place({ items: [{ productId: 'laddoo', quantity: 3 }], totalAmount: 738.5 })
      const refund = (quantity: number, key: string) =>
        call(
          'boss',
          'POST',
          `/admin/orders/${data.purchaseId}/refund`,
          { items: [{ productId: 'laddoo', quantity }], reason: 'Broken', goods: 'lost' },
          { 'idempotency-key': key },
        )
      const line = async () => (await call('boss', 'GET', `/admin/orders/${data.purchaseId}`)).data.lines[0]
      expect((await call('boss', 'GET', `/admin/orders/${data.purchaseId}`)).data.discounts).toEqual([
        { name: 'odd', amount: 100 },
      ])
      expect(await line()).toMatchObject({ price: 279.5, discount: 100, refundableAmount: 738.5 })
      const { data: refunded } = await refund(1, 'one')
      expect(refunded.refunds[0].amount).toBe(246.16)
      expect(await line()).toMatchObject({ refundable: 2, refundableAmount: 492.34 })
    })

    it('an erasure forgets whose use it was, and keeps what the offer has cost', async () => {
      await save('once', { code: 'ONCE', usesPerCustomer: 1 })
      const { data } = await placeCash(503.1, { offerCode: 'once' })
      await call('asha', 'POST', `/purchases/order/${data.purchaseId}/cancel`, { reason: 'No' })
      expect(await shop().everything()).toContain('offer-customer#')
      expect((await call('asha', 'DELETE', '/account/asha')).status).toBe(200)
      expect(await shop().everything()).not.toContain('offer-customer#')
      expect(await offer('once')).toMatchObject({ uses: 0, cost: 0 })
    })

    it('a customer with one use left gets it once, also with two orders at once', async () => {
      await save('once', { code: 'ONCE', usesPerCustomer: 1 })
      const placed = await Promise.all([
        placeCash(503.1, { offerCode: 'once' }),
        placeCash(503.1, { offerCode: 'once' }),
      ])
      const outcomes = placed.map(({ status, code }) => code ?? status)
      expect(outcomes.toSorted((one, other) => (String(one) < String(other) ? -1 : 1))).toEqual([
        201,
        'PRICE_CHANGED',
      ])
      expect(await offer('once')).toMatchObject({ uses: 1 })
    })

    it('a repeated order counts one use, and a repeated cancellation gives one back', async () => {
      await save('ten', { code: 'TEN' })
      const order = { paymentDetails: CASH, totalAmount: 503.1, offerCode: 'ten' }
      const key = { 'idempotency-key': 'one-order' }
      await placeCash(503.1, { offerCode: 'ten' }, 'ravi')
      const [{ data: first }, { data: again }] = [await place(order, key), await place(order, key)]
      expect(again.purchaseId).toBe(first.purchaseId)
      expect(await offer('ten')).toMatchObject({ uses: 2 })
      const cancel = () =>
        call('asha', 'POST', `/purchases/order/${first.purchaseId}/cancel`, { reason: 'Too much' })
      await Promise.all([cancel(), cancel()])
      await cancel()
      expect(await offer('ten')).toMatchObject({ uses: 1, revenue: 503.1, cost: 55.9 })
    })

    it('an order of a removed offer is cancelled without bringing its figures back', async () => {
      await save('gone', { code: 'GONE' })
      const { data } = await placeCash(503.1, { offerCode: 'gone' })
      await setState('gone', 'ended')
      await call('boss', 'DELETE', '/admin/offers/gone')
      await call('asha', 'POST', `/purchases/order/${data.purchaseId}/cancel`, { reason: 'Too much' })
      await save('gone', { code: 'GONE' })
      expect(await offer('gone')).toMatchObject({ uses: 0, revenue: 0, cost: 0 })
    })

    it('a limit that is lowered holds for buyers at once, and leaves none of its uses over', async () => {
      await save('few', { code: 'FEW', usesMax: 1000 })
      const buyers = Array.from({ length: 14 }, (_, index) => `early${index}`)
      await Promise.all(buyers.map((sub) => shop().tokenFor(sub)))
      for (const sub of buyers.slice(0, 6)) expect((await buy(sub)).status).toBe(201)
      await save('few', { code: 'FEW', usesMax: 6 })
      expect((await terms({ code: 'few' })).offers[0]?.refusal).toBe('It has been used as often as it may be')
      await save('few', { code: 'FEW', usesMax: 8 })
      const placed = await Promise.all(buyers.slice(6).map(buy))
      expect(placed.filter(({ status }) => status === 201)).toHaveLength(2)
      expect(await offer('few')).toMatchObject({ uses: 8 })
    })

    it.each([
      ['a quantity below zero', [{ productId: 'laddoo', quantity: -1 }]],
      ['no quantity', [{ productId: 'laddoo', quantity: 0 }]],
      ['half a unit', [{ productId: 'laddoo', quantity: 1.5 }]],
    ])('an order with %s is refused', async (_what, items) => {
      await save('ten', {})
      expect((await placeCash(0, { items })).status).toBe(400)
    })

    it('a product on two lines is one line for its offers', async () => {
      await save('third', { terms: { kind: 'buyGet', buy: 2, get: 1 } })
      const items = Array.from({ length: 3 }, () => ({ productId: 'laddoo', quantity: 1 }))
      const { status, data } = await placeCash(559, { items })
      expect([status, data.discounts]).toEqual([201, [{ name: 'third', amount: 279.5 }]])
    })

    it('an order that costs nothing is placed, handed over and delivered', async () => {
      await save('all', { code: 'ALL', terms: { kind: 'percentOff', percent: 100 } })
      const { status, data } = await placeCash(0, { offerCode: 'all' })
      expect([status, data.totalAmount]).toEqual([201, 0])
      const step = (name: string, body: object = {}) =>
        call('boss', 'POST', `/admin/orders/${data.purchaseId}/${name}`, body)
      expect((await step('ship', { courier: 'DTDC' })).status).toBe(200)
      expect((await step('deliver')).status).toBe(200)
      expect(await offer('all')).toMatchObject({ uses: 1, revenue: 0, cost: 559 })
    })

    it('two operators do not overwrite each other, codes are not given twice, and the log has each change', async () => {
      await save('diwali', { code: 'DIWALI' })
      const version = (await offer('diwali'))?.version
      const match = { 'if-match': `"${version}"` }
      expect((await save('diwali', { code: 'DIWALI', minSpend: 100 }, match)).status).toBe(200)
      expect((await save('diwali', { code: 'DIWALI', minSpend: 200 }, match)).code).toBe('OFFER_CHANGED')
      expect((await save('other', { code: 'diwali' })).code).toBe('CODE_TAKEN')
      const { data } = await call('boss', 'GET', '/admin/log?kind=offer&subject=diwali')
      expect(data.entries).toMatchObject([
        { action: 'update', changes: { minSpend: { from: null, to: 100 } } },
        { action: 'create' },
      ])
    })

    it('a manager makes offers, and packers and accountants do not', async () => {
      for (const [sub, role, status] of [
        ['mira', 'manager', 200],
        ['pavan', 'packer', 403],
        ['anil', 'accountant', 403],
      ] as const) {
        await shop().tokenFor(sub, [role])
        expect((await save('role', {}, {}, sub)).status).toBe(status)
        expect((await call(sub, 'GET', '/admin/offers')).status).toBe(status)
      }
    })

    it.each([
      ['an amount below zero', { terms: { kind: 'rupeesOff', amount: -5 } }, 'amount'],
      ['more than everything', { terms: { kind: 'percentOff', percent: 101 } }, 'percent'],
      [
        'an end before its begin',
        { startsAt: '2026-01-02T00:00:00Z', endsAt: '2026-01-01T00:00:00Z' },
        'endsAt',
      ],
      ['a code of one letter', { code: 'A' }, 'code'],
      ['no uses at all', { usesMax: 0 }, 'usesMax'],
      ['a kind that does not exist', { terms: { kind: 'everythingFree' } }, 'terms'],
    ])('an offer with %s is refused', async (_what, fields, field) => {
      const { status, message } = await save('bad', fields)
      expect(status).toBe(400)
      expect(message).toContain(field)
      expect(await offers()).toEqual([])
    })
  })

  describe('guessing codes', () => {
    const { shop, place } = openCheckout((overrides) => open({ rateLimitScale: 1, ...overrides }))
    const guess = (code: string, sub = 'asha') =>
      shop().call(sub, 'POST', '/price-terms', { productIds: ['laddoo'], code })

    it('after too many wrong codes nobody learns whether a code is right, also not by ordering', async () => {
      const body = { name: 'Secret', code: 'SECRET', combines: false, terms: TEN_PERCENT }
      await shop().call('boss', 'PUT', '/admin/offers/secret', body)
      for (let index = 0; index < WRONG_CODE_LIMITS.account.limit; index += 1)
        expect((await guess(`GUESS${index}`)).status).toBe(200)
      expect(await guess('SECRET')).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' })
      const order = { paymentDetails: CASH, totalAmount: 503.1, offerCode: 'SECRET' }
      expect((await place(order)).status).toBe(429)
      // Others have tries of their own, and orders without a code are placed.
      expect((await guess('SECRET', 'ravi')).data.offers).toHaveLength(1)
      expect((await place({ paymentDetails: CASH })).status).toBe(201)
      shop().clock.now = new Date(shop().clock.now.getTime() + 3_600_000)
      expect((await guess('SECRET')).data.offers).toHaveLength(1)
    })

    it('strangers in the network of a customer do not use up the tries of the customer', async () => {
      const body = { name: 'Secret', code: 'SECRET', combines: false, terms: TEN_PERCENT }
      await shop().call('boss', 'PUT', '/admin/offers/secret', body)
      expect((await place({ paymentDetails: CASH }, {}, 'asha')).status).toBe(201)
      for (let index = 0; index < WRONG_CODE_LIMITS.network.limit; index += 1)
        expect((await guess(`GUESS${index}`, `stranger${index % 6}`)).status).toBe(200)
      // A new account is limited by its network, and one that has ordered only by its own tries.
      expect((await guess('SECRET', 'ravi')).status).toBe(429)
      expect((await guess('SECRET')).data.offers).toHaveLength(1)
      for (let index = 0; index < WRONG_CODE_LIMITS.account.limit; index += 1)
        expect((await guess(`GUESS${index}`)).status).toBe(200)
      expect((await guess('SECRET')).status).toBe(429)
    })
  })
}
