import { act, type ReactNode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { type CartAccess, CartContext } from './cart-provider.tsx'
import { flushTasks } from './engine/cart-browser.fixture.ts'
import type { CartEngine } from './engine/cart-engine.ts'

/** Renders part of a page with a cart engine. Null: no cart is loaded before `loadCart`. */
export async function renderWithCart(cart: CartEngine | null, page: ReactNode) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const host = document.body.appendChild(document.createElement('div'))
  let current = cart
  const listeners = new Set<() => void>()
  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  function Page() {
    const engine = useSyncExternalStore(subscribe, () => current)
    return <CartContext value={cartAccess(engine)}>{page}</CartContext>
  }
  const router = createMemoryRouter([{ path: '*', element: <Page /> }])
  const root = createRoot(host)
  // The drawer imports its contents lazily. This import makes them render at once.
  await import('./cart-contents.tsx')
  await act(async () => root.render(<RouterProvider router={router} />))
  await act(flushTasks)
  onTestFinished(() => {
    act(() => root.unmount())
    host.remove()
    vi.unstubAllGlobals()
  })

  return {
    text: () => host.textContent ?? '',
    address: () => router.state.location.pathname + router.state.location.search,
    buttonNames: () => Array.from(host.querySelectorAll('button'), nameOf),
    async press(name: string) {
      const button = Array.from(host.querySelectorAll('button')).find((button) => nameOf(button) === name)
      if (!button) throw new Error(`There is no button ${name}`)
      await act(async () => {
        button.click()
        await flushTasks()
      })
    },
    settle: () => act(flushTasks),
    loadCart: (loaded: CartEngine) =>
      act(async () => {
        current = loaded
        for (const notify of listeners) notify()
        await flushTasks()
      }),
    host,
  }
}

/** The context value of a cart provider with this engine. For null, `loadEngine` never resolves. */
export function cartAccess(engine: CartEngine | null): CartAccess {
  const loadEngine = () => (engine ? Promise.resolve(engine) : Promise.withResolvers<CartEngine>().promise)
  return { engine, isGuestWithoutCart: false, loadEngine }
}

function nameOf(button: HTMLButtonElement) {
  return button.getAttribute('aria-label') ?? button.textContent ?? ''
}
