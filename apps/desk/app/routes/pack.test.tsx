// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { aDeskOrder } from '../desk-order.fixture.ts'
import { renderDesk } from '../render-desk.fixture.tsx'
import Pack from './pack.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/api/admin/orders/pack-queue')
      return Response.json({ data: { orderIds: ['order-1', 'order-2'] } })
    return Response.json({ data: aDeskOrder({ purchaseId: url.slice(url.lastIndexOf('/') + 1) }) })
  })
})

it('the pack page shows the orders in the sequence of the queue', async () => {
  const { host, press } = await renderDesk(<Pack />)
  const heading = () => host.querySelector('h2')?.textContent
  expect(heading()).toBe('#ORDER-1')
  await press('Skip this order')
  expect(heading()).toBe('#ORDER-2')
})

it('after the orders that the URL names, "Look for more" shows the orders of the queue', async () => {
  const { host, press } = await renderDesk(<Pack />, { path: '/pack?orders=order-7' })
  const heading = () => host.querySelector('h2')?.textContent
  expect(heading()).toBe('#ORDER-7')
  await press('Skip this order')
  await press('Look for more')
  expect(heading()).toBe('#ORDER-1')
})

it('the message of a failed start of packing goes with the next try', async () => {
  let fails = true
  const lines = ['donut', 'barfi', 'laddoo'].map((productId) => ({
    productId,
    name: productId,
    imageUrl: '',
    quantity: 1,
  }))
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/pack-queue')) return Response.json({ data: { orderIds: ['order-1'] } })
    if (url.endsWith('/pack') && fails) throw new TypeError('Failed to fetch')
    return Response.json({ data: aDeskOrder({ purchaseId: 'order-1', lines }) })
  })
  const { host, text, advance } = await renderDesk(<Pack />)
  const tick = async (index: number) => {
    act(() => host.querySelectorAll<HTMLInputElement>('input[type=checkbox]')[index]?.click())
    await advance(1)
  }
  await tick(0)
  expect(host.querySelector('[role="alert"]')).not.toBeNull()
  fails = false
  await tick(1)
  expect(host.querySelector('[role="alert"]')).toBeNull()
  expect(text()).toContain('#ORDER-1')
})
