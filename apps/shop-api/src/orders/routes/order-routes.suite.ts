import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { DETAIL_NAMES } from '@nashta/contracts/orders/order-details'
import { DETAIL_CHARACTERS, NO_CARD_NUMBERS, SHIPPING_LINK } from '@nashta/contracts/orders/order-texts'
import { getPurchase, listPurchases } from '@nashta/contracts/orders/purchase'
import { describe, expect, it } from 'vitest'
import type { OpenTestShop, TestShop } from '../../shop.fixture.ts'
import { openCheckout } from '../work/checkout.fixture.ts'

/** How many orders the storefront requests at once. */
const STOREFRONT_PAGE = 20

/** Reading orders and changing their status, on every adapter. */
export function orderRoutesSuite(open: OpenTestShop) {
  const { history, mails, place, shop } = openCheckout(open)

  const cancel = (id: string, sub = 'asha', body: object = { reason: 'Ordered twice' }) =>
    shop().call(sub, 'POST', `/purchases/order/${id}/cancel`, body)

  const setStatus = async (id: string, change: object, sub = 'boss') => {
    await shop().tokenFor('boss', ['admin'])
    return shop().call(sub, 'PUT', `/purchases/order/${id}/status`, change)
  }

  describe('the orders of a shopper', () => {
    it('are listed newest first, page by page, and an invalid cursor is refused (B17)', async () => {
      const newestFirst: string[] = []
      for (let order = 0; order < 5; order += 1) {
        shop().clock.now = new Date(shop().clock.now.getTime() + 1000)
        newestFirst.unshift((await place({}, { 'idempotency-key': `k${order}` })).data.purchaseId)
      }
      const first = await shop().call('asha', 'GET', '/purchases/asha?limit=2')
      const page = parseExactly(listPurchases.reply, { data: first.data }).data
      expect(page.purchases.map((order) => order.purchaseId)).toEqual(newestFirst.slice(0, 2))
      const second = await shop().call('asha', 'GET', `/purchases/asha?limit=3&cursor=${page.nextCursor}`)
      expect(second.data.purchases.map((order: { purchaseId: string }) => order.purchaseId)).toEqual(
        newestFirst.slice(2),
      )
      expect(second.data.nextCursor).toBeNull()
      expect((await shop().call('asha', 'GET', '/purchases/asha?cursor=invalid')).status).toBe(400)
    })

    it('are all on one page if the request has no limit', async () => {
      // More than the storefront requests at once.
      const count = STOREFRONT_PAGE + 1
      for (let order = 0; order < count; order += 1) await place({}, { 'idempotency-key': `k${order}` })
      const { data } = await shop().call('asha', 'GET', '/purchases/asha')
      expect(data.purchases).toHaveLength(count)
      expect(data.nextCursor).toBeNull()
    })

    it('are listed by the e-mail address of their owner, but not by that of another shopper', async () => {
      const { data } = await place()
      const own = await shop().call('asha', 'GET', '/purchases/Asha%40Example.in')
      expect(own.data.purchases).toEqual([data])
      expect((await shop().call('ravi', 'GET', '/purchases/asha%40example.in')).status).toBe(403)
    })

    it('are readable by their owner; to others they look like orders that do not exist (C3)', async () => {
      const { data } = await place()
      const own = await shop().call('asha', 'GET', `/purchases/order/${data.purchaseId}`)
      expect(parseExactly(getPurchase.reply, { data: own.data }).data).toEqual(data)

      const foreign = await shop().call('ravi', 'GET', `/purchases/order/${data.purchaseId}`)
      expect(withoutHeaders(foreign)).toEqual(
        withoutHeaders(await shop().call('ravi', 'GET', '/purchases/order/01JGXXXXXXXXXXXXXXXXXXXXXX')),
      )
      expect([foreign.status, foreign.code]).toEqual([404, 'ORDER_NOT_FOUND'])
      expect((await shop().call('ravi', 'GET', '/purchases/asha')).status).toBe(403)
    })
  })

  it('what a shopper adds to an order is for them and for operators who see the address', async () => {
    await shop().tokenFor('boss', ['admin'])
    await shop().tokenFor('packer', ['packer'])
    const texts = DETAIL_NAMES.filter((name) => name !== 'gstin')
    const gstin = '32AQGPT3408B1ZA'
    const details = {
      ...Object.fromEntries(texts.map((name) => [name, `The ${name}\nof Asha`])),
      gstin,
    }
    const typed = {
      ...Object.fromEntries(texts.map((name) => [name, ` The ${name}\r\nof Asha `])),
      gstin: ' 32 aqgpt3408b1za ',
    }
    const cash = { method: 'cod' }
    const { data } = await place({ details: typed, paymentDetails: cash }, { 'idempotency-key': 'k1' })
    expect(data.details).toEqual(details)
    const id: string = data.purchaseId
    const atDesk = (sub: string) => shop().call(sub, 'GET', `/admin/orders/${id}`)
    expect((await atDesk('packer')).data.details).toEqual(details)
    const printed = await shop().call('packer', 'GET', `/admin/orders/print?ids=${id}`)
    expect(printed.data.documents[0].order.details).toEqual(details)
    await setStatus(id, { orderStatus: 'SHIPPED' })
    expect((await atDesk('packer')).data.details).toBeUndefined()
    expect((await atDesk('boss')).data.details).toEqual(details)

    const renewed = await shop().call('asha', 'POST', `/purchases/order/${id}/link`, {})
    const linked = await shop().call('guest', 'GET', `/order-links/${renewed.data.token}`)
    expect([linked.status, JSON.stringify(linked.data).includes('of Asha')]).toEqual([200, false])

    const other = await place({ details: {}, paymentDetails: cash }, { 'idempotency-key': 'k1' })
    expect(other.code).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  it.each([
    ['a web address', 'See https://example.in', SHIPPING_LINK],
    ['a card number', 'My card is 4242 4242 4242 4242', NO_CARD_NUMBERS],
    ['301 characters', 'a'.repeat(301), 'Note to the shop: please write at most 300 characters'],
    ['a control character', 'Ring\u0007twice', DETAIL_CHARACTERS],
  ])('a note to the shop with %s is refused', async (_what, shopNote, message) => {
    const refused = await place({ details: { shopNote } })
    expect(refused.status).toBe(400)
    expect(refused.message).toContain(message)
    expect(await history()).toEqual([])
  })

  it('an order of more than 50 units of one product is refused, also in two lines', async () => {
    const items = [
      { productId: 'laddoo', quantity: 30 },
      { productId: 'laddoo', quantity: 21 },
    ]
    const tooMany = await place({ items })
    expect([tooMany.status, tooMany.code]).toEqual([409, 'QUANTITY_LIMITED'])
    expect(tooMany.message).toContain('at most 50 of each product: please order fewer of Motichoor Laddoo')
    expect(tooMany.details.items).toEqual([{ productId: 'laddoo', name: 'Motichoor Laddoo', available: 50 }])
  })

  it('an order above ₹50,000 can be paid by card, but not with cash on delivery', async () => {
    await shop().tokenFor('boss', ['admin'])
    const gold = { products_id: 'gold', name: 'Gold Laddoo', price: 50_000.5, stock: 2 }
    expect((await shop().call('boss', 'POST', '/products', gold)).status).toBe(201)
    const byCard = { items: [{ productId: 'gold', quantity: 1 }], totalAmount: 50_000.5 }
    const cod = await place({ ...byCard, paymentDetails: { method: 'cod' } })
    expect([cod.status, cod.code]).toEqual([409, 'COD_LIMITED'])
    expect(cod.message).toContain('above ₹50,000')
    expect((await shop().shop.products.find('gold'))?.stock).toBe(2)
    expect((await place(byCard)).status).toBe(201)
  })

  describe('cancelling an order', () => {
    it('is possible for its owner, with a reason, until the parcel is shipped', async () => {
      const { data } = await place()
      expect(data.mayCancel).toBe(true)
      expect((await cancel(data.purchaseId, 'ravi')).code).toBe('ORDER_NOT_FOUND')
      expect((await cancel(data.purchaseId, 'asha', { reason: ' ' })).status).toBe(400)
      await setStatus(data.purchaseId, { deliveryStatus: 'SHIPPED' })
      expect(await cancel(data.purchaseId)).toMatchObject({ status: 409, code: 'CANCEL_TOO_LATE' })
      expect(await history()).toMatchObject([{ orderStatus: 'CONFIRMED', mayCancel: false, refunds: [] }])
    })

    it('lets the same keyless request place a new order', async () => {
      const { data } = await place({ paymentDetails: { method: 'cod' } })
      expect((await place({ paymentDetails: { method: 'cod' } })).data.purchaseId).toBe(data.purchaseId)
      expect((await cancel(data.purchaseId)).data).toMatchObject({
        orderStatus: 'CANCELLED',
        payment: { state: 'unpaid' },
        refunds: [],
      })
      const again = await place({ paymentDetails: { method: 'cod' } })
      expect([again.status, again.data.orderStatus]).toEqual([201, 'CONFIRMED'])
      expect(await history()).toHaveLength(2)
    })
  })

  describe('the status of an order (B15)', () => {
    it('changes step by step, with a mail on shipping and on delivery', async () => {
      const { data } = await place()
      await setStatus(data.purchaseId, { orderStatus: 'SHIPPED', deliveryStatus: 'SHIPPED' })
      await setStatus(data.purchaseId, { deliveryStatus: 'OUT_FOR_DELIVERY' })
      const response = await setStatus(data.purchaseId, {
        orderStatus: 'DELIVERED',
        deliveryStatus: 'DELIVERED',
      })

      expect(response.data).toMatchObject({ orderStatus: 'DELIVERED', deliveryStatus: 'DELIVERED' })
      const kinds = (await mails()).map((mail) => mail.kind)
      expect(kinds.toSorted()).toEqual(['order-confirmed', 'order-delivered', 'order-shipped'])
    })

    it.each([
      [{ orderStatus: 'DELIVERED' }, 409, 'ILLEGAL_TRANSITION'],
      [{ deliveryStatus: 'DELIVERED' }, 409, 'ILLEGAL_TRANSITION'],
      [{ orderStatus: 'EATEN' }, 400, 'VALIDATION_FAILED'],
      [{}, 400, 'VALIDATION_FAILED'],
    ])('cannot be changed by %o', async (change, status, code) => {
      const { data } = await place()
      const response = await setStatus(data.purchaseId, change)
      expect([response.status, response.code]).toEqual([status, code])
      expect(await history()).toMatchObject([{ orderStatus: 'CONFIRMED', deliveryStatus: 'PROCESSING' }])
    })

    it('can be changed by admins only, and only for orders that exist', async () => {
      const { data } = await place()
      expect((await setStatus(data.purchaseId, { orderStatus: 'SHIPPED' }, 'asha')).status).toBe(403)
      expect((await setStatus('01JGXXXXXXXXXXXXXXXXXXXXXX', { orderStatus: 'SHIPPED' })).code).toBe(
        'ORDER_NOT_FOUND',
      )
    })
  })
}

function withoutHeaders({ headers: _headers, ...response }: Awaited<ReturnType<TestShop['call']>>) {
  return response
}
