// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { aDeskOrder } from '../desk-order.fixture.ts'
import { renderDesk } from '../render-desk.fixture.tsx'
import Orders from './orders.tsx'

it('choosing a tab removes the failures of the tab before', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    const results = [{ purchaseId: 'order-1', result: 'refused', message: 'Already shipped' }]
    if (url === '/api/admin/orders/bulk') return Response.json({ data: { results } })
    if (url.startsWith('/api/admin/orders'))
      return Response.json({ data: { orders: [aDeskOrder()], nextCursor: null } })
    return Response.json({ code: 'NOT_FOUND', message: 'Not found' }, { status: 404 })
  })
  // React prints that happy-dom does not know the element `search`.
  const printedErrors = vi.spyOn(console, 'error').mockImplementationOnce(() => {})
  const { host, field, press, text, advance } = await renderDesk(<Orders />)
  printedErrors.mockClear()
  act(() => field('Select order ORDER-1').click())
  // The text of the button ends with its key.
  await press('Mark as packedm')
  expect(text()).toContain('Not done:#ORDER-1: Already shipped')

  act(() => host.querySelector<HTMLElement>('nav a:not([aria-current])')?.click())
  await advance(1)
  expect(text()).not.toContain('Not done:')
})
