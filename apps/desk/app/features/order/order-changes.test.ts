import { expect, it } from 'vitest'
import { changesSince } from './order-changes.ts'

it('only the new events of the timeline are listed, each with its note, operator and time', () => {
  const placed = { at: '2026-03-01T04:30:00.000Z', kind: 'placed' }
  const shipped = { at: '2026-03-01T05:00:00.000Z', kind: 'shipped', by: 'ravi@example.in', note: 'DTDC' }
  const before = { timeline: [placed] }
  expect(changesSince(before, { timeline: [placed, shipped] })).toEqual([
    'Shipped (DTDC, ravi@example.in, 1 Mar, 10:30 am)',
  ])
  expect(changesSince(before, before)).toEqual([])
})
