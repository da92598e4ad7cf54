import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { DETAIL_NAMES } from '@nashta/contracts/orders/order-details'
import { eraseAccount, exportAccount } from '@nashta/contracts/shop-api/account-data'
import { expect, it } from 'vitest'
import { card, openCheckout } from '../orders/work/checkout.fixture.ts'
import type { OpenTestShop } from '../shop.fixture.ts'

const PHONES: Record<string, string> = { asha: '9070907090', ravi: '9111111111' }

/**
 * Every field except state, pincode and phone number contains the shopper's id. A search for the id
 * then finds every field that an erasure has left.
 */
const addressOf = (sub: string) => ({
  fullName: `${sub} Fullname`,
  addressLine1: `7 ${sub} Lane`,
  addressLine2: `${sub} Tower`,
  city: `${sub}pur`,
  state: 'Kerala',
  pincode: '560001',
  phoneNumber: PHONES[sub] ?? '',
})

const detailsOf = (sub: string) => ({
  ...Object.fromEntries(DETAIL_NAMES.map((name) => [name, `${name} of ${sub}`])),
  gstin: '32AQGPT3408B1ZA',
})

/** Exporting and erasing a shopper's data, on every adapter. */
export function accountRoutesSuite(open: OpenTestShop) {
  const { place, shop, mails } = openCheckout(open)

  /** Stores one of everything that the shop knows about a shopper. Returns the id of the approved order. */
  async function fillAccount(sub: string) {
    const { data } = await place(
      { shippingAddress: addressOf(sub), details: detailsOf(sub) },
      { 'idempotency-key': 'k1' },
      sub,
    )
    await place(
      { shippingAddress: addressOf(sub), paymentDetails: DECLINED_CARD },
      { 'idempotency-key': 'k2' },
      sub,
    )
    await shop().call(sub, 'POST', `/carts/${sub}`, { productId: 'laddoo', quantity: 3 })
    await shop().call(sub, 'POST', '/newsletter', { name: `${sub} Reader`, email: `${sub}@example.in` })
    await shop().call(sub, 'POST', `/addresses/${sub}`, addressOf(sub))
    await complain(sub)
    return data.purchaseId as string
  }
  const complain = async (sub: string): Promise<{ number: string; token: string }> => {
    const text = `The laddoos of ${sub} were stale`
    const ticket = {
      name: `${sub} Complainer`,
      // The shop stores addresses in lower case.
      email: `${sub.toUpperCase()}@example.in`,
      orderNumber: sub,
      text,
    }
    return (await shop().call(sub, 'POST', '/tickets', ticket)).data
  }
  const deliver = async (orderId: string) => {
    await shop().tokenFor('boss', ['admin'])
    for (const orderStatus of ['SHIPPED', 'DELIVERED'])
      await shop().call('boss', 'PUT', `/purchases/order/${orderId}/status`, { orderStatus })
  }
  const erase = (sub: string) => shop().call(sub, 'DELETE', `/account/${sub}`)

  it('an export has every order of an account with many, newest first', async () => {
    const ids: string[] = []
    for (let index = 0; index < 41; index += 1) {
      const { data } = await place({}, { 'idempotency-key': `k${index}` })
      ids.push(data.purchaseId)
      shop().clock.now = new Date(shop().clock.now.getTime() + 1000)
    }
    const { data } = await shop().call('asha', 'GET', '/account/asha/export')
    const exported = data.purchases as { purchaseId: string }[]
    expect(exported.map(({ purchaseId }) => purchaseId)).toEqual(ids.toReversed())
  })

  it('a shopper downloads everything that the shop knows about them, and nothing about other shoppers', async () => {
    await fillAccount('asha')
    await fillAccount('ravi')
    const { status, data } = await shop().call('asha', 'GET', '/account/asha/export')
    expect(status).toBe(200)
    const account = parseExactly(exportAccount.reply, { data }).data
    expect(account).toMatchObject({
      userId: 'asha',
      email: 'asha@example.in',
      cart: { items: [{ productId: 'laddoo', quantity: 3 }] },
      newsletter: [{ name: 'asha Reader', status: 'pending' }],
      addresses: [{ ...addressOf('asha'), isDefault: true }],
      tickets: [
        {
          name: 'asha Complainer',
          email: 'asha@example.in',
          orderNumber: 'asha',
          text: 'The laddoos of asha were stale',
          status: 'open',
        },
      ],
      // The test shop has no recommendation service.
      interactions: null,
    })
    expect(account.purchases.map(({ state }) => state).toSorted()).toEqual(['declined', 'placed'])
    expect(account.purchases[0]).toMatchObject({
      email: 'asha@example.in',
      shippingAddress: addressOf('asha'),
      instrument: expect.stringContaining('Visa'),
    })
    expect(JSON.stringify(account)).not.toContain('ravi')
  })

  it('an erased shopper is found nowhere, and the shop keeps the amount of the order and the state of its address', async () => {
    const orderId = await fillAccount('asha')
    await fillAccount('ravi')
    await deliver(orderId)
    // A mail in flight during the erasure would still arrive, so the test waits for all mails.
    // Three are about the order, one is about the newsletter and one is about the complaint.
    await expect.poll(async () => (await shop().mailbox.list('asha@example.in')).length).toBe(5)
    const erased = await erase('asha')
    expect([erased.status, parseExactly(eraseAccount.reply, { data: erased.data }).data]).toEqual([
      200,
      { orders: 2 },
    ])

    const everything = (await shop().everything()) + JSON.stringify(await shop().mailbox.list())
    expect(everything).not.toContain('asha')
    expect(everything).not.toContain(PHONES['asha'])
    expect(everything).toContain(PHONES['ravi'])
    expect((await shop().call('boss', 'GET', `/admin/orders/${orderId}`)).data).toMatchObject({
      totalAmount: 559,
      address: { fullName: 'Erased', state: 'Kerala' },
    })
    expect((await shop().call('asha', 'GET', '/purchases/asha')).data.purchases).toEqual([])
    expect((await shop().call('asha', 'GET', `/purchases/order/${orderId}`)).status).toBe(404)
    expect((await shop().call('asha', 'GET', '/carts/asha')).data.items).toEqual([])
    expect((await shop().call('asha', 'GET', '/addresses/asha')).data.addresses).toEqual([])
    // The list of orders does not have the declined one.
    expect((await shop().call('ravi', 'GET', '/purchases/ravi')).data.purchases).toHaveLength(1)
    // A second erasure finds no orders.
    expect((await erase('asha')).data).toEqual({ orders: 0 })
    await shop().restart()
    expect((await shop().call('asha', 'GET', '/carts/asha')).data.items).toEqual([])
    // The outbox still has the mails to ravi.
    expect((await mails()).length).toBeGreaterThan(0)
  })

  it('a complaint of an erased shopper is closed, names no person, and its link no longer works', async () => {
    const { number, token } = await complain('asha')
    await complain('ravi')
    await shop().tokenFor('boss', ['admin'])
    const reply = { text: 'Dear asha, new ones are on the way' }
    await shop().call('boss', 'POST', `/admin/tickets/${number}/reply`, reply)
    expect((await shop().call('asha', 'GET', `/tickets/${token}`)).status).toBe(200)
    expect((await erase('asha')).status).toBe(200)

    expect((await shop().call('asha', 'GET', `/tickets/${token}`)).status).toBe(404)
    const due = await shop().call('boss', 'GET', '/admin/tickets')
    const closed = await shop().call('boss', 'GET', '/admin/tickets?list=closed')
    const tickets = [...due.data.tickets, ...closed.data.tickets]
    expect(tickets).toMatchObject([
      { name: 'ravi Complainer', status: 'open' },
      { number, name: 'Erased', email: '', orderNumber: '', text: 'Erased', status: 'closed' },
    ])
    expect(JSON.stringify(tickets)).not.toContain('asha')
    expect((await shop().call('boss', 'POST', `/admin/tickets/${number}/reply`, reply)).status).toBe(409)
    expect((await shop().call('asha', 'GET', '/account/asha/export')).data.tickets).toEqual([])
    expect((await shop().call('ravi', 'GET', '/account/ravi/export')).data.tickets).toHaveLength(1)
  })

  it('an export and an erasure after a change of the e-mail address include everything under the old address', async () => {
    const ownShop = await open({ formerEmailsOf: async () => ['asha.old@example.in'] })
    const form = { name: 'Asha Reader', email: 'Asha.Old@example.in' }
    await ownShop.call('asha', 'POST', '/newsletter', form)
    await ownShop.call('asha', 'POST', '/newsletter', { name: 'Asha', email: 'asha@example.in' })
    await ownShop.call('asha', 'POST', '/tickets', { ...form, text: 'Stale' })
    await expect.poll(async () => (await ownShop.mailbox.list('asha.old@example.in')).length).toBe(2)
    const { data } = await ownShop.call('asha', 'GET', '/account/asha/export')
    expect(data).toMatchObject({
      newsletter: [{ name: 'Asha' }, { name: 'Asha Reader' }],
      tickets: [{ text: 'Stale' }],
    })

    expect((await ownShop.call('asha', 'DELETE', '/account/asha')).status).toBe(200)
    const remaining = (await ownShop.everything()) + JSON.stringify(await ownShop.mailbox.list())
    expect(remaining.toLowerCase()).not.toContain('asha.old')
    expect(remaining).not.toContain('Asha Reader')
    await ownShop.close()
  })

  it('a shopper with an order on its way is told to wait, and nothing is erased', async () => {
    const orderId = await fillAccount('asha')
    const { data: before } = await shop().call('asha', 'GET', '/account/asha/export')
    const refused = await erase('asha')
    expect([refused.status, refused.code]).toEqual([409, 'ORDER_ON_ITS_WAY'])
    expect((await shop().call('asha', 'GET', '/account/asha/export')).data).toEqual(before)
    await deliver(orderId)
    expect((await erase('asha')).status).toBe(200)
  })

  it('a shopper whose refund was refused can erase the account once the refund is paid', async () => {
    // The simulator refuses the refunds of this card.
    const { data } = await place({ paymentDetails: card('4000000000005126') }, { 'idempotency-key': 'k1' })
    const order = `/admin/orders/${data.purchaseId}`
    await shop().tokenFor('boss', ['admin'])
    await shop().call('boss', 'POST', `${order}/cancel`, { reason: 'Out of laddoos' })
    await shop().shop.reconcile()
    expect((await erase('asha')).code).toBe('ORDER_ON_ITS_WAY')
    await shop().call('boss', 'POST', `${order}/refunds/R1`, { state: 'done', reference: '402110' })
    expect((await erase('asha')).status).toBe(200)
  })

  it('the last administrator is not erased, and nothing of the account is', async () => {
    let adminCount = 1
    const directory = {
      hasUser: async () => true,
      ownerOf: async () => null,
      emailOf: async () => null,
      isLastAdmin: async () => adminCount === 1,
    }
    await shop().restart({ directory })
    expect(await shop().call('boss', 'DELETE', '/account/boss')).toMatchObject({
      status: 409,
      code: 'LAST_ADMIN',
      message: 'This is the only administrator of the shop. Please make somebody else an administrator first',
    })
    adminCount = 2
    expect((await shop().call('boss', 'DELETE', '/account/boss')).status).toBe(200)
    // Without a pool that can be asked, no administrator is erased.
    await shop().restart({ directory: null })
    expect((await shop().call('boss', 'DELETE', '/account/boss')).code).toBe('LAST_ADMIN')
    expect((await shop().call('ravi', 'DELETE', '/account/ravi')).status).toBe(200)
  })

  it('an account is erased only by its own shopper, and only within five minutes after the sign-in', async () => {
    await deliver(await fillAccount('asha'))
    const nowSeconds = shop().clock.now.getTime() / 1000
    /** The shopper asha signed in at `authTime`. */
    const eraseAfterSignIn = async (authTime: number, accountId = 'asha') => {
      const token = await shop().sign({ sub: 'asha', authTime })
      const headers = { authorization: `Bearer ${token}` }
      const response = await shop().shop.app.inject({
        method: 'DELETE',
        url: `/api/account/${accountId}`,
        headers,
      })
      return [response.statusCode, response.json<{ code?: string }>().code]
    }
    expect(await eraseAfterSignIn(nowSeconds - 301)).toEqual([403, 'SIGN_IN_AGAIN'])
    expect(await eraseAfterSignIn(nowSeconds - 1, 'ravi')).toEqual([403, 'FORBIDDEN'])
    expect((await shop().call('asha', 'GET', '/purchases/asha')).data.purchases).toHaveLength(1)
    expect(await eraseAfterSignIn(nowSeconds - 299)).toEqual([200, undefined])
  })
}

const DECLINED_CARD = {
  method: 'card',
  cardNumber: '4000000000000002',
  cardHolderName: 'Some Holder',
  expiryDate: '12/29',
}
