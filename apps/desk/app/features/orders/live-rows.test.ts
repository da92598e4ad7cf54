import type { OrderRow } from '@nashta/contracts/orders/desk/desk-order'
import { expect, it } from 'vitest'
import { idsBetween, liveRows } from './live-rows.ts'

/** An order that was placed at `hour`. Lists have the newest order first. */
function aRow(hour: number, changes: Partial<OrderRow> = {}): OrderRow {
  return {
    purchaseId: `order-${hour}`,
    purchaseDate: `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`,
    work: 'pack',
    orderStatus: 'CONFIRMED',
    deliveryStatus: 'PROCESSING',
    totalItems: 1,
    itemsToPack: 1,
    version: '1',
    ...changes,
  }
}
const aPage = (hours: number[], nextCursor: string | null = null) => ({
  orders: hours.map((hour) => aRow(hour)),
  nextCursor,
})
const ids = (rows: readonly OrderRow[]) => rows.map(({ purchaseId }) => purchaseId)

it('new orders are counted, but not added to the rows', () => {
  const { rows, newCount } = liveRows([aPage([5, 4])], aPage([8, 7, 5, 4]))
  expect(ids(rows)).toEqual(['order-5', 'order-4'])
  expect(newCount).toBe(2)
})

it('a row shows what another operator changed', () => {
  const latest = { orders: [aRow(5, { printedAt: '2026-03-01T06:00:00.000Z' })], nextCursor: null }
  expect(liveRows([aPage([5])], latest).rows[0]?.printedAt).toBe('2026-03-01T06:00:00.000Z')
})

it('an order that no longer matches the filter stays in its place and is reported as gone', () => {
  const { rows, goneIds } = liveRows([aPage([5, 4, 3])], aPage([5, 3]))
  expect(ids(rows)).toEqual(['order-5', 'order-4', 'order-3'])
  expect([...goneIds]).toEqual(['order-4'])
})

it('a row older than the last row of the latest page is not reported as gone', () => {
  const shown = [aPage([9, 8], 'more'), aPage([7, 6], 'more')]
  const { goneIds, newCount } = liveRows(shown, aPage([9, 7], 'more'))
  expect([...goneIds]).toEqual(['order-8'])
  expect(newCount).toBe(0)
})

it('no row is reported as gone while the latest page is empty, but has a further page', () => {
  expect([...liveRows([aPage([9, 8])], aPage([], 'more')).goneIds]).toEqual([])
  expect([...liveRows([aPage([9, 8])], aPage([])).goneIds]).toEqual(['order-9', 'order-8'])
})

it('an order that moves up from the next page is not counted as new', () => {
  const { goneIds, newCount } = liveRows([aPage([9, 8], 'more')], aPage([9, 7], 'more'))
  expect([...goneIds]).toEqual(['order-8'])
  expect(newCount).toBe(0)
})

it('a range ends at the clicked row, and is only that row when its start is not shown', () => {
  const { orders } = aPage([5, 4, 3, 2])
  expect(idsBetween(orders, 'order-4', 'order-2')).toEqual(['order-4', 'order-3', 'order-2'])
  expect(idsBetween(orders, 'order-3', 'order-5')).toEqual(['order-5', 'order-4', 'order-3'])
  expect(idsBetween(orders, null, 'order-3')).toEqual(['order-3'])
  expect(idsBetween(orders, 'not shown', 'order-3')).toEqual(['order-3'])
})
