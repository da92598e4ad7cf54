// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { aDeskOrder } from '../../desk-order.fixture.ts'
import { renderDesk } from '../../render-desk.fixture.tsx'
import { readFilter } from './order-filter.ts'
import { useOrderList } from './use-order-list.ts'

/** The interval in which the list polls. */
const POLL_MS = 5000
const FILTER = readFilter(new URLSearchParams(), { isPacker: false })

/** An order that was placed at `hour`. */
const anOrderAt = (hour: number, name = 'Om') =>
  aDeskOrder({ purchaseId: `order-${hour}`, purchaseDate: `2026-03-01T0${hour}:00:00.000Z`, name })

function OrderList() {
  const { query, rows, newCount, reloadList } = useOrderList(FILTER, { inBackground: false })
  return (
    <>
      {rows.map(({ purchaseId, name }) => `${purchaseId} ${name} `)}
      {newCount} new
      <button onClick={() => void query.fetchNextPage()}>More</button>
      <button onClick={() => void reloadList()}>Show new</button>
    </>
  )
}

it('changes found by a poll stay when a page is added, and a reload shows new orders', async () => {
  let firstPage = [anOrderAt(4), anOrderAt(3)]
  vi.stubGlobal('fetch', async (path: string) => {
    const isFirstPage = !path.includes('cursor=next')
    const data = isFirstPage
      ? { orders: firstPage, nextCursor: 'next' }
      : { orders: [anOrderAt(2)], nextCursor: null }
    return Response.json({ success: true, data })
  })
  const { text, advance, press } = await renderDesk(<OrderList />)
  expect(text()).toContain('order-4 Om order-3 Om 0 new')

  firstPage = [anOrderAt(5), anOrderAt(4, 'Asha'), anOrderAt(3)]
  await advance(POLL_MS)
  expect(text()).toContain('order-4 Asha order-3 Om 1 new')
  await press('More')
  expect(text()).toContain('order-4 Asha order-3 Om order-2 Om 1 new')

  firstPage = [anOrderAt(6), anOrderAt(5), anOrderAt(4, 'Ravi'), anOrderAt(3)]
  await press('Show new')
  expect(text()).toContain('order-6 Om order-5 Om order-4 Ravi order-3 Om order-2 Om 0 new')
})
