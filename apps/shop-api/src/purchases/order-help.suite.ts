import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { listLinkedTickets } from '@nashta/contracts/orders/order-help'
import { expect, it } from 'vitest'
import type { OpenTestShop } from '../shop.fixture.ts'
import { openCheckout } from './checkout.fixture.ts'

const KEY = { 'idempotency-key': 'help-key-00000000000' }
const DAMAGED = { kind: 'damaged', text: 'The box was open' }

/** Help with an order, on every adapter. */
export function orderHelpSuite(open: OpenTestShop) {
  const { place, shop } = openCheckout(open)

  async function orderWithLink() {
    const { data } = await place()
    const { purchaseId } = data
    const link = await shop().call('asha', 'POST', `/purchases/order/${purchaseId}/link`, {})
    return { path: `/purchases/order/${purchaseId}/help`, linkPath: `/order-links/${link.data.token}/help` }
  }
  async function callWithoutToken(method: 'GET' | 'POST', path: string, body?: object) {
    const response = await shop().shop.app.inject({
      method,
      url: `/api${path}`,
      headers: KEY,
      ...(body && { body }),
    })
    return { status: response.statusCode, data: response.json().data }
  }

  it('a request for help becomes a ticket, and its reply is shown on both pages of the order', async () => {
    const { path, linkPath } = await orderWithLink()
    const { status, data } = await shop().call('asha', 'POST', path, DAMAGED, KEY)
    expect(status).toBe(201)
    await shop().tokenFor('boss', ['admin'])
    await shop().call('boss', 'POST', `/admin/tickets/${data.number}/reply`, { text: 'A new box comes' })
    const listed = await callWithoutToken('GET', linkPath)
    const { tickets } = parseExactly(listLinkedTickets.reply, { data: listed.data }).data
    expect(tickets).toMatchObject([
      { number: data.number, kind: 'damaged', status: 'acknowledged', steps: [{ text: 'A new box comes' }] },
    ])
    expect((await shop().call('asha', 'GET', path)).data.tickets).toEqual(tickets)
    expect(JSON.stringify(listed.data)).not.toContain('asha@example.in')
    const [listedForDesk] = (await shop().call('boss', 'GET', '/admin/tickets')).data.tickets
    expect(listedForDesk).toMatchObject({ kind: 'damaged', email: 'asha@example.in' })
  })

  it('repeated requests with one key make one ticket, and a changed text is refused', async () => {
    const { linkPath } = await orderWithLink()
    const [first, second] = await Promise.all([
      callWithoutToken('POST', linkPath, DAMAGED),
      callWithoutToken('POST', linkPath, DAMAGED),
    ])
    expect([first?.status, second?.data]).toEqual([201, first?.data])
    expect((await callWithoutToken('POST', linkPath, { ...DAMAGED, text: 'Other' })).status).toBe(422)
    expect((await callWithoutToken('GET', linkPath)).data.tickets).toHaveLength(1)
    const withShortKey = await shop().call('asha', 'POST', linkPath, DAMAGED, { 'idempotency-key': 'short' })
    expect(withShortKey.status).toBe(400)
  })

  it('help is for the owner and the holder of the link only', async () => {
    const { path, linkPath } = await orderWithLink()
    expect((await shop().call('ravi', 'POST', path, DAMAGED, KEY)).code).toBe('ORDER_NOT_FOUND')
    expect((await shop().call('ravi', 'GET', path)).code).toBe('ORDER_NOT_FOUND')
    const wrongLink = linkPath.replace(/.\/help$/, (end) => (end.startsWith('A') ? 'B/help' : 'A/help'))
    expect((await callWithoutToken('POST', wrongLink, DAMAGED)).status).toBe(404)
    expect((await shop().call('asha', 'POST', path, { kind: 'bored', text: 'x' })).status).toBe(400)
  })
}
