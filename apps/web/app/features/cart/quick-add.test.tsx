// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createBrowser, donut, settledNow, shown } from './engine/cart-browser.fixture.ts'
import { QuickAdd } from './quick-add.tsx'
import { renderWithCart } from './rendered.fixture.tsx'
import { CartContext } from './use-cart.ts'

it('is one button until there is something to take away, and keeps the keyboard on the card', async () => {
  const cart = await guest()
  const page = await renderWithCart(cart, <QuickAdd product={donut} />)
  expect(page.names()).toEqual(['Add donut to cart'])

  await page.press('Add donut to cart')
  expect(page.names()).toEqual(['Decrease quantity of donut', 'Increase quantity of donut'])
  await page.press('Increase quantity of donut')
  expect(shown(cart)).toEqual({ donut: 2 })

  await page.press('Decrease quantity of donut')
  await page.press('Decrease quantity of donut')
  expect(page.names()).toEqual(['Add donut to cart'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Add donut to cart')
})

it('does not offer what is sold out', async () => {
  const page = await renderWithCart(await guest(), <QuickAdd product={{ ...donut, stock: 0 }} />)
  expect(page.names()).toEqual([])
})

it('is not in the HTML of a page, where it would be dead', async () => {
  const cart = await guest()
  const html = renderToString(
    <CartContext value={cart}>
      <QuickAdd product={donut} />
    </CartContext>,
  )
  expect(html).toBe('')
})

async function guest() {
  const cart = createBrowser().openTab()
  cart.become(null)
  await settledNow()
  return cart
}
