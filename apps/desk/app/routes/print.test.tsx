// @vitest-environment happy-dom
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { act, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { aDeskOrder } from '../desk-order.fixture.ts'
import { renderDesk } from '../render-desk.fixture.tsx'
import Print from './print.tsx'

// Of its props, the page uses only the kind.
const Page = Print as (props: { params: { kind: string } }) => ReactNode

it.each([
  [{ shopNote: 'Please ring twice' }, 'Note to the shop: Please ring twice', true],
  [{ giftMessage: 'Happy birthday' }, 'Gift message: Happy birthday', false],
])(
  'a packing slip shows what the shopper added, and amounts only if it is no gift',
  async (details, line, hasAmount) => {
    const order = aDeskOrder({ details })
    vi.stubGlobal('fetch', async (url: string) =>
      url.startsWith('/api/admin/orders/print')
        ? Response.json({ data: { documents: [{ order, address: homeAddress, collect: 559 }] } })
        : Response.json({ data: aShop() }),
    )
    Object.assign(document, { fonts: { ready: Promise.resolve() } })
    vi.stubGlobal('print', () => {})
    const { text, advance } = await renderDesk(<Page params={{ kind: 'slips' }} />, {
      path: '/print/slips?ids=order-1',
    })
    await advance(1)
    expect(text()).toContain(line)
    expect(text().includes('To be paid on delivery: ₹559')).toBe(hasAmount)
  },
)

it('a print after a failed marking marks the orders as printed', async () => {
  let isMarkable = false
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/api/admin/orders/print'))
      return Response.json({
        data: { documents: [{ order: aDeskOrder(), address: homeAddress }] },
      })
    if (url !== '/api/admin/orders/bulk') return Response.json({ data: aShop() })
    if (!isMarkable) return Response.json({ code: 'BROKEN', message: 'Not marked' }, { status: 400 })
    return Response.json({ data: { results: [{ purchaseId: 'order-1', result: 'done' }] } })
  })
  // happy-dom has neither fonts nor a print dialog. This dialog closes at once.
  Object.assign(document, { fonts: { ready: Promise.resolve() } })
  vi.stubGlobal('print', () => act(() => void window.dispatchEvent(new Event('afterprint'))))
  const { text, press, advance } = await renderDesk(<Page params={{ kind: 'pick-list' }} />, {
    path: '/print/pick-list?ids=order-1',
  })
  await advance(1)
  expect(text()).toContain('Not marked')

  isMarkable = true
  await press('Print')
  expect(text()).toContain('1 order marked as printed')
  expect(text()).not.toContain('Not marked')
})
