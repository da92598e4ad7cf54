// @vitest-environment happy-dom
import { errorOfResponse } from '@nashta/contracts/api/shop-error'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import {
  choose,
  field,
  fillShipping,
  named,
  openPayment,
  prepareCheckoutPage,
  press,
  show,
  text,
  type,
  sent,
} from './checkout.fixture.tsx'
import type { CheckoutProps } from './checkout.tsx'

prepareCheckoutPage()

it('the address form shows an error and focuses the first field that is empty or blank', async () => {
  show({})
  await press('Continue to Payment')

  expect(document.querySelectorAll('[role="alert"]')[0]?.textContent).toBe(
    'Please fill in all required shipping fields',
  )
  expect(document.activeElement).toBe(field('Full Name *'))

  fillShipping({ 'Full Name *': '   ' })
  await press('Continue to Payment')
  expect(document.activeElement).toBe(field('Full Name *'))
})

it('the address of the last order is offered, and one press goes on with it', async () => {
  show({ lastAddress: { ...homeAddress, city: 'Mysuru' } })
  expect(text()).toContain('Mysuru')
  expect(text()).not.toContain('Full Name *')

  await press('Continue to Payment')
  expect(text()).toContain('Before you pay')
  expect(text()).toContain('Mysuru')
})

const karnataka = { district: 'Bangalore', state: { code: '29', name: 'Karnataka' } }
const tamilNadu = { district: 'Villupuram', state: { code: '33', name: 'Tamil Nadu' } }
const puducherry = { district: 'Pondicherry', state: { code: '34', name: 'Puducherry' } }

/** A `fetchPincode` that replies to every pincode with these delivery terms and places. */
function fetchPincodeWith(terms: object, places = [karnataka]): CheckoutProps['fetchPincode'] {
  return async (pincode) => ({
    pincode,
    places,
    delivery: { serviceable: true, fee: 0, days: 5, by: '2026-01-06T12:00:00Z', cod: true, ...terms },
  })
}

async function typePincode(pincode: string) {
  type('Pincode *', pincode)
  await waitForPincode()
}

/** Waits until the typed pincode is loaded, or cannot be loaded. */
async function waitForPincode() {
  await act(async () => {})
}

it('a pincode fills in city and state, but not a field that the shopper has typed in', async () => {
  show({ fetchPincode: fetchPincodeWith({}) })
  await typePincode('560001')
  expect([field('City *').value, field('State *').value]).toEqual(['Bangalore', 'Karnataka'])

  type('City *', 'Bengaluru')
  await typePincode('560002')
  expect([field('City *').value, field('State *').value]).toEqual(['Bengaluru', 'Karnataka'])
})

it('a pincode of the Army Post empties the suggested city, and is to be checked', async () => {
  const ofCity = fetchPincodeWith({})
  const ofArmyPost = fetchPincodeWith({}, [])
  show({ fetchPincode: (pincode) => (pincode.startsWith('9') ? ofArmyPost : ofCity)(pincode) })
  await typePincode('560001')
  expect(noteOf('Pincode *')).toBe('')
  await typePincode('999999')
  expect(noteOf('Pincode *')).toBe('An Army Post pincode: please check it')
  expect([field('City *').value, field('State *').value]).toEqual(['', ''])
})

it('the form asks for the state of a pincode in two states, or takes a typed state', async () => {
  const requestedStates: (string | undefined)[] = []
  const fetchInTwoStates = fetchPincodeWith({}, [tamilNadu, puducherry])
  show({
    fetchPincode: (pincode, state) => {
      requestedStates.push(state)
      return fetchInTwoStates(pincode)
    },
  })
  await typePincode('605105')
  expect(field('State *').value).toBe('')
  await act(async () => named('label', 'Puducherry').click())
  expect([field('City *').value, field('State *').value]).toEqual(['Pondicherry', 'Puducherry'])
  // The pincode is loaded again with the code of the chosen state.
  expect(requestedStates).toEqual([undefined, '34'])
  await act(async () => type('State *', 'Pondy'))
  expect(field('State *').value).toBe('Pondy')
})

it('the delivery fee is in the total before the shopper pays, and the order is sent with it', async () => {
  show({ fetchPincode: fetchPincodeWith({ fee: 49, freeFrom: 1000 }) })
  fillShipping({})
  await waitForPincode()
  expect(text()).toContain('Subtotal₹138Shipping₹49Total₹187')
  expect(text()).toContain('Delivers to 560001 by January 6, 2026, for ₹49')

  await press('Continue to Payment')
  choose('cod')
  await press('Pay ₹187')
  expect(sent[0]?.body.totalAmount).toBe(187)
})

it('a late response for the pincode before does not replace the terms of the current one', async () => {
  const fetchWithFee = fetchPincodeWith({ fee: 49, freeFrom: 1000 })
  const late = Promise.withResolvers<Awaited<ReturnType<CheckoutProps['fetchPincode']>>>()
  let responseOfFirst = fetchWithFee('560001')
  show({
    fetchPincode: (pincode) => (pincode === '560001' ? responseOfFirst : fetchWithFee(pincode)),
    refusals: [errorOfResponse(409, {})],
  })
  await openPayment()
  await act(async () => {})
  choose('cod')
  // After a refusal with 409 the page loads the terms again.
  responseOfFirst = late.promise
  await press('Pay ₹187')
  await press('Back')
  await typePincode('560002')
  await act(async () => late.resolve(await fetchWithFee('560001')))
  expect(text()).toContain('Delivers to 560002')
  expect(text()).toContain('Total₹187')
})

it('an order that reaches the amount for free delivery has no fee', async () => {
  show({ fetchPincode: fetchPincodeWith({ fee: 49, freeFrom: 138 }) })
  await typePincode('560001')
  expect(text()).toContain('ShippingFREETotal₹138')
})

it('an address that the shop does not deliver to is refused before the payment', async () => {
  show({ fetchPincode: fetchPincodeWith({ serviceable: false }) })
  fillShipping({})
  await waitForPincode()
  await press('Continue to Payment')
  expect(text()).toContain('We do not deliver to 560001 yet. Please choose another address.')
  // The page still shows the address step.
  expect(text()).toContain('Shipping Address')
})

it.each([
  [{ cod: false }, 'Cash on Delivery is not offered for your address.'],
  [{ codMax: 100 }, 'Cash on Delivery is possible up to ₹100.'],
])('cash on delivery with the terms %j cannot be chosen, and the page says why', async (terms, reason) => {
  show({ fetchPincode: fetchPincodeWith(terms) })
  await openPayment()
  await waitForPincode()
  expect(text()).toContain(reason)
  expect(document.querySelector<HTMLInputElement>('input[value="cod"]')?.disabled).toBe(true)
})

const home = { ...homeAddress, addressId: 'home', isDefault: true }
const office = { ...homeAddress, fullName: 'Office', addressId: 'office', isDefault: false }

it('a saved address is one press: the default is chosen, and its form is not shown', async () => {
  show({ savedAddresses: [home, office] })
  expect(text()).not.toContain('Full Name *')
  expect(text()).not.toContain('Save this address')
  chooseAddress('Office')
  await press('Continue to Payment')
  expect(text()).toContain('Deliver toOffice')
})

it('another address opens the form with what the account knows, and keeps what was typed in it', async () => {
  show({ savedAddresses: [home], fullName: 'Asha Rao', phoneNumber: '+919876543210' })
  chooseAddress('Another address')
  expect(['Full Name *', 'Address Line 1 *', 'Phone Number *'].map((label) => field(label).value)).toEqual([
    'Asha Rao',
    '',
    '+919876543210',
  ])
  type('Address Line 1 *', '7 Beach Road')
  chooseAddress('Asha Rao')
  expect(text()).not.toContain('Address Line 1 *')
  chooseAddress('Another address')
  expect(field('Address Line 1 *').value).toBe('7 Beach Road')
})

it('a saved address that the shop does not deliver to says so at once and does not go on', async () => {
  show({ savedAddresses: [home], fetchPincode: fetchPincodeWith({ serviceable: false }) })
  await waitForPincode()
  expect(text()).toContain('We do not deliver to 560001 yet.')
  await press('Continue to Payment')
  expect(text()).toContain('Shipping Address')
  expect(text()).not.toContain('Before you pay')
})

it('a saved address keeps its city although its pincode has another district', async () => {
  const rural = { district: 'Bangalore Rural', state: karnataka.state }
  show({
    knownPincode: '560002',
    savedAddresses: [{ ...home, city: 'Bangalore', pincode: '562125' }],
    fetchPincode: (pincode) => fetchPincodeWith({}, [pincode === '560002' ? karnataka : rural])(pincode),
  })
  await waitForPincode()
  await press('Continue to Payment')
  expect(text()).toContain('Bangalore, Karnataka - 562125')
})

it('the form waits for the address book, so that it does not vanish under a finger', async () => {
  show({ savedAddresses: undefined, isBookLoading: true })
  expect(text()).not.toContain('Full Name *')
  show({ savedAddresses: undefined, isBookLoading: false })
  expect(text()).toContain('Full Name *')
})

it('name and phone number come from the account, also when they arrive after the form', async () => {
  show({ fullName: 'Asha Rao' })
  expect(field('Phone Number *').value).toBe('')
  show({ fullName: 'Asha Rao', phoneNumber: '+919876543210' })
  expect(field('Phone Number *').value).toBe('+919876543210')
})

/** Chooses the offered address whose text begins so. */
function chooseAddress(start: string) {
  const labels = [...document.querySelectorAll('label')]
  const label = labels.find(({ textContent }) => textContent.startsWith(start))
  act(() => label?.click())
}

it('the default address is filled in on the next visit if the form had only the city of the known pincode', async () => {
  show({ knownPincode: '560002', fetchPincode: fetchPincodeWith({}), savedAddresses: undefined })
  await act(async () => {})
  expect(field('City *').value).toBe('Bangalore')
  show({ key: 'next visit', savedAddresses: [home] })
  expect(text()).toContain('Asha Rao, 12 MG Road')
})

it('the next visit shows the city of the pincode that the shopper typed last', async () => {
  show({
    fetchPincode: (pincode) => fetchPincodeWith({}, [pincode === '605001' ? puducherry : karnataka])(pincode),
  })
  await typePincode('560001')
  await typePincode('605001')
  show({ key: 'next visit' })
  expect(field('City *').value).toBe('Pondicherry')
})

it.each([true, false])('a new address is saved only when its box is ticked: %j', async (isTicked) => {
  const onSaveAddress = vi.fn<NonNullable<CheckoutProps['onSaveAddress']>>()
  show({ savedAddresses: [home], onSaveAddress })
  chooseAddress('Another address')
  fillShipping({ 'Full Name *': 'Mother' })
  if (isTicked) act(() => field('Save this address').click())
  await press('Continue to Payment')
  const savedNames = onSaveAddress.mock.calls.map(([{ fullName }]) => fullName)
  expect(savedNames).toEqual(isTicked ? ['Mother'] : [])
})

it('an order can be placed with a pincode that the store does not know', async () => {
  show({ fetchPincode: () => Promise.reject(errorOfResponse(404, {})) })
  await openPayment()
  await waitForPincode()
  choose('cod')
  await press('Pay ₹138')
  expect(sent).toHaveLength(1)
})

it('an unknown pincode is named as unknown, and takes the city of the pincode before away', async () => {
  show({
    fetchPincode: (pincode) =>
      pincode === '560001' ? fetchPincodeWith({})(pincode) : Promise.reject(errorOfResponse(404, {})),
  })
  await typePincode('560001')
  expect(field('City *').value).toBe('Bangalore')
  await typePincode('560999')
  expect(noteOf('Pincode *')).toBe('Unknown pincode: please check it')
  expect([field('City *').value, field('State *').value]).toEqual(['', ''])
})

it('a pincode that could not be loaded is not called unknown', async () => {
  show({ fetchPincode: () => Promise.reject(errorOfResponse(503, {})) })
  await typePincode('560001')
  expect(noteOf('Pincode *')).toBe('')
})

it('the city says that it is a suggestion while it is the district of the pincode', async () => {
  show({ fetchPincode: fetchPincodeWith({}) })
  expect(noteOf('City *')).toBe('')
  await typePincode('560001')
  expect(noteOf('City *')).toBe('A suggestion from the pincode')
  type('City *', 'Bengaluru')
  expect(noteOf('City *')).toBe('')
})

/** The error or hint that screen readers read out with the field. */
function noteOf(label: string) {
  const noteId = field(label).getAttribute('aria-describedby')
  return noteId ? document.getElementById(noteId)?.textContent : ''
}

it('the errors of city and state go when the pincode fills them in', async () => {
  show({ fetchPincode: fetchPincodeWith({}) })
  await press('Continue to Payment')
  expect(field('City *').getAttribute('aria-invalid')).toBe('true')
  await typePincode('560001')
  expect(field('City *').getAttribute('aria-invalid')).toBeNull()
  expect(field('Pincode *').getAttribute('aria-invalid')).toBeNull()
})
