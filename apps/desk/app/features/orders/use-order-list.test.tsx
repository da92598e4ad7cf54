// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { aDeskOrder } from '../../desk-order.fixture.ts'
import { renderDesk } from '../../render-desk.fixture.tsx'
import { readFilter } from './order-filter.ts'
import { useOrderList } from './use-order-list.ts'

const POLL_MS = 5000
const FILTER = readFilter(new URLSearchParams(), { isPacker: false })

/** An order of this hour. */
const anOrderOf = (hour: number, name = '') =>
  aDeskOrder({ purchaseId: `order-${hour}`, purchaseDate: `2026-03-01T0${hour}:00:00.000Z`, name })

function OrderList() {
  const { query, rows, newCount, reloadList } = useOrderList(FILTER, { inBackground: false })
  return (
    <>
      {rows.map(({ purchaseId, name }) => `${purchaseId}${name} `)}
      {newCount} new
      <button onClick={() => void query.fetchNextPage()}>More</button>
      <button onClick={() => void reloadList()}>Show new</button>
    </>
  )
}

it('the changes that a poll found stay while the next page is loaded', async () => {
  let firstPage = [anOrderOf(4), anOrderOf(3)]
  vi.stubGlobal('fetch', async (path: string) => {
    const isFirst = !path.includes('cursor=next')
    const data = { orders: isFirst ? firstPage : [anOrderOf(2)], nextCursor: isFirst ? 'next' : null }
    return Response.json({ success: true, data })
  })
  const { text, advance, press } = await renderDesk(<OrderList />)
  expect(text()).toContain('order-4 order-3 0 new')

  firstPage = [anOrderOf(5), anOrderOf(4, ' of Asha'), anOrderOf(3)]
  await advance(POLL_MS)
  expect(text()).toContain('order-4 of Asha order-3 1 new')
  await press('More')
  expect(text()).toContain('order-4 of Asha order-3 order-2 1 new')

  firstPage = [anOrderOf(6), anOrderOf(5), anOrderOf(4, ' of Ravi'), anOrderOf(3)]
  await press('Show new')
  expect(text()).toContain('order-6 order-5 order-4 of Ravi order-3 order-2 0 new')
})
