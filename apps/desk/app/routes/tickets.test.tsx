// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../render-desk.fixture.tsx'
import { aTicket } from '../ticket.fixture.ts'
import Tickets from './tickets.tsx'

it('a deadline that passes while the list of tickets is open is shown as overdue', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: true, data: { tickets: [aTicket()], nextCursor: null } }),
  )
  // The ticket must be acknowledged by 12:00.
  const { text, advance } = await renderDesk(<Tickets />, { now: new Date('2026-03-10T11:50:00.000Z') })
  expect(text()).toContain('Acknowledge within less than an hour')
  await advance(11 * 60_000)
  expect(text()).toContain('Acknowledge: overdue by less than an hour')
})

it('the selected tickets are closed with one text, and a refused one is named', async () => {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, { method, body }: { method: string; body: string }) => {
    if (method !== 'POST') {
      const tickets = ['T1', 'T2', 'T3'].map((number) => Object.assign(aTicket(), { number }))
      return Response.json({ data: { tickets, nextCursor: null } })
    }
    bodies.push(JSON.parse(body))
    return Response.json({ data: { closed: ['T1'], refused: [{ number: 'T3', message: 'It is closed' }] } })
  })
  const { host, text, press, field, type } = await renderDesk(<Tickets />)
  for (const number of ['T1', 'T3']) act(() => field(`Select ticket ${number}`).click())
  await press('Close 2 tickets')
  type(host.querySelector('textarea') as HTMLTextAreaElement, 'Not a complaint')
  const dialog = host.querySelector('dialog') as HTMLDialogElement
  act(() => dialog.querySelector<HTMLButtonElement>('button[type=submit]')?.click())
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(bodies).toEqual([{ numbers: ['T1', 'T3'], text: 'Not a complaint', isMailed: false }])
  expect(text()).toContain('T3: It is closed')
})
