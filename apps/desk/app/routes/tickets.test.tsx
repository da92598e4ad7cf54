// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../render-desk.fixture.tsx'
import { aTicket } from '../ticket.fixture.ts'
import Tickets from './tickets.tsx'

it('a deadline that passes while the list of tickets is open is shown as overdue', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: { tickets: [aTicket()] } }))
  // The ticket must be acknowledged by 12:00.
  const { text, advance } = await renderDesk(<Tickets />, { now: new Date('2026-03-10T11:50:00.000Z') })
  expect(text()).toContain('Acknowledge within less than an hour')
  await advance(11 * 60_000)
  expect(text()).toContain('Acknowledge: overdue by less than an hour')
})
