import { guardStorage } from '@nashta/browser/storage/browser-storage'
import type { ShopError } from '@nashta/contracts/api/shop-error'
import type { CartItem } from '@nashta/contracts/cart/cart'
import { aPurchase } from '@nashta/contracts/orders/purchase.fixture'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { createCheckoutAttempts } from './checkout-attempts.ts'
import { Checkout, type CheckoutProps } from './checkout.tsx'
import { SPECIFIED_OFFER } from './offered-methods.ts'
import type { OrderRequest } from './place-order.ts'

export const donut: CartItem = {
  id: 'donut',
  productId: 'donut',
  name: 'Glazed Donut',
  price: 69,
  imageUrl: '',
  quantity: 2,
  category: 'Donuts',
}

/** The orders that the page has sent. */
export const sent: { body: OrderRequest; key: string }[] = []

let host: HTMLElement
let root: Root
/** How many idempotency keys were made. */
let keyCount: number

/** Each test file calls this, because test files share this module. */
export function prepareCheckoutPage() {
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    document.body.innerHTML = ''
    host = document.body.appendChild(document.createElement('div'))
    root = createRoot(host)
    sent.length = 0
    keyCount = 0
  })

  afterEach(() => {
    act(() => root.unmount())
    sessionStorage.clear()
    vi.unstubAllGlobals()
  })
}

export type Setup = Partial<CheckoutProps> & {
  /** The errors that the store sends for the first orders. */
  refusals?: ShopError[]
  /** The React key of the page: another key mounts the page again. */
  key?: string
  /** The state of the entry in the browser's history, which survives a reload. */
  historyState?: object
}

export function show({ refusals = [], key = 'first', historyState, ...props }: Setup) {
  const page: CheckoutProps = {
    userId: 'asha',
    fullName: '',
    phoneNumber: '',
    isBookLoading: false,
    lines: [donut],
    lastAddress: null,
    savedAddresses: [],
    onSaveAddress: vi.fn<NonNullable<CheckoutProps['onSaveAddress']>>(),
    knownPincode: '',
    onPincode: vi.fn<CheckoutProps['onPincode']>(),
    // Never resolves, so the terms of delivery stay unknown.
    fetchPincode: () => new Promise(() => {}),
    isReachable: true,
    offer: SPECIFIED_OFFER,
    retryOffer: null,
    editCartButton: null,
    CodeField: () => null,
    priceTerms: { code: '', terms: null, problem: '', isLoading: false },
    onOrdered: vi.fn<CheckoutProps['onOrdered']>(),
    attempts: createCheckoutAttempts(guardStorage(null), () => `key-${(keyCount += 1)}`),
    async postOrder(body, key) {
      sent.push({ body, key })
      const refused = refusals.shift()
      if (refused) throw refused
      return aPurchase()
    },
    fetchNewestOrder: async () => null,
    wait: async () => {},
    changeLine: vi.fn<CheckoutProps['changeLine']>(),
    refresh: vi.fn<CheckoutProps['refresh']>(),
    onPlaced: vi.fn<CheckoutProps['onPlaced']>(),
    onSignInNeeded: vi.fn<CheckoutProps['onSignInNeeded']>(),
    ...props,
  }
  const Stub = createRoutesStub([{ path: '/', Component: () => <Checkout {...page} /> }])
  const entry = { pathname: '/', state: historyState }
  act(() => root.render(<Stub key={key} initialEntries={[entry]} />))
}

export async function openPayment() {
  fillShipping({})
  await press('Continue to Payment')
}

export function fillShipping(values: Record<string, string>) {
  const all = {
    'Full Name *': homeAddress.fullName,
    'Address Line 1 *': homeAddress.addressLine1,
    'City *': homeAddress.city,
    'State *': homeAddress.state,
    'Pincode *': homeAddress.pincode,
    'Phone Number *': homeAddress.phoneNumber,
    ...values,
  }
  for (const [label, value] of Object.entries(all)) type(label, value)
}

export function fillCard(number: string) {
  type('Card Number *', number)
  type('Cardholder Name *', 'Asha Rao')
  type('Expiry Date *', '1230')
  type('CVV *', '123')
}

export function type(label: string, value: string) {
  const input = field(label)
  act(() => {
    // React replaces the setter of `input.value`, and ignores values that were set through it. This
    // calls the original setter.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

export function choose(method: string) {
  act(() => document.querySelector<HTMLInputElement>(`input[value="${method}"]`)?.click())
}

/** Clicks the button. Promises that the click starts may still be pending afterwards: see `press`. */
export function click(name: string) {
  act(() => button(name).click())
}

/** Clicks the button, and waits for the promises that the click starts. */
export async function press(name: string) {
  await act(async () => button(name).click())
}

export function button(name: string) {
  return named('button', name)
}

export function link(name: string) {
  return named('a', name)
}

export function field(label: string) {
  const input = document.getElementById(named('label', label).htmlFor)
  if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) return input
  throw new Error(`There is no input called ${label}`)
}

export function named<Tag extends 'a' | 'button' | 'label'>(
  tag: Tag,
  name: string,
): HTMLElementTagNameMap[Tag] {
  const found = [...document.querySelectorAll(tag)].find((element) => element.textContent === name)
  if (!found) throw new Error(`There is no ${tag} called ${name} in: ${text()}`)
  return found
}

export function text() {
  return host.textContent ?? ''
}
