// @vitest-environment happy-dom
import { NEWSLETTER_CONFIRMED, NEWSLETTER_LINK_INVALID } from '@nashta/contracts/newsletter/newsletter'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NewsletterLinkPage } from './newsletter-link-page.tsx'

const requests: string[] = []
let respond: () => Promise<Response>
let host: HTMLElement
let root: Root

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', (path: string) => {
    requests.push(path)
    return respond()
  })
  window.history.replaceState(null, '', '/newsletter/confirm?token=abc')
  requests.length = 0
  host = document.createElement('div')
  root = createRoot(host)
  const Stub = createRoutesStub([
    {
      path: '/newsletter/confirm',
      Component: () => (
        <NewsletterLinkPage action="confirm" title="Shall we?" text="One press." button="Yes" />
      ),
    },
  ])
  act(() => root.render(<Stub initialEntries={['/newsletter/confirm']} />))
})

afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

it('the newsletter call is sent by a click on the button, once, not when the page opens', async () => {
  respond = async () => Response.json({ data: { message: NEWSLETTER_CONFIRMED } })
  expect(requests).toEqual([])

  await clickButton()
  expect(requests).toEqual(['/api/newsletter/confirm?token=abc'])
  expect(shownMessage()).toBe(NEWSLETTER_CONFIRMED)
  expect(host.querySelector('button')).toBeNull()
})

it.each([
  ['an expired link', async () => refusal(400), NEWSLETTER_LINK_INVALID],
  ['a failing store', async () => refusal(503), 'API request failed: Down'],
])('the page shows the message of %s, and a second click tries again', async (_case, failing, message) => {
  respond = failing
  await clickButton()
  expect(shownMessage()).toBe(message)

  respond = async () => Response.json({ data: { message: NEWSLETTER_CONFIRMED } })
  await clickButton()
  expect(shownMessage()).toBe(NEWSLETTER_CONFIRMED)
})

async function clickButton() {
  await act(async () => host.querySelector('button')?.click())
}

function shownMessage() {
  return host.querySelector('output')?.textContent
}

function refusal(status: number) {
  return Response.json({ code: 'X', message: 'Down' }, { status })
}
