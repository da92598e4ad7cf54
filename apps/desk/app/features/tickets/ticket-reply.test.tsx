// @vitest-environment happy-dom
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../../render-desk.fixture.tsx'
import { aTicket } from '../../ticket.fixture.ts'
import { TicketReply } from './ticket-reply.tsx'

it('a retried reply has the same idempotency key, an edited reply has another one', async () => {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get(IDEMPOTENCY_KEY_HEADER))
    // The reply may be mailed, but the response to this call is lost.
    throw new TypeError('Failed to fetch')
  })
  const { host, type, press } = await renderDesk(<TicketReply ticket={aTicket()} onSaved={async () => {}} />)
  const field = host.querySelector('textarea') as HTMLTextAreaElement
  type(field, 'We send a new box')
  await press('Send the answer')
  await press('Send the answer')
  type(field, 'We send two new boxes')
  await press('Send the answer')

  const [first, retried, edited] = keys
  expect(first).toMatch(/-reply$/)
  expect(retried).toBe(first)
  expect(edited).not.toBe(first)
})

it.each([
  ['asha@example.in', 'The shopper gets it by mail.'],
  ['', 'The shopper has no e-mail address, and reads it on the page of the order.'],
])('the form of a ticket with the e-mail address "%s" says "%s"', async (email, hint) => {
  const ticket = { ...aTicket(), email }
  const { host } = await renderDesk(<TicketReply ticket={ticket} onSaved={async () => {}} />)
  expect(host.textContent).toContain(hint)
})
