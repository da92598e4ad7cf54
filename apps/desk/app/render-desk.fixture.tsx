import { createSessionStore } from '@nashta/browser/session/session-store'
import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { DeskSessionProvider } from './session/desk-session.tsx'
import { LAST_USED_KEY } from './session/idle.ts'
import { ToastProvider } from './shell/toasts.tsx'

const HOUR_MS = 3_600_000

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function type(input: HTMLInputElement | HTMLTextAreaElement, text: string) {
  // React replaces the setter of `input.value`, and ignores values that are set through it. So this
  // uses the original setter, which the prototype still has.
  Object.getOwnPropertyDescriptor(input.constructor.prototype, 'value')?.set?.call(input, text)
  act(() => void input.dispatchEvent(new Event('input', { bubbles: true })))
}

/**
 * Renders the content at the path for a signed-in operator, who is an admin unless the test names
 * another role. The clock stands still until the test advances it.
 */
export async function renderDesk(content: ReactNode, { now = new Date(), path = '/', role = 'admin' } = {}) {
  vi.useFakeTimers({ now })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  signIn(role)
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const router = createMemoryRouter([{ path: '*', element: <ToastProvider>{content}</ToastProvider> }], {
    initialEntries: [path],
  })
  onTestFinished(() => {
    act(() => root.unmount())
    host.remove()
    localStorage.clear()
    sessionStorage.clear()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <DeskSessionProvider>
          <RouterProvider router={router} />
        </DeskSessionProvider>
      </QueryClientProvider>,
    ),
  )
  // React Query passes responses on in timers of zero milliseconds.
  await advance(1)

  const press = async (name: string) => {
    const button = Array.from(host.querySelectorAll('button')).find((each) => each.textContent === name)
    if (!button) throw new Error(`There is no button ${name}`)
    act(() => button.click())
    await advance(1)
  }

  /** Finds a field by the text of its `label` element, or else by its attribute `aria-label`. */
  const field = (label: string) => {
    const labels = Array.from(host.querySelectorAll('label'))
    const labelElement = labels.find((each) => each.textContent === label)
    const input = labelElement?.control ?? host.querySelector(`[aria-label="${label}"]`)
    if (!(input instanceof HTMLInputElement)) throw new Error(`There is no field ${label}`)
    return input
  }
  return { host, text: () => host.textContent ?? '', advance, press, field, type }
}

function signIn(role: string) {
  const email = 'ravi@example.in'
  const claims = btoa(JSON.stringify({ 'cognito:groups': [role] }))
  createSessionStore(browserStorage('localStorage')).write({
    user: { sub: 'ravi', username: email, email, firstName: 'Ravi', lastName: 'Rao' },
    tokens: {
      accessToken: `x.${claims}.x`,
      idToken: 'i',
      tokenExpiry: Date.now() + HOUR_MS,
      rememberMe: true,
    },
  })
  localStorage.setItem(LAST_USED_KEY, String(Date.now()))
}
