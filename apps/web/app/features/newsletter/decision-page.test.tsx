// @vitest-environment happy-dom
import { NEWSLETTER_CONFIRMED, NEWSLETTER_LINK_INVALID } from '@nashta/contracts/newsletter/newsletter'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DecisionPage } from './decision-page.tsx'

const asked: string[] = []
let answer: () => Promise<Response>
let host: HTMLElement
let root: Root

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    return answer()
  })
  window.history.replaceState(null, '', '/newsletter/confirm?token=abc')
  asked.length = 0
  host = document.createElement('div')
  root = createRoot(host)
  const Stub = createRoutesStub([
    {
      path: '/newsletter/confirm',
      Component: () => <DecisionPage decision="confirm" title="Shall we?" text="One press." button="Yes" />,
    },
  ])
  act(() => root.render(<Stub initialEntries={['/newsletter/confirm']} />))
})

afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

it('decides nothing until somebody presses, and then once', async () => {
  answer = async () => Response.json({ data: { message: NEWSLETTER_CONFIRMED } })
  expect(asked).toEqual([])

  await press()
  expect(asked).toEqual(['/api/newsletter/confirm?token=abc'])
  expect(said()).toBe(NEWSLETTER_CONFIRMED)
  expect(host.querySelector('button')).toBeNull()
})

it.each([
  ['a link that has run out', async () => refusal(400), NEWSLETTER_LINK_INVALID],
  ['a store that is unwell', async () => refusal(503), 'API request failed: Down'],
])('says so for %s, and lets people try again', async (_case, given, words) => {
  answer = given
  await press()
  expect(said()).toBe(words)

  answer = async () => Response.json({ data: { message: NEWSLETTER_CONFIRMED } })
  await press()
  expect(said()).toBe(NEWSLETTER_CONFIRMED)
})

async function press() {
  await act(async () => host.querySelector('button')?.click())
}

function said() {
  return host.querySelector('output')?.textContent
}

function refusal(status: number) {
  return Response.json({ code: 'X', message: 'Down' }, { status })
}
