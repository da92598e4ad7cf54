import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { listLinkedTickets } from '@nashta/contracts/orders/order-help'
import { describe, expect, it } from 'vitest'
import type { OpenTestShop, TestShop } from '../../shop.fixture.ts'
import { openCheckout } from '../work/checkout.fixture.ts'

/** The key of a ticket needs at least 16 characters. */
const KEY = { 'idempotency-key': 'help-key-00000000000' }
const DAMAGED = { kind: 'damaged', text: 'The box was open' }

/** Help with an order, on every adapter. */
export function orderHelpSuite(open: OpenTestShop) {
  const { place, shop } = openCheckout(open)

  /**
   * Places an order of Asha. Returns two paths of its requests for help: `ownPath` for Asha, and
   * `linkPath` for the holder of the order's link.
   */
  async function placeOrderWithLink() {
    const { data: order } = await place()
    const orderPath = `/purchases/order/${order.purchaseId}`
    const { data: link } = await shop().call('asha', 'POST', `${orderPath}/link`, {})
    const token: string = link.token
    return { token, ownPath: `${orderPath}/help`, linkPath: `/order-links/${token}/help` }
  }
  /** Calls without an access token, as the holder of a link does. */
  async function callByLink(method: 'GET' | 'POST', path: string, body?: object, headers = KEY) {
    const response = await shop().shop.app.inject({
      method,
      url: `/api${path}`,
      headers,
      ...(body && { body }),
    })
    return { status: response.statusCode, data: response.json().data }
  }

  it('a request for help becomes a ticket, and shopper and link holder see the reply', async () => {
    const { ownPath, linkPath } = await placeOrderWithLink()
    const { status, data } = await shop().call('asha', 'POST', ownPath, DAMAGED, KEY)
    expect(status).toBe(201)
    await shop().tokenFor('boss', ['admin'])
    const [listedForDesk] = (await shop().call('boss', 'GET', '/admin/tickets')).data.tickets
    expect(listedForDesk).toMatchObject({ kind: 'damaged', email: 'asha@example.in' })
    await shop().call('boss', 'POST', `/admin/tickets/${data.number}/reply`, { text: 'A new box comes' })

    const listed = await callByLink('GET', linkPath)
    const { tickets } = parseExactly(listLinkedTickets.reply, { data: listed.data }).data
    // A reply also acknowledges the ticket.
    expect(tickets).toMatchObject([
      { number: data.number, kind: 'damaged', status: 'acknowledged', steps: [{ text: 'A new box comes' }] },
    ])
    expect((await shop().call('asha', 'GET', ownPath)).data.tickets).toEqual(tickets)
    expect(JSON.stringify(listed.data)).not.toContain('asha@example.in')
  })

  it('repeated requests with one key make one ticket, and a changed text is refused', async () => {
    const { linkPath } = await placeOrderWithLink()
    const [first, second] = await Promise.all([
      callByLink('POST', linkPath, DAMAGED),
      callByLink('POST', linkPath, DAMAGED),
    ])
    expect(first.status).toBe(201)
    expect(second).toEqual(first)
    expect((await callByLink('POST', linkPath, { ...DAMAGED, text: 'Other' })).status).toBe(422)
    expect((await callByLink('GET', linkPath)).data.tickets).toHaveLength(1)
  })

  it('a request with a short key or an unknown kind is refused', async () => {
    const { ownPath, linkPath } = await placeOrderWithLink()
    const withShortKey = await callByLink('POST', linkPath, DAMAGED, { 'idempotency-key': 'short' })
    expect(withShortKey.status).toBe(400)
    expect((await shop().call('asha', 'POST', ownPath, { kind: 'bored', text: 'x' })).status).toBe(400)
  })

  it('other shoppers and wrong links can neither ask for help nor read the requests', async () => {
    const { ownPath, token } = await placeOrderWithLink()
    expect((await shop().call('ravi', 'POST', ownPath, DAMAGED, KEY)).code).toBe('ORDER_NOT_FOUND')
    expect((await shop().call('ravi', 'GET', ownPath)).code).toBe('ORDER_NOT_FOUND')
    const wrongToken = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
    const wrongLinkPath = `/order-links/${wrongToken}/help`
    expect((await callByLink('POST', wrongLinkPath, DAMAGED)).status).toBe(404)
    expect((await callByLink('GET', wrongLinkPath)).status).toBe(404)
  })

  describe('help with an order without an e-mail address', () => {
    const checkout = openCheckout((overrides) => open({ ...overrides, emailOf: async () => null }))
    const call = (...request: Parameters<TestShop['call']>) => checkout.shop().call(...request)

    it('is stored and replied to without a mail, exported, and erased with the account', async () => {
      const orderPath = `/purchases/order/${(await checkout.place()).data.purchaseId}`
      const { status, data } = await call('asha', 'POST', `${orderPath}/help`, DAMAGED, KEY)
      expect(status).toBe(201)
      await checkout.shop().tokenFor('boss', ['admin'])
      const reply = { text: 'A new box comes' }
      expect((await call('boss', 'POST', `/admin/tickets/${data.number}/reply`, reply)).status).toBe(200)
      expect(await checkout.mails()).toEqual([])
      const listed = (await call('asha', 'GET', `${orderPath}/help`)).data.tickets
      expect(listed).toMatchObject([{ number: data.number, steps: [reply] }])

      const exported = (await call('asha', 'GET', '/account/asha/export')).data.tickets
      expect(exported).toMatchObject([{ text: DAMAGED.text, email: '' }])
      for (const orderStatus of ['SHIPPED', 'DELIVERED'])
        await call('boss', 'PUT', `${orderPath}/status`, { orderStatus })
      expect((await call('asha', 'DELETE', '/account/asha')).status).toBe(200)
      expect(await checkout.shop().everything()).not.toContain(DAMAGED.text)
    })
  })
}
