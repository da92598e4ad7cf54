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

it('a change of a product can be undone in the log, which says so or why not', async () => {
  const at = '2026-03-01T09:00:00.000Z'
  const entryOf = (id: string, kind: string, action: string) => ({
    id: `${id} ${action}`,
    at,
    by: { sub: 'ravi', username: 'ravi', email: null },
    kind,
    subject: id,
    name: id,
    action,
    changes: {},
  })
  const entries = [
    entryOf('donut', 'product', 'update'),
    entryOf('chips', 'product', 'create'),
    entryOf('barfi', 'product', 'delete'),
    entryOf('shop', 'shop', 'update'),
  ]
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { body = '' }: { body?: string } = {}) => {
    if (!url.includes('/products/undo')) return Response.json({ data: { entries, nextCursor: null } })
    const { changes } = JSON.parse(body)
    sent.push(...changes)
    const [{ products_id }] = changes
    const isUndone = products_id === 'donut'
    const row = { products_id, isUndone, ...(!isUndone && { message: 'It was changed after it was added' }) }
    return Response.json({ data: { rows: [row] } })
  })
  const { host, text, press } = await renderDesk(<Log />, { path: '/log' })
  const buttons = Array.from(host.querySelectorAll('button[aria-label^="Undo"]'))
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Undo this change of donut',
    'Undo this change of chips',
  ])
  await press('Undo')
  await press('Undo')
  expect(sent).toEqual([
    { products_id: 'donut', at },
    { products_id: 'chips', at },
  ])
  expect(text()).toContain('Undone')
  expect(text()).toContain('Not undone: It was changed after it was added')
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

it('the log is filtered by kind, day in India and operator, and tells changes in rupees', async () => {
  const urls: URL[] = []
  const entry = {
    id: 'entry-1',
    at: '2026-03-01T09:00:00.000Z',
    by: { sub: 'sub-of-ravi', username: 'ravi', email: 'ravi@example.in', name: 'Ravi Kumar' },
    kind: 'product',
    subject: 'donut',
    name: 'Strawberry Donut',
    action: 'update',
    changes: { pricePaise: { from: 8900, to: 9900 } },
  }
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(new URL(url, 'http://localhost'))
    return Response.json({ data: { entries: [entry], nextCursor: null } })
  })
  const { host, field, type, advance } = await renderDesk(<Log />, { path: '/log?kind=product' })
  const entryText = host.querySelector('li')?.textContent
  expect(entryText).toContain('Ravi Kumar changed Strawberry Donut')
  expect(entryText).toContain('Price₹89 → ₹99')
  type(field('Day'), '2026-03-01')
  await advance(1)
  const operator = Array.from(host.querySelectorAll('a')).find((each) => each.textContent === 'Ravi Kumar')
  act(() => operator?.click())
  await advance(1)
  expect(Object.fromEntries(urls.at(-1)?.searchParams ?? [])).toEqual({
    kind: 'product',
    by: 'sub-of-ravi',
    from: '2026-02-28T18:30:00.000Z',
    until: '2026-03-01T18:30:00.000Z',
  })
  const options = Array.from(host.querySelectorAll('option'), ({ textContent }) => textContent)
  expect(options).toContain('Ravi Kumar, ravi@example.in')
})
