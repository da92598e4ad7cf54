// @vitest-environment happy-dom
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { expect, it, vi } from 'vitest'
import { aDeskOrder } from '../../desk-order.fixture.ts'
import { renderDesk } from '../../render-desk.fixture.tsx'
import { OrderNotes } from './order-notes.tsx'

it('a retried note has the same idempotency key, an edited note has another one', async () => {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get(IDEMPOTENCY_KEY_HEADER))
    // The note may be stored, but its response is lost.
    throw new TypeError('Failed to fetch')
  })
  const { field, type, press } = await renderDesk(<OrderNotes order={aDeskOrder()} onSaved={() => {}} />)
  type(field('New note'), 'Call first')
  await press('Add')
  await press('Add')
  type(field('New note'), 'Call before noon')
  await press('Add')

  const [first, retried, edited] = keys
  expect(first).toEqual(expect.any(String))
  expect(retried).toBe(first)
  expect(edited).not.toBe(first)
})

it('what the operator types while a note is being saved stays in the field', async () => {
  const { promise: response, resolve: respond } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async () => (await response).clone())
  const saved: unknown[] = []
  const { advance, field, type, press } = await renderDesk(
    <OrderNotes order={aDeskOrder()} onSaved={(order) => saved.push(order)} />,
  )
  type(field('New note'), 'Call first')
  await press('Add')
  type(field('New note'), 'Leave at the gate')
  respond(Response.json({ data: aDeskOrder() }))
  await advance(1)
  expect(saved).toHaveLength(1)
  expect(field('New note').value).toBe('Leave at the gate')

  await press('Add')
  await advance(1)
  expect(field('New note').value).toBe('')
})
