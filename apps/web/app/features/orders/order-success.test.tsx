// @vitest-environment happy-dom
import type { Purchase } from '@nashta/contracts/orders/purchase'
import { aPurchase } from '@nashta/contracts/orders/purchase.fixture'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createRoutesStub } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import { getQueryClient, QueryCacheProvider } from '../../data/products/query-client.tsx'
import { waitUntil } from '../../wait-until.fixture.ts'
import { OrderSuccess } from './order-success.tsx'

it('an order that is paid is celebrated as placed', async () => {
  const page = await show({})
  expect(page.querySelector('h1')?.textContent).toBe('Order Placed Successfully!')
})

it.each<[string, Partial<Purchase>]>([
  ['is checked with the bank', { payment: { state: 'checking' } }],
  ['is not confirmed by a store without payment states', { orderStatus: 'PROCESSING' }],
])('an order whose payment %s is not celebrated: the page says what happens next', async (_case, fields) => {
  const page = await show(fields)
  expect(page.querySelector('h1')?.textContent).toBe('Waiting for the bank')
  expect(page.textContent).not.toContain('Thank you for your purchase')
  expect(page.textContent).toContain('Please do not pay twice')
  expect(page.textContent).toContain('If it refuses, the order is cancelled and nothing is charged')
})

let orderCount = 0

async function show(fields: Partial<Purchase>) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const order = aPurchase(fields)
  vi.stubGlobal('fetch', async () => Response.json({ data: order }))
  const page = document.body.appendChild(document.createElement('main'))
  const root = createRoot(page)
  onTestFinished(() => {
    act(() => root.unmount())
    getQueryClient().clear()
    page.remove()
    vi.unstubAllGlobals()
  })
  // The query cache holds orders by shopper, and other tests share it.
  const access = { userId: `buyer-${(orderCount += 1)}`, orderId: order.purchaseId }
  const Page = createRoutesStub([{ path: '/', Component: () => <OrderSuccess access={access} /> }])
  await act(async () =>
    root.render(
      <QueryCacheProvider>
        <Page />
      </QueryCacheProvider>,
    ),
  )
  await waitUntil(() => page.querySelector('h1'))
  return page
}
