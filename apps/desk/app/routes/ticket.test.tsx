// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { aDeskOrder } from '../desk-order.fixture.ts'
import { TicketsOfOrder } from '../features/tickets/tickets-of-order.tsx'
import { renderDesk } from '../render-desk.fixture.tsx'
import { aTicket } from '../ticket.fixture.ts'
import TicketPage from './ticket.tsx'

// Of its props, the page uses only the number.
const Page = TicketPage as (props: { params: { number: string } }) => ReactNode

const ORDER = aDeskOrder({
  purchaseId: '01KDX158C0444444447K3M9QXZ',
  actions: [{ action: 'refund', allowed: true }],
  totalAmount: 1700,
  payment: { method: 'card', state: 'paid' },
  owed: { amount: 712, expiresAt: '2026-03-02T05:00:00.000Z' },
  refunds: [
    {
      refundId: 'refund-1',
      amount: 45,
      reason: 'Broken',
      state: 'requested',
      byHand: true,
      actions: [],
      requestedAt: '2026-03-01T05:00:00.000Z',
      updatedAt: '2026-03-01T05:00:00.000Z',
    },
  ],
})
const TICKET = { ...aTicket(), orderNumber: '#7k3m9qxz', isAboutOrder: true }

function stubShop() {
  const posts: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body: string }) => {
    const { pathname } = new URL(url, 'http://localhost')
    if (method === 'POST') posts.push({ path: pathname, body: JSON.parse(body) })
    if (pathname.endsWith('/admin/orders'))
      return Response.json({ data: { orders: [ORDER], nextCursor: null } })
    if (pathname.endsWith('/admin/tickets'))
      return Response.json({ data: { tickets: [TICKET], nextCursor: null } })
    return Response.json({ data: pathname.includes('/tickets/') ? TICKET : ORDER })
  })
  return posts
}

it('a ticket shows its order, which can be opened and refunded from there', async () => {
  stubShop()
  const { host, advance, press, text } = await renderDesk(<Page params={{ number: 'T1' }} />)
  await advance(1)
  const link = Array.from(host.querySelectorAll('a')).find((each) => each.textContent === '#7K3M9QXZ')
  expect(link?.getAttribute('href')).toBe(`/orders/${ORDER.purchaseId}`)
  expect(text()).toContain('2 × Donut')
  expect(text()).toContain('₹1,700 · Paid, Card, ₹712 still to pay')
  expect(text()).toContain('₹45 · To be paid back by hand')
  await press('Refund')
  expect(host.querySelector('dialog')?.textContent).toContain('Refund')
})

it('the tickets of an order can be answered from it', async () => {
  const posts = stubShop()
  const { host, press, type } = await renderDesk(<TicketsOfOrder orderNumber="7K3M9QXZ" />)
  expect(host.querySelector('a')?.getAttribute('href')).toBe('/tickets/T1')
  await press('Answer')
  type(host.querySelector('textarea') as HTMLTextAreaElement, 'A new box is on its way')
  await press('Send the answer')
  expect(posts).toMatchObject([
    { path: expect.stringContaining('/tickets/T1/reply'), body: { text: 'A new box is on its way' } },
  ])
})
