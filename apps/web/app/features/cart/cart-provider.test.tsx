// @vitest-environment happy-dom
import { TOKENS_KEY } from '@nashta/browser/session/session-keys'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { GUEST_CART_KEY } from '../../data/storage/storage-keys.ts'
import { CartButtonForm } from './add-to-cart.tsx'
import { CartButton, CartDrawer } from './cart-drawer.tsx'
import { CartProvider, useAddToCart, useCartEngine } from './cart-provider.tsx'
import { donut } from './engine/cart-browser.fixture.ts'
import type { CartSession } from './engine/open-cart.ts'
import { QuickAdd } from './quick-add.tsx'

const QUICK_ADD = '[aria-label="Add donut to cart"]'
const ENGINE_MARKER = '[data-engine-loaded]'

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

it('a guest without a stored cart has quick-add buttons before the engine is loaded', async () => {
  const page = await openPage('signed-out')
  await vi.waitFor(() => expect(page.querySelector(QUICK_ADD)).not.toBeNull())
  expect(page.querySelector(ENGINE_MARKER)).toBeNull()
})

it('the first press of a guest without a stored cart loads the engine and adds the product', async () => {
  const page = await openPage('signed-out')
  await press(page, QUICK_ADD)
  await vi.waitFor(() => expect(page.textContent).toContain('Shopping Cart (1)'))
  expect(localStorage.getItem(GUEST_CART_KEY)).toContain('donut')
})

it('an order of a guest without a stored cart is added again with its quantities', async () => {
  const page = await openPage('signed-out')
  await press(page, '[data-add-three]')
  await vi.waitFor(() => expect(page.textContent).toContain('Shopping Cart (3)'))
})

it('the drawer of a guest without a stored cart says that the cart is empty', async () => {
  const page = await openPage('signed-out')
  await press(page, '[aria-haspopup=dialog]')
  await vi.waitFor(() => expect(page.textContent).toContain('Your cart is empty'))
})

it('a product to add after the sign-in is stored before the sign-in page opens', async () => {
  const page = await openPage('signed-out')
  await press(page, 'button[type=submit]')
  await vi.waitFor(() => expect(page.textContent).toContain('Sign-in page'))
  expect(sessionStorage.getItem('nashta.cart-intent')).toContain('donut')
})

it.each([
  ['a guest cart', GUEST_CART_KEY, 'localStorage'],
  ['the guest cart of this tab', GUEST_CART_KEY, 'sessionStorage'],
  ['a session', TOKENS_KEY, 'localStorage'],
] as const)('the engine is loaded without a press when %s is stored', async (_case, key, area) => {
  window[area].setItem(key, '{}')
  const page = await openPage('signed-out')
  await vi.waitFor(() => expect(page.querySelector(ENGINE_MARKER)).not.toBeNull())
})

it('the engine is loaded when another tab stores a guest cart', async () => {
  const page = await openPage('signed-out')
  localStorage.setItem(GUEST_CART_KEY, '{}')
  window.dispatchEvent(new StorageEvent('storage', { key: GUEST_CART_KEY }))
  await vi.waitFor(() => expect(page.querySelector(ENGINE_MARKER)).not.toBeNull())
})

it('a press on + loads the engine also while the session is unknown', async () => {
  const page = await openPage('unknown')
  expect(page.querySelector(ENGINE_MARKER)).toBeNull()
  await press(page, QUICK_ADD)
  await vi.waitFor(() => expect(page.querySelector(ENGINE_MARKER)).not.toBeNull())
})

async function openPage(status: 'unknown' | 'signed-out') {
  const session: CartSession = { subscribe: () => () => {}, getSnapshot: () => ({ status, user: null }) }
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const element = (
    <CartProvider session={session}>
      <QuickAdd product={donut} />
      <CartButtonForm product={donut} next="/" onSubmit={() => {}}>
        <button type="submit">Add</button>
      </CartButtonForm>
      <CartButton />
      <CartDrawer Suggestions={() => null} />
      <EngineMarker />
      <AddThree />
    </CartProvider>
  )
  const router = createMemoryRouter([
    { path: '/', element },
    { path: '/signin', element: <p>Sign-in page</p> },
  ])
  root.render(<RouterProvider router={router} />)
  await vi.waitFor(() => expect(host.querySelector('dialog')).not.toBeNull())
  onTestFinished(() => {
    root.unmount()
    host.remove()
  })
  return host
}

/** Rendered once the cart engine is loaded. */
function EngineMarker() {
  return useCartEngine() ? <span data-engine-loaded /> : null
}

function AddThree() {
  const addToCart = useAddToCart()
  return (
    <button type="button" data-add-three onClick={() => void addToCart(donut, 3)}>
      Add three
    </button>
  )
}

async function press(page: HTMLElement, selector: string) {
  const button = await vi.waitFor(() => {
    const found = page.querySelector<HTMLElement>(selector)
    if (!found) throw new Error(`There is no ${selector}`)
    return found
  })
  button.click()
}
