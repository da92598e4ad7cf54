import { expect, it } from 'vitest'
import { ticketDeadline } from './ticket-deadline.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const DEADLINES = { acknowledgeBy: '2026-03-11T12:00:00.000Z', resolveBy: '2026-04-01T12:00:00.000Z' }

it.each([
  ['open', NOW, 'Acknowledge within 24 h', false],
  ['open', new Date('2026-03-11T15:30:00.000Z'), 'Acknowledge: overdue by 3 h', true],
  ['open', new Date('2026-03-11T12:01:00.000Z'), 'Acknowledge: overdue by less than an hour', true],
  ['acknowledged', NOW, 'Close within 22 days', false],
  ['acknowledged', new Date('2026-04-05T12:00:00.000Z'), 'Close: overdue by 4 days', true],
  ['closed', new Date('2026-05-01T12:00:00.000Z'), 'Closed', false],
])('the deadline of a ticket that is %s at %s reads "%s"', (status, now, text, isOverdue) => {
  expect(ticketDeadline({ status, ...DEADLINES }, now)).toMatchObject({ text, isOverdue })
})
