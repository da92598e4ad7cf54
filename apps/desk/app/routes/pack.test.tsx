// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { aDeskOrder } from '../desk-order.fixture.ts'
import { renderDesk } from '../render-desk.fixture.tsx'
import Pack from './pack.tsx'

it('the pack page shows the orders in the sequence of the queue', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/api/admin/orders/pack-queue')
      return Response.json({ data: { orderIds: ['order-1', 'order-2'] } })
    return Response.json({ data: aDeskOrder({ purchaseId: url.slice(url.lastIndexOf('/') + 1) }) })
  })
  const { host, press } = await renderDesk(<Pack />)
  const heading = () => host.querySelector('h2')?.textContent
  expect(heading()).toBe('#ORDER-1')
  await press('Skip this order')
  expect(heading()).toBe('#ORDER-2')
})
