// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CartContext } from './cart-provider.tsx'
import { createBrowser, donut, flushTasks, shownQuantities } from './engine/cart-browser.fixture.ts'
import { QuickAdd, type QuickAddProps } from './quick-add.tsx'
import { cartAccess, renderWithCart } from './render-with-cart.fixture.tsx'

it('the quick-add moves the focus from − to + when the product leaves the cart', async () => {
  const cart = await openGuestCart()
  const page = await renderWithCart(cart, <QuickAdd product={donut} />)
  expect(page.buttonNames()).toEqual(['Add donut to cart'])

  await page.press('Add donut to cart')
  expect(page.buttonNames()).toEqual(['Decrease quantity of donut', 'Increase quantity of donut'])
  await page.press('Increase quantity of donut')
  expect(shownQuantities(cart)).toEqual({ donut: 2 })

  await page.press('Decrease quantity of donut')
  await page.press('Decrease quantity of donut')
  expect(page.buttonNames()).toEqual(['Add donut to cart'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Add donut to cart')
})

it('the quick-add is not shown for a sold-out product that is not in the cart', async () => {
  const cart = await openGuestCart()
  const page = await renderWithCart(cart, <QuickAdd product={{ ...donut, stock: 0 }} />)
  expect(page.buttonNames()).toEqual([])
})

it('server-rendered HTML has the + of a product that is for sale', () => {
  expect(renderOnServer(donut)).toMatch(
    /^<div[^>]*><button[^>]* aria-label="Add donut to cart"><\/button><\/div>$/,
  )
  expect(renderOnServer({ ...donut, stock: 0 })).toBe('')
})

function renderOnServer(product: QuickAddProps['product']) {
  return renderToString(
    <CartContext value={cartAccess(null)}>
      <QuickAdd product={product} />
    </CartContext>,
  )
}

async function openGuestCart() {
  const cart = createBrowser().openTab()
  cart.setOwner(null)
  await flushTasks()
  return cart
}
