// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../render-desk.fixture.tsx'
import Today from './today.tsx'

it('a shop without recent sales is not told that it never had one', async () => {
  const { text } = await renderToday({})
  expect(text()).toContain('No sales in the last 14 days')
  expect(text()).not.toMatch(/yet|first order/)
})

it('a shop that takes no orders is told what opens it', async () => {
  const { text } = await renderToday({ openingSteps: ['identity', 'payments'] })
  expect(text()).toContain('The shop takes no orders yet')
  expect(text()).toContain('Store who runs the shop')
  expect(text()).toContain("Write the shop's UPI id at the desk under Settings, or set PAYMENTS")
})

async function renderToday(fields: { openingSteps?: string[] }) {
  const data = {
    work: { confirm: 0, findPayment: 0, pack: 0, handOver: 0, problem: 0, onTheWay: 0, waiting: 0 },
    openingSteps: [],
    lowStock: 0,
    openTickets: 0,
    days: [{ date: '2026-03-01', orders: 0, revenue: 0 }],
    today: [],
    weekAgo: [],
    ...fields,
  }
  vi.stubGlobal('fetch', async () => Response.json({ data }))
  return renderDesk(<Today />)
}
