// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { renderDesk } from '../render-desk.fixture.tsx'
import Log from './log.tsx'

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
