// @vitest-environment happy-dom
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { aDeskOrder } from '../desk-order.fixture.ts'
import { renderDesk } from '../render-desk.fixture.tsx'
import OrderPage from './order.tsx'

// Of its props, the page uses only the id.
const Page = OrderPage as (props: { params: { id: string } }) => ReactNode

async function textOf(fields: Partial<DeskOrder>) {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({
      data: url.includes('/tickets') ? { tickets: [], nextCursor: null } : aDeskOrder(fields),
    }),
  )
  const { text } = await renderDesk(<Page params={{ id: 'order-1' }} />)
  return text()
}

it.each([
  ['to pack', true, {}],
  ['cancelled', false, { orderStatus: 'CANCELLED', work: 'cancelled' }],
] as const)(
  'the link for the customer of an order that is %s is offered: %s',
  async (_name, isOffered, fields) => {
    const text = await textOf({ ...fields, actions: [], link: '/order/token' })
    expect(text).toContain('Order #ORDER-1')
    expect(text.includes('Link for the customer')).toBe(isOffered)
  },
)
