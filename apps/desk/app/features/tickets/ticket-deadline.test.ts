import type { AdminTicket } from '@nashta/contracts/tickets/ticket'
import { expect, it } from 'vitest'
import { sortByUrgency, ticketDeadline } from './ticket-deadline.ts'

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

const aTicket = (number: string, status: string, acknowledgeBy: string): AdminTicket => ({
  number,
  status,
  acknowledgeBy,
  resolveBy: '2026-03-20T00:00:00.000Z',
  createdAt: acknowledgeBy,
  orderNumber: '',
  text: '',
  pictures: [],
  name: '',
  email: '',
  steps: [],
})

it('tickets are sorted by deadline, and closed tickets come last', () => {
  const sorted = sortByUrgency([
    aTicket('closed', 'closed', '2026-03-01T00:00:00.000Z'),
    aTicket('later', 'open', '2026-03-12T00:00:00.000Z'),
    aTicket('acknowledged', 'acknowledged', '2026-03-01T00:00:00.000Z'),
    aTicket('overdue', 'open', '2026-03-09T00:00:00.000Z'),
  ])
  expect(sorted.map(({ number }) => number)).toEqual(['overdue', 'later', 'acknowledged', 'closed'])
})
