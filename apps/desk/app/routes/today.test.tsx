import { OPENING_STEPS, OPENING_STEP_TEXTS } from '@nashta/contracts/shop/shop-texts'
// @vitest-environment happy-dom
import { act } from 'react'
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
  for (const step of OPENING_STEPS) expect(text()).toContain(OPENING_STEP_TEXTS[step])
})

it('a pressed bar tells its number, and leads to its orders', async () => {
  const { host } = await renderToday({
    days: [
      { date: '2026-02-28', orders: 3, revenue: 450 },
      { date: '2026-03-01', orders: 1, revenue: 89 },
    ],
    today: [0, 1],
    weekAgo: [2, 0],
  })
  const plot = (title: string) => {
    const found = [...host.querySelectorAll('figure')].find((each) => each.textContent?.includes(title))
    if (!found) throw new Error(`There is no plot ${title}`)
    const press = (name: string) =>
      act(() => found.querySelector<HTMLElement>(`button[aria-label^="${name}"]`)?.click())
    const shown = () => found.querySelector('[aria-live]')?.textContent
    const target = () => found.querySelector('a')?.getAttribute('href')
    return { press, shown, target }
  }
  const revenue = plot('Revenue of 14 days')
  expect(revenue.shown()).toContain('1 Mar: ₹89')
  revenue.press('28 Feb')
  expect(revenue.shown()).toContain('28 Feb: ₹450')
  expect(revenue.target()).toBe('/orders?from=2026-02-28&until=2026-02-28')

  const hours = plot('Orders today by hour')
  hours.press('0:00')
  expect(hours.shown()).toContain('0:00: 2 a week ago, 0 today')
  expect(hours.target()).toBe('/orders?from=2026-03-01&until=2026-03-01')
})

async function renderToday(fields: {
  openingSteps?: string[]
  days?: { date: string; orders: number; revenue: number }[]
  today?: number[]
  weekAgo?: number[]
}) {
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
