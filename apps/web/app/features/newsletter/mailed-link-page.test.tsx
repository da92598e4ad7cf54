// @vitest-environment happy-dom
import { LINK_INVALID } from '@nashta/contracts/newsletter/mailed-link'
import { NEWSLETTER_CONFIRMED } from '@nashta/contracts/newsletter/newsletter'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitUntil } from '../../wait-until.fixture.ts'
import { MailedLinkPage } from './mailed-link-page.tsx'

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
  // The page reads the token from the address bar. The stubbed router needs only the path.
  window.history.replaceState(null, '', '/newsletter/confirm?token=abc')
  requests.length = 0
  host = document.createElement('div')
  root = createRoot(host)
  const Stub = createRoutesStub([
    {
      path: '/newsletter/confirm',
      Component: () => (
        <MailedLinkPage id="newsletter/confirm" title="Shall we?" text="One press." button="Yes" />
      ),
    },
  ])
  act(() => root.render(<Stub initialEntries={['/newsletter/confirm']} />))
})

afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

it('only a click sends the call, and the message of the reply replaces the button', async () => {
  respond = async () => Response.json({ data: { message: NEWSLETTER_CONFIRMED } })
  expect(requests).toEqual([])

  await clickButton()
  expect(requests).toEqual(['/api/newsletter/confirm?token=abc'])
  expect(shownMessage()).toBe(NEWSLETTER_CONFIRMED)
  expect(host.querySelector('button')).toBeNull()
})

it.each([
  ['when the link is refused', async () => errorResponse(400), LINK_INVALID],
  ['when the store fails', async () => errorResponse(503), 'API request failed: Down'],
])('the page shows a message %s, and a second click tries again', async (_case, fail, message) => {
  respond = fail
  await clickButton()
  expect(shownMessage()).toBe(message)

  respond = async () => Response.json({ data: { message: NEWSLETTER_CONFIRMED } })
  await clickButton()
  expect(shownMessage()).toBe(NEWSLETTER_CONFIRMED)
})

/** Presses the button, and waits for the message. The first press loads the code of the call. */
async function clickButton() {
  await act(async () => host.querySelector('button')?.click())
  await waitUntil(() => shownMessage() !== '')
}

function shownMessage() {
  return host.querySelector('output')?.textContent
}

function errorResponse(status: number) {
  return Response.json({ code: 'X', message: 'Down' }, { status })
}
