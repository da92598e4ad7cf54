// @vitest-environment happy-dom
import { aPurchase } from '@nashta/contracts/orders/purchase.fixture'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createRoutesStub } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import { getQueryClient, QueryCacheProvider } from '../../data/products/query-client.tsx'
import { waitUntil } from '../../wait-until.fixture.ts'
import { ordersKey } from './order-queries.ts'
import { PurchaseHistory } from './purchase-history.tsx'

// The first text of each case is also the shopper's id, because the page caches orders by shopper.
it.each([
  ['without a message', new Response('<html>', { status: 502 }), 'Failed to load purchase history'],
  [
    'with a message',
    Response.json({ message: 'Back soon' }, { status: 503 }),
    'API request failed: Back soon',
  ],
])(
  'a purchase history that the store refuses %s shows the reason and a link home',
  async (userId, response, reason) => {
    vi.stubGlobal('fetch', async () => response)
    const page = await show(userId)

    expect(page.textContent).toBe(`Error Loading Purchase History${reason}Back to Home`)
  },
)

it('a click on Show more loads the next page although a poll is in flight', async () => {
  const pages = [
    { purchases: [aPurchase({ purchaseId: 'order-00000001' })], nextCursor: 'next' },
    { purchases: [aPurchase({ purchaseId: 'order-00000002' })], nextCursor: null },
  ]
  let isPolling = false
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.includes('cursor=next')) return Response.json({ data: pages[1] })
    // The poll stays in flight.
    return isPolling ? new Promise(() => {}) : Response.json({ data: pages[0] })
  })
  const page = await show('asha')
  expect(page.textContent).toContain('Order #00000001')

  isPolling = true
  void getQueryClient().invalidateQueries({ queryKey: ordersKey('asha') })
  await clickShowMore(page)
  await waitUntil(() => page.querySelectorAll('article').length >= 2)
  expect(page.textContent).toContain('Order #00000002')
})

it('a next page that cannot be loaded shows the reason beside Show more', async () => {
  const firstPage = { purchases: [aPurchase({ purchaseId: 'order-00000001' })], nextCursor: 'next' }
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('cursor=next')
      ? Response.json({ message: 'Back soon' }, { status: 503 })
      : Response.json({ data: firstPage }),
  )
  const page = await show('ravi')
  await clickShowMore(page)

  await waitUntil(() => page.textContent.includes('API request failed: Back soonShow more'))
  expect(page.textContent).toContain('Order #00000001')
})

async function clickShowMore(page: Element) {
  const showMore = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Show more')
  await act(async () => showMore?.click())
}

async function show(userId: string) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    act(() => root.unmount())
    getQueryClient().clear()
    vi.unstubAllGlobals()
  })
  const Component = () => <PurchaseHistory userId={userId} addToCart={async () => {}} />
  const Page = createRoutesStub([{ path: '/', Component }])
  await act(async () =>
    root.render(
      <QueryCacheProvider>
        <Page />
      </QueryCacheProvider>,
    ),
  )
  await waitUntil(() => host.querySelector('a'))
  return host
}
