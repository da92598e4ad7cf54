// @vitest-environment happy-dom
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../../render-desk.fixture.tsx'
import { aTicket } from '../../ticket.fixture.ts'
import { TicketReply } from './ticket-reply.tsx'

it('an answer is repeated with its idempotency key, and an edited answer has another key', async () => {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get(IDEMPOTENCY_KEY_HEADER))
    // The answer may be mailed, but its response is lost.
    throw new TypeError('Failed to fetch')
  })
  const { host, type, press } = await renderDesk(<TicketReply ticket={aTicket()} onSaved={async () => {}} />)
  const field = host.querySelector('textarea') as HTMLTextAreaElement
  type(field, 'We send a new box')
  await press('Send the answer')
  await press('Send the answer')
  type(field, 'We send two new boxes')
  await press('Send the answer')

  const [first, repeated, edited] = keys
  expect(first).toMatch(/-reply$/)
  expect(repeated).toBe(first)
  expect(edited).not.toBe(first)
})
