// @vitest-environment happy-dom
import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import { act, useLayoutEffect, useRef } from 'react'
import { expect, it, vi } from 'vitest'
import {
  ADD_ITEM_FAILED_ALERT,
  ADD_TO_CART,
  ADDED_LATER,
  ADDING,
  BUY_NOW,
  ITEM_ADDED,
} from './add-to-cart-texts.ts'
import { AddToCart, BuyNow, CartButtonForm } from './add-to-cart.tsx'
import { asha, chips, createBrowser, donut, flushTasks } from './engine/cart-browser.fixture.ts'
import { renderWithCart } from './render-with-cart.fixture.tsx'

it('ADD TO CART shows ADDING... while its operation is pending, then a banner for three seconds', async () => {
  const { browser, cart } = await openSignedInCart()
  const page = await renderWithCart(cart, <AddToCart product={donut} />)
  const respond = browser.holdResponses()
  await page.press(ADD_TO_CART)
  expect(page.buttonNames()).toEqual([ADDING])

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  respond()
  await page.settle()
  expect(page.buttonNames()).toEqual([ADD_TO_CART])
  expect(page.text()).toContain(ITEM_ADDED)
  await act(async () => vi.advanceTimersByTime(2999))
  expect(page.text()).toContain(ITEM_ADDED)
  await act(async () => vi.advanceTimersByTime(1))
  expect(page.text()).not.toContain(ITEM_ADDED)
  vi.useRealTimers()
})

it('ADD TO CART does not show ADDING... for operations of other buttons', async () => {
  const { browser, cart } = await openSignedInCart()
  const page = await renderWithCart(cart, <AddToCart product={donut} />)
  await page.press(ADD_TO_CART)
  browser.holdResponses()
  await act(async () => {
    cart.add(chips)
    await flushTasks()
  })
  expect(page.buttonNames()).toEqual([ADD_TO_CART])
})

it('every click on ADD TO CART counts, even while an earlier one is pending', async () => {
  const { browser, cart } = await openSignedInCart()
  const page = await renderWithCart(cart, <AddToCart product={donut} />)
  const respond = browser.holdResponses()
  await page.press(ADD_TO_CART)
  await page.press(ADDING)
  respond()
  await page.settle()
  expect(browser.server.quantities('asha')).toEqual({ donut: 2 })
})

it('a product clicked before the cart is loaded is added later, on the same page', async () => {
  const { browser, cart } = await openSignedInCart()
  const page = await renderWithCart(null, <AddToCart product={donut} />)
  await page.press(ADD_TO_CART)
  expect(page.address()).toBe('/')

  await page.loadCart(cart)
  expect(page.address()).toBe('/')
  expect(browser.server.quantities('asha')).toEqual({ donut: 1 })
})

it('a product clicked during hydration is added afterwards', async () => {
  const { browser, cart } = await openSignedInCart()
  const page = await renderWithCart(
    null,
    <CartButtonForm product={donut} next="/" onSubmit={() => cart.add(donut)}>
      <ClickedOnMount />
    </CartButtonForm>,
  )
  await page.loadCart(cart)
  expect(browser.server.quantities('asha')).toEqual({ donut: 1 })
})

/** A button that clicks itself in a layout effect, before the effects of the form around it run. */
function ClickedOnMount() {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.click(), [])
  return (
    <button ref={button} type="submit">
      {ADD_TO_CART}
    </button>
  )
}

it('a refused add shows an alert, which the next operation removes', async () => {
  const { browser, cart } = await openSignedInCart()
  browser.server.fill('asha', { donut: LINE_QUANTITY_MAX })
  const page = await renderWithCart(cart, <AddToCart product={donut} />)
  await page.press(ADD_TO_CART)
  expect(page.host.querySelector('[role=alert]')?.textContent).toBe(ADD_ITEM_FAILED_ALERT)

  // The removal succeeds, but the page must not say that an item was added.
  await act(async () => cart.remove('donut'))
  await page.settle()
  expect(page.host.querySelector('[role=alert]')?.textContent).toBe('')
  expect(page.text()).not.toContain(ITEM_ADDED)
})

it('the page says that an add is sent later when the store cannot be reached', async () => {
  const { browser, cart } = await openSignedInCart()
  browser.setNetwork('down')
  const page = await renderWithCart(cart, <AddToCart product={donut} />)
  await page.press(ADD_TO_CART)
  expect(page.text()).toContain(ADDED_LATER)
  expect(page.buttonNames()).toEqual([ADD_TO_CART])
})

it.each([
  [ADD_TO_CART, '/signin?next=%2Fproduct%2Fdonut'],
  [BUY_NOW, '/signin?next=%2Fcheckout'],
])('%s sends a guest to sign in, and then adds the product once', async (button, address) => {
  const browser = createBrowser()
  const cart = browser.openTab()
  cart.setOwner(null)
  await flushTasks()
  const page = await renderWithCart(
    cart,
    <>
      <AddToCart product={donut} />
      <BuyNow product={donut} />
    </>,
  )
  await page.press(button)
  expect(page.address()).toBe(address)

  cart.setOwner(asha)
  await page.settle()
  expect(browser.server.quantities('asha')).toEqual({ donut: 1 })
})

it('BUY IT NOW adds the product, and opens the checkout', async () => {
  const { browser, cart } = await openSignedInCart()
  const page = await renderWithCart(cart, <BuyNow product={donut} />)
  await page.press(BUY_NOW)
  expect(page.address()).toBe('/checkout')
  expect(browser.server.quantities('asha')).toEqual({ donut: 1 })
})

it('ADD TO CART followed by BUY IT NOW buys one', async () => {
  const { browser, cart } = await openSignedInCart()
  const page = await renderWithCart(
    cart,
    <>
      <AddToCart product={donut} />
      <BuyNow product={donut} />
    </>,
  )
  await page.press(ADD_TO_CART)
  await page.press(BUY_NOW)
  expect(page.address()).toBe('/checkout')
  expect(browser.server.quantities('asha')).toEqual({ donut: 1 })
})

async function openSignedInCart() {
  const browser = createBrowser()
  const cart = browser.openTab()
  cart.setOwner(asha)
  await flushTasks()
  return { browser, cart }
}
