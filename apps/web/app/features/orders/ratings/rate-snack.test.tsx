// @vitest-environment happy-dom
import type { OwnRating } from '@nashta/contracts/ratings/ratings'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { waitUntil } from '../../../wait-until.fixture.ts'
import { RateSnack } from './rate-snack.tsx'

const RATING: OwnRating = {
  id: 'rating-1',
  stars: 4,
  text: 'Crisp',
  name: 'Asha',
  isNamed: true,
  helpful: 0,
  pictures: [],
  at: '2026-03-01T05:00:00.000Z',
}

it('a rating is erased only after a second press, because nothing brings it back', async () => {
  const erased: string[] = []
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' } = {}) => {
    if (method === 'DELETE') {
      erased.push(url)
      return Response.json({ data: {} })
    }
    return Response.json({ data: { firstName: 'Asha', rating: RATING } })
  })
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    act(() => root.unmount())
    host.remove()
    vi.unstubAllGlobals()
  })
  const button = (name: string) =>
    Array.from(host.querySelectorAll('button')).find(({ textContent }) => textContent === name)
  const press = (name: string) => act(async () => button(name)?.click())
  act(() =>
    root.render(<RateSnack productId="laddoo" token="token" isSignedIn={false} onChange={() => {}} />),
  )
  await waitUntil(() => button('Erase it'))

  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView')
  await press('Erase it')
  expect(erased).toEqual([])
  await press('Keep it')
  expect(host.textContent).toContain('Crisp')
  await press('Erase it')
  await press('Erase my rating')
  await waitUntil(() => host.textContent?.includes('Your rating is erased.'))
  const [shown] = scrollIntoView.mock.contexts
  expect(shown).toHaveProperty('textContent', expect.stringContaining('Your rating is erased.'))
  expect(erased).toHaveLength(1)
})
