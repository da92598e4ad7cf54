import { createSessionStore } from '@nashta/browser/session/session-store'
import { browserStorage } from '@nashta/browser/storage/browser-storage'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { DeskSessionProvider } from './session/desk-session.tsx'
import { LAST_USED_KEY } from './session/idle.ts'

const HOUR_MS = 3_600_000

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Renders a part of the desk for a signed-in operator. The clock stands still until the test moves it. */
export async function renderDesk(part: ReactNode, { now = new Date() } = {}) {
  vi.useFakeTimers({ now })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  signInOperator()
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const router = createMemoryRouter([{ path: '*', element: part }])
  onTestFinished(() => {
    act(() => root.unmount())
    host.remove()
    localStorage.clear()
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
  // Responses arrive in timers of zero milliseconds.
  await advance(1)

  const press = async (name: string) => {
    const button = Array.from(host.querySelectorAll('button')).find((each) => each.textContent === name)
    if (!button) throw new Error(`There is no button ${name}`)
    act(() => button.click())
    await advance(1)
  }
  return { host, text: () => host.textContent ?? '', advance, press }
}

function signInOperator() {
  const email = 'ravi@example.in'
  createSessionStore(browserStorage('localStorage')).write({
    user: { sub: 'ravi', username: email, email, firstName: 'Ravi', lastName: 'Rao' },
    tokens: { accessToken: 'a', idToken: 'i', tokenExpiry: Date.now() + HOUR_MS, rememberMe: true },
  })
  localStorage.setItem(LAST_USED_KEY, String(Date.now()))
}
