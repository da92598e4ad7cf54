// @vitest-environment happy-dom
import type { AdminTicket } from '@nashta/contracts/tickets/ticket'
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../render-desk.fixture.tsx'
import Tickets from './tickets.tsx'

const TICKET: AdminTicket = {
  number: 'T1',
  status: 'open',
  acknowledgeBy: '2026-03-10T12:00:00.000Z',
  resolveBy: '2026-03-31T12:00:00.000Z',
  createdAt: '2026-03-08T12:00:00.000Z',
  orderNumber: '',
  text: 'The laddoos are broken',
  pictures: [],
  name: 'Asha',
  email: 'asha@example.in',
  steps: [],
}

it('a list of tickets that stays open shows when a deadline has passed', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: { tickets: [TICKET] } }))
  const { text, advance } = await renderDesk(<Tickets />, { now: new Date('2026-03-10T11:50:00.000Z') })
  expect(text()).toContain('Acknowledge within an hour')
  await advance(11 * 60_000)
  expect(text()).toContain('Acknowledge: overdue by an hour')
})
