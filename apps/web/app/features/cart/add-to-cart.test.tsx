// @vitest-environment happy-dom
import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import { act, useLayoutEffect, useRef } from 'react'
import { expect, it, vi } from 'vitest'
import { AddToCart } from './add-to-cart.tsx'
import { BuyNow } from './buy-now.tsx'
import { ADD_ITEM_FAILED_ALERT, ADD_TO_CART, ADDED_LATER, ADDING, BUY_NOW, ITEM_ADDED } from './cart-texts.ts'
import { asha, chips, createBrowser, donut, settledNow } from './engine/cart-browser.fixture.ts'
import { renderWithCart } from './rendered.fixture.tsx'
import { SignInFirst } from './sign-in-first.tsx'

it('says that it is adding while its own click is on the way, then for three seconds that it has', async () => {
  const { browser, cart } = await signedIn()
  const page = await renderWithCart(cart, <AddToCart product={donut} />)
  const answer = browser.holdAnswers()
  await page.press(ADD_TO_CART)
  expect(page.names()).toEqual([ADDING])

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  answer()
  await page.settle()
  expect(page.names()).toEqual([ADD_TO_CART])
  expect(page.text()).toContain(ITEM_ADDED)
  await act(async () => vi.advanceTimersByTime(2999))
  expect(page.text()).toContain(ITEM_ADDED)
  await act(async () => vi.advanceTimersByTime(1))
  expect(page.text()).not.toContain(ITEM_ADDED)
  vi.useRealTimers()
})

it('is not concerned by the clicks of others', async () => {
  const { browser, cart } = await signedIn()
  const page = await renderWithCart(cart, <AddToCart product={donut} />)
  await page.press(ADD_TO_CART)
  browser.holdAnswers()
  await act(async () => {
    cart.add(chips)
    await settledNow()
  })
  expect(page.names()).toEqual([ADD_TO_CART])
})

it('takes every click, however fast they come', async () => {
  const { browser, cart } = await signedIn()
  const page = await renderWithCart(cart, <AddToCart product={donut} />)
  const answer = browser.holdAnswers()
  await page.press(ADD_TO_CART)
  await page.press(ADDING)
  answer()
  await page.settle()
  expect(browser.server.quantities('asha')).toEqual({ donut: 2 })
})

it('keeps a click that came before the cart, and sends nobody away for it', async () => {
  const { browser, cart } = await signedIn()
  const page = await renderWithCart(null, <AddToCart product={donut} />)
  await page.press(ADD_TO_CART)
  expect(page.address()).toBe('/')

  await page.cartArrives(cart)
  expect(page.address()).toBe('/')
  expect(browser.server.quantities('asha')).toEqual({ donut: 1 })
})

it('keeps a click that comes the moment the page wakes up', async () => {
  const { browser, cart } = await signedIn()
  const page = await renderWithCart(
    null,
    <SignInFirst product={donut} next="/" onSignedIn={() => cart.add(donut)}>
      <PressedAtOnce />
    </SignInFirst>,
  )
  await page.cartArrives(cart)
  expect(browser.server.quantities('asha')).toEqual({ donut: 1 })
})

function PressedAtOnce() {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.click(), [])
  return (
    <button ref={button} type="submit">
      {ADD_TO_CART}
    </button>
  )
}

it('says so when the store refuses', async () => {
  const { browser, cart } = await signedIn()
  browser.server.fill('asha', { donut: LINE_QUANTITY_MAX })
  const page = await renderWithCart(cart, <AddToCart product={donut} />)
  await page.press(ADD_TO_CART)
  expect(page.host.querySelector('[role=alert]')?.textContent).toBe(ADD_ITEM_FAILED_ALERT)
})

it('keeps the click when the store cannot be reached', async () => {
  const { browser, cart } = await signedIn()
  browser.meets('lost')
  const page = await renderWithCart(cart, <AddToCart product={donut} />)
  await page.press(ADD_TO_CART)
  expect(page.text()).toContain(ADDED_LATER)
  expect(page.names()).toEqual([ADD_TO_CART])
})

it.each([
  [ADD_TO_CART, '/signin?next=%2Fproduct%2Fdonut'],
  [BUY_NOW, '/signin?next=%2Fcheckout'],
])('%s sends a guest to sign in first, and then it is in the cart, once', async (button, address) => {
  const browser = createBrowser()
  const cart = browser.openTab()
  cart.become(null)
  await settledNow()
  const page = await renderWithCart(
    cart,
    <>
      <AddToCart product={donut} />
      <BuyNow product={donut} />
    </>,
  )
  await page.press(button)
  expect(page.address()).toBe(address)

  cart.become(asha)
  await page.settle()
  expect(browser.server.quantities('asha')).toEqual({ donut: 1 })
})

it('BUY IT NOW adds and goes to the checkout', async () => {
  const { browser, cart } = await signedIn()
  const page = await renderWithCart(cart, <BuyNow product={donut} />)
  await page.press(BUY_NOW)
  expect(page.address()).toBe('/checkout')
  expect(browser.server.quantities('asha')).toEqual({ donut: 1 })
})

async function signedIn() {
  const browser = createBrowser()
  const cart = browser.openTab()
  cart.become(asha)
  await settledNow()
  return { browser, cart }
}
