import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { getLinkedOrder, renewOrderLink } from '@nashta/contracts/orders/order-link'
import { expect, it } from 'vitest'
import type { OpenTestShop } from '../../shop.fixture.ts'
import { openCheckout } from '../work/checkout.fixture.ts'

/** Orders that are opened by the link in their mails, on every adapter. */
export function orderLinkSuite(open: OpenTestShop) {
  const { place, shop } = openCheckout(open)

  /** Calls without an access token. Headers that differ in every response are left out. */
  async function call(method: 'GET' | 'POST', path: string, body?: object) {
    const response = await shop().shop.app.inject({ method, url: `/api${path}`, ...(body && { body }) })
    const { date: _date, 'x-request-id': _id, ...headers } = response.headers
    return { status: response.statusCode, headers, body: response.body, data: response.json().data }
  }
  const openLink = (token: string) => call('GET', `/order-links/${token}`)

  const mailsToAsha = () => shop().mailbox.list('asha@example.in')

  /** Waits for `count` mails to Asha, and returns the token of the link in each, oldest first. */
  async function mailedTokens(count: number) {
    await expect.poll(async () => (await mailsToAsha()).length).toBe(count)
    const texts = (await mailsToAsha()).map(({ text }) => text).toReversed()
    return texts.map((text) => /https:\/\/snacks\.example\/orders\/([\w-]+)/.exec(text)?.[1] ?? '')
  }

  it('every mail about an order has the same link, which shows the order without the person', async () => {
    const { data: order } = await place()
    await shop().tokenFor('boss', ['admin'])
    await shop().call('boss', 'PUT', `/purchases/order/${order.purchaseId}/status`, {
      orderStatus: 'SHIPPED',
    })
    const [token = '', tokenOfSecondMail] = await mailedTokens(2)
    expect(tokenOfSecondMail).toBe(token)

    const { status, headers, body, data } = await openLink(token)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    const {
      shippingAddress,
      mayCancel: _mayCancel,
      timeline: _timeline,
      orderStatus: _status,
      ...unchangedFields
    } = order
    const { city, pincode, fullName, addressLine1, phoneNumber } = shippingAddress
    expect(parseExactly(getLinkedOrder.reply, { data }).data).toMatchObject({
      ...unchangedFields,
      orderStatus: 'SHIPPED',
      deliverTo: { city, pincode },
    })
    // The e-mail address and the user id contain `asha`.
    for (const personal of [fullName, addressLine1, phoneNumber, 'asha']) expect(body).not.toContain(personal)
    // The link holds the id of the order and random characters, and nothing else.
    expect(token).toMatch(new RegExp(`^${order.purchaseId}[\\w-]{22}$`))
  })

  it('an altered, guessed or replaced link gets the response of an unknown link', async () => {
    const { data: order } = await place()
    const { data: foreign } = await place({}, {}, 'ravi')
    const [token = ''] = await mailedTokens(1)
    const responseToUnknown = await openLink('01JGXXXXXXXXXXXXXXXXXXXXXXAAAAAAAAAAAAAAAAAAAAAA')
    expect([responseToUnknown.status, JSON.parse(responseToUnknown.body).code]).toEqual([
      404,
      'ORDER_NOT_FOUND',
    ])

    const secret = token.slice(order.purchaseId.length)
    const otherEnd = token.endsWith('A') ? 'B' : 'A'
    const wrongTokens = [
      token.slice(0, -1) + otherEnd,
      token.slice(0, -1),
      `${token}A`,
      token.toLowerCase(),
      order.purchaseId,
      foreign.purchaseId + secret,
      order.purchaseId + 'A'.repeat(secret.length),
      encodeURIComponent('🍩'),
    ]
    for (const wrong of wrongTokens) expect(await openLink(wrong)).toEqual(responseToUnknown)

    const renewed = await shop().call('asha', 'POST', `/purchases/order/${order.purchaseId}/link`, {})
    const { token: next } = parseExactly(renewOrderLink.reply, { data: renewed.data }).data
    expect(await openLink(token)).toEqual(responseToUnknown)
    expect((await openLink(next)).data.purchaseId).toBe(order.purchaseId)
    const cancelled = await call('POST', `/order-links/${token}/cancel`, { reason: 'Mine now' })
    const paid = await call('POST', `/order-links/${token}/paid`, {})
    for (const refused of [cancelled, paid]) expect(refused).toEqual(responseToUnknown)
    expect((await openLink(next)).data.orderStatus).toBe('CONFIRMED')
  })

  it('only the owner of an order can make a new link to it', async () => {
    const { data: order } = await place()
    const [token = ''] = await mailedTokens(1)
    const renew = (sub: string) => shop().call(sub, 'POST', `/purchases/order/${order.purchaseId}/link`, {})
    await shop().tokenFor('boss', ['admin'])
    for (const sub of ['ravi', 'boss']) expect((await renew(sub)).code).toBe('ORDER_NOT_FOUND')
    expect((await openLink(token)).status).toBe(200)
  })

  it('mails about an order follow a changed e-mail address of the account', async () => {
    const { data: order } = await place()
    await mailedTokens(1)
    const pool = { email: 'asha.new@example.in' as string | null, isDown: false }
    await shop().restart({
      directory: {
        hasUser: async () => true,
        ownerOf: async () => null,
        async emailOf(sub) {
          if (pool.isDown) throw new Error('The user pool cannot be reached')
          return sub === 'asha' ? pool.email : null
        },
        isLastAdmin: async () => false,
      },
    })
    await shop().tokenFor('boss', ['admin'])
    const act = (action: string, body: object) =>
      shop().call('boss', 'POST', `/admin/orders/${order.purchaseId}/${action}`, body)
    const mailsTo = async (address: string) =>
      (await shop().mailbox.list(address)).map(({ subject }) => subject)
    const SLOW = { timeout: 20_000 }
    await act('ship', { courier: 'Delhivery' })
    await expect
      .poll(() => mailsTo('asha.new@example.in'), SLOW)
      .toEqual([expect.stringContaining('is on its way')])
    expect(await mailsToAsha()).toHaveLength(1)

    pool.isDown = true
    expect((await act('deliver', {})).status).toBe(200)
    await expect.poll(async () => (await mailsToAsha()).length, SLOW).toBe(2)
    expect(await mailsTo('asha.new@example.in')).toHaveLength(1)
  })

  it('an order is cancelled and refunded by its link, which does not show the reason', async () => {
    const { data: order } = await place()
    const [token = ''] = await mailedTokens(1)
    expect((await call('POST', `/order-links/${token}/cancel`, { reason: '' })).status).toBe(400)
    const { data } = await call('POST', `/order-links/${token}/cancel`, { reason: 'Ordered twice' })
    expect(data).toMatchObject({
      orderStatus: 'CANCELLED',
      mayCancel: false,
      refunds: [{ amount: order.totalAmount }],
    })
    const opened = await openLink(token)
    expect(opened.data.orderStatus).toBe('CANCELLED')
    // A forwarded mail lets others open the link, and the reason may contain a name.
    expect(opened.body).not.toContain('Ordered twice')
  })

  it('a new link and a concurrent change of the status are both stored', async () => {
    const { data: order } = await place()
    await shop().tokenFor('boss', ['admin'])
    const [renewed] = await Promise.all([
      shop().call('asha', 'POST', `/purchases/order/${order.purchaseId}/link`, {}),
      shop().call('boss', 'PUT', `/purchases/order/${order.purchaseId}/status`, { orderStatus: 'SHIPPED' }),
    ])
    expect((await openLink(renewed.data.token)).data.orderStatus).toBe('SHIPPED')
  })

  it('the link of an erased order opens nothing', async () => {
    const { data: order } = await place()
    const [token = ''] = await mailedTokens(1)
    await shop().tokenFor('boss', ['admin'])
    // An account with an order on its way cannot be erased.
    for (const orderStatus of ['SHIPPED', 'DELIVERED'])
      await shop().call('boss', 'PUT', `/purchases/order/${order.purchaseId}/status`, { orderStatus })
    expect((await shop().call('asha', 'DELETE', '/account/asha')).status).toBe(200)
    expect((await openLink(token)).status).toBe(404)
    // The erased order has no secret, but its id alone does not open it.
    expect((await openLink(order.purchaseId)).status).toBe(404)
  })
}
