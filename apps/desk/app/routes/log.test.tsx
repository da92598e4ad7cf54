// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../render-desk.fixture.tsx'
import Log from './log.tsx'

/** React Query retries a failed call three times, after one, two and four seconds. */
const RETRIES_MS = 7000

it.each([
  ['without a filter', '/log', 'Nothing was changed yet'],
  ['with a filter', '/log?kind=order', 'No change matches'],
])('an empty log %s says so', async (_name, path, message) => {
  vi.stubGlobal('fetch', async () => Response.json({ data: { entries: [], nextCursor: null } }))
  const { text } = await renderDesk(<Log />, { path })
  expect(text()).toContain(message)
})

it('the log does not say that nothing was changed while it is fetched without the filter', async () => {
  vi.stubGlobal('fetch', (url: string) =>
    url.includes('kind=order')
      ? Promise.resolve(Response.json({ data: { entries: [], nextCursor: null } }))
      : new Promise(() => {}),
  )
  const { host, text, advance } = await renderDesk(<Log />, { path: '/log?kind=order' })
  const select = host.querySelector('select')
  act(() => {
    if (select) select.value = ''
    select?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await advance(1)
  expect(select?.value).toBe('')
  expect(text()).toContain('No change matches')
})

it('a next page of the log that cannot be loaded shows the reason', async () => {
  const entry = {
    id: 'entry-1',
    at: '2026-03-01T09:00:00.000Z',
    by: { sub: 'ravi', username: 'ravi', email: null },
    kind: 'product',
    subject: 'donut',
    action: 'edited',
    changes: {},
  }
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('cursor=next')
      ? Response.json({ message: 'Back soon' }, { status: 503 })
      : Response.json({ data: { entries: [entry], nextCursor: 'next' } }),
  )
  const { host, text, press, advance } = await renderDesk(<Log />, { path: '/log' })
  await press('Show more')
  await advance(RETRIES_MS)
  expect(host.querySelector('[role="alert"]')?.textContent).toBe('Back soon')
  expect(text()).toContain('donut')
})
