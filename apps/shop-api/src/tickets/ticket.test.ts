import { expect, it } from 'vitest'
import { newTicket, placeOf, takeStep, type TicketStep } from './ticket.ts'

const input = { name: 'Asha', email: 'asha@example.com', orderNumber: '', text: 'Stale chips' }
const at = new Date('2026-01-15T10:00:00Z')
const open = newTicket(input, { number: 'G-1', tokenHash: 'hash', isAboutOrder: false, at })
const step = (kind: TicketStep['kind'], key?: string): TicketStep => ({
  kind,
  at: at.toISOString(),
  text: kind === 'acknowledged' ? '' : 'We send new ones',
  by: 'boss',
  key,
})
const acknowledged = takeStep(open, step('acknowledged'))
const closed = takeStep(open, step('closed'))

it('a ticket must be acknowledged in 48 hours and resolved in a month', () => {
  expect(open).toMatchObject({
    status: 'open',
    acknowledgeBy: '2026-01-17T10:00:00.000Z',
    resolveBy: '2026-02-15T10:00:00.000Z',
  })
})

it.each([
  ['2026-01-31T10:00:00Z', '2026-02-28T10:00:00.000Z'],
  ['2028-01-30T10:00:00Z', '2028-02-29T10:00:00.000Z'],
  ['2026-08-31T10:00:00Z', '2026-09-30T10:00:00.000Z'],
  ['2026-12-31T18:29:59Z', '2027-01-31T18:29:59.000Z'],
  // In India it is already 1 January, so the ticket has until 1 February.
  ['2026-12-31T18:30:00Z', '2027-01-31T18:30:00.000Z'],
  ['2026-01-30T18:30:00Z', '2026-02-27T18:30:00.000Z'],
  ['2026-02-28T18:30:00Z', '2026-03-31T18:30:00.000Z'],
])('a ticket of %s must be resolved by %s', (created, resolveBy) => {
  const ticket = newTicket(input, {
    number: 'G-1',
    tokenHash: 'hash',
    isAboutOrder: false,
    at: new Date(created),
  })
  expect(ticket.resolveBy).toBe(resolveBy)
})

it.each([
  ['open', 'acknowledged', 'acknowledged', open],
  ['open', 'replied', 'acknowledged', open],
  ['open', 'closed', 'closed', open],
  ['acknowledged', 'replied', 'acknowledged', acknowledged],
  ['acknowledged', 'closed', 'closed', acknowledged],
] as const)('a ticket that is %s takes the step %s and is then %s', (_before, kind, status, ticket) => {
  expect(takeStep(ticket, step(kind))).toMatchObject({
    status,
    steps: [...ticket.steps, { kind, by: 'boss' }],
  })
})

it.each([
  ['A ticket that is acknowledged cannot be acknowledged', acknowledged, 'acknowledged'],
  ['A ticket that is closed cannot be acknowledged', closed, 'acknowledged'],
  ['A ticket that is closed cannot be replied to', closed, 'replied'],
  ['A ticket that is closed cannot be closed', closed, 'closed'],
] as const)('a step that the status does not allow is refused: %s', (message, ticket, kind) => {
  expect(() => takeStep(ticket, step(kind))).toThrow(message)
})

it('a repeated step with the same key changes nothing', () => {
  const once = takeStep(open, step('replied', 'key:1'))
  expect(takeStep(once, step('replied', 'key:1'))).toBe(once)
  expect(takeStep(once, step('replied', 'key:2')).steps).toHaveLength(2)
})

it('a ticket is due at `acknowledgeBy`, then at `resolveBy`; a closed one is in the other list', () => {
  expect([open, acknowledged, closed].map(placeOf)).toEqual([
    { list: 'due', place: `1 ${open.acknowledgeBy} G-1` },
    { list: 'due', place: `1 ${open.resolveBy} G-1` },
    { list: 'closed', place: `${at.toISOString()} G-1` },
  ])
})
