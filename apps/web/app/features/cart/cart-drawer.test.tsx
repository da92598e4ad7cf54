// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { CartButton, CartDrawer } from './cart-drawer.tsx'
import { CART_STALE, ITEM_UNAVAILABLE, MERGED_AT_SIGN_IN } from './cart-texts.ts'
import { asha, createBrowser, flushTasks, openGuestTab, lineOf } from './engine/cart-browser.fixture.ts'
import { snack } from './engine/cart-server.fixture.ts'
import { renderWithCart } from './render-with-cart.fixture.tsx'

function Nothing() {
  return null
}

it('the drawer says that the cart is empty only once the cart is known', async () => {
  const cart = createBrowser().openTab()
  const page = await renderWithCart(cart, <CartDrawer Suggestions={Nothing} />)
  expect(page.text()).not.toContain('Your cart is empty')

  await act(async () => {
    cart.setOwner(null)
    await flushTasks()
  })
  expect(page.text()).toContain('Shopping Cart (0)')
  expect(page.text()).toContain('Your cart is empty')
  expect(page.text()).toContain('Add some items to get started')
})

// Every snack of these tests costs ₹10.

it('the drawer shows lines and total, and its buttons change them', async () => {
  const { tab } = await openGuestTab({ donut: 2, chips: 1 })
  const page = await renderWithCart(tab, <CartDrawer Suggestions={Nothing} />)
  expect(page.text()).toContain('Shopping Cart (3)')
  expect(page.text()).toContain('Total₹30')

  await page.press('Increase quantity of donut')
  expect(page.text()).toContain('Shopping Cart (4)')
  expect(page.text()).toContain('Total₹40')
  await page.press('Decrease quantity of chips')
  expect(page.text()).toContain('Shopping Cart (3)')
  expect(page.text()).toContain('Total₹30')
  expect(page.buttonNames()).not.toContain('Decrease quantity of chips')
  await page.press('Remove donut from cart')
  expect(page.text()).toContain('Your cart is empty')
})

it('the drawer has no free-delivery notice while no pincode is known', async () => {
  const { tab } = await openGuestTab({ donut: 2 })
  const page = await renderWithCart(tab, <CartDrawer Suggestions={Nothing} />)
  expect(page.text()).not.toContain('free delivery')
  expect(page.host.querySelector('progress')).toBeNull()
})

it('the drawer shows a changed price, and leaves an unavailable product out of the total', async () => {
  const browser = createBrowser()
  const cart = browser.openTab()
  browser.server.fillLines('asha', [
    { ...lineOf('donut', 2), priceChangedFrom: 8.5 },
    { ...lineOf('chips', 3), unavailable: true },
  ])
  cart.setOwner(asha)
  await flushTasks()
  const page = await renderWithCart(cart, <CartDrawer Suggestions={Nothing} />)
  expect(page.text()).toContain('was ₹8.50')
  expect(page.text()).toContain(ITEM_UNAVAILABLE)
  expect(page.text()).toContain('Total₹20')
})

it('the drawer shows what a sign-in merged, and undoes the merge', async () => {
  const browser = createBrowser()
  const cart = browser.openTab()
  cart.setOwner(null)
  cart.add(snack('donut'), 2)
  cart.setOwner(asha)
  await flushTasks()
  const page = await renderWithCart(cart, <CartDrawer Suggestions={Nothing} />)
  expect(page.text()).toContain(`${MERGED_AT_SIGN_IN}2 × donut`)
  await page.press('Undo')
  expect(page.text()).not.toContain(MERGED_AT_SIGN_IN)
  expect(browser.server.quantities('asha')).toEqual({})
})

it('the drawer says when the cart may be out of date', async () => {
  const browser = createBrowser()
  const cart = browser.openTab()
  cart.setOwner(asha)
  await flushTasks()
  const page = await renderWithCart(cart, <CartDrawer Suggestions={Nothing} />)
  browser.setNetwork('down')
  cart.refresh()
  await page.settle()
  expect(page.text()).toContain(CART_STALE)
})

it.each([
  [{}, ''],
  [{ donut: 99 }, '99'],
  [{ donut: 99, chips: 1 }, '99+'],
])('the badge of a cart with %j reads %j', async (quantities, badge) => {
  const { tab } = await openGuestTab(quantities)
  const page = await renderWithCart(tab, <CartButton />)
  expect(page.host.querySelector('button span[aria-hidden]')?.textContent ?? '').toBe(badge)
})

it.each([['Remove donut from cart'], ['Decrease quantity of donut']])(
  'a line that left the cart by “%s” can be put back with its quantity',
  async (button) => {
    const quantity = button.startsWith('Remove') ? 3 : 1
    const browser = createBrowser()
    const cart = browser.openTab()
    browser.server.fill('asha', { donut: quantity })
    cart.setOwner(asha)
    await flushTasks()
    const page = await renderWithCart(cart, <CartDrawer Suggestions={Nothing} />)
    await page.press(button)
    expect(browser.server.quantities('asha')).toEqual({})
    expect(page.text()).toContain('donut was removed.')

    await page.press('Undo')
    expect(browser.server.quantities('asha')).toEqual({ donut: quantity })
    expect(page.text()).not.toContain('donut was removed.')
  },
)

it('the notice of a removed line stands below the lines, which keep their place', async () => {
  const { tab } = await openGuestTab({ donut: 2, chips: 1 })
  const page = await renderWithCart(tab, <CartDrawer Suggestions={Nothing} />)
  await page.press('Remove donut from cart')
  const text = page.text()
  expect(text.indexOf('donut was removed.')).toBeGreaterThan(text.indexOf('chips'))
})

it('the notice of a removed line goes with the next change of the cart', async () => {
  const { tab } = await openGuestTab({ donut: 2, chips: 1 })
  const page = await renderWithCart(tab, <CartDrawer Suggestions={Nothing} />)
  await page.press('Remove donut from cart')
  expect(page.text()).toContain('donut was removed.')
  await page.press('Increase quantity of chips')
  expect(page.text()).not.toContain('donut was removed.')
})
