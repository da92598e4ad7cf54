import { act, type ReactNode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { settledNow } from './engine/cart-browser.fixture.ts'
import type { CartEngine } from './engine/cart-engine.ts'
import { CartContext } from './use-cart.ts'

/** Part of a page with a cart behind it, in a document of its own. */
export async function renderWithCart(cart: CartEngine | null, page: ReactNode) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const host = document.body.appendChild(document.createElement('div'))
  let atHand = cart
  const listeners = new Set<() => void>()
  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  function Page() {
    return <CartContext value={useSyncExternalStore(subscribe, () => atHand)}>{page}</CartContext>
  }
  const router = createMemoryRouter([{ path: '*', element: <Page /> }])
  const root = createRoot(host)
  // What the drawer shows is fetched when it is first asked for.
  await import('./cart-contents.tsx')
  await act(async () => root.render(<RouterProvider router={router} />))
  await act(settledNow)
  onTestFinished(() => {
    act(() => root.unmount())
    host.remove()
    vi.unstubAllGlobals()
  })

  return {
    text: () => host.textContent ?? '',
    address: () => router.state.location.pathname + router.state.location.search,
    names: () => Array.from(host.querySelectorAll('button'), nameOf),
    async press(name: string) {
      const button = Array.from(host.querySelectorAll('button')).find((button) => nameOf(button) === name)
      if (!button) throw new Error(`There is no button ${name}`)
      await act(async () => {
        button.click()
        await settledNow()
      })
    },
    settle: () => act(settledNow),
    cartArrives: (arrived: CartEngine) =>
      act(async () => {
        atHand = arrived
        for (const tell of listeners) tell()
        await settledNow()
      }),
    host,
  }
}

function nameOf(button: HTMLButtonElement) {
  return button.getAttribute('aria-label') ?? button.textContent ?? ''
}
