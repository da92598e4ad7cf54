import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import type { APIRequestContext, Page } from '@playwright/test'
import { accessibilityViolations } from '../support/axe.ts'
import { DONUT, expectPlaced, payByCard, shopperAt } from '../support/checkout.ts'
import { ONCE } from '../support/once.ts'
import { createAdminToken, newOperator, testWithOwnStore } from '../support/own-store.ts'
import { signIn } from '../support/shopper.ts'
import { expect } from '../support/test.ts'

const test = testWithOwnStore({ RATE_LIMIT_SCALE: '1000' })

/** The delivery terms outside the zones. Each zone below changes some of them. */
const rest = { delivers: true, fee: 0, freeFrom: 1000, days: 5, cod: true }
/**
 * The islands get no delivery: the Andamans (pincodes 744…) and Lakshadweep. `states` has GST state
 * codes: 31 is Lakshadweep, 29 Karnataka, 34 Puducherry.
 */
const DELIVERY = {
  zones: [
    { name: 'Islands', pincodes: ['744'], states: ['31'], ...rest, delivers: false },
    {
      name: 'Karnataka',
      pincodes: [],
      states: ['29'],
      ...rest,
      fee: 49,
      freeFrom: 500,
      days: 2,
      codMax: 300,
    },
    { name: 'Puducherry', pincodes: [], states: ['34'], ...rest, fee: 25, cod: false },
  ],
  rest,
}

async function setZones(request: APIRequestContext, dataFolder: string) {
  const headers = { authorization: `Bearer ${await createAdminToken(request, dataFolder)}` }
  const { data: shop } = await (await request.get(`${SHOP_API_BASE}/shop`)).json()
  const response = await request.put(`${SHOP_API_BASE}/admin/shop`, {
    headers,
    data: { ...shop, delivery: DELIVERY },
  })
  expect(response.ok(), await response.text()).toBe(true)
}

async function fillAddress(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
}

const continueToPayment = (page: Page) => page.getByRole('button', { name: 'Continue to Payment' }).click()
const paymentHeading = (page: Page) => page.getByRole('heading', { name: 'Payment', exact: true })

test('the delivery fee and day are shown from the product page to the paid order', async ({
  page,
  request,
  store,
}) => {
  await setZones(request, store.dataFolder)
  await shopperAt(page, request, { path: `/product/${DONUT.productId}`, donuts: 4 })
  await page.getByRole('button', { name: 'Check delivery' }).click()
  const pincodeField = page.getByRole('main').getByLabel('Check delivery')
  await pincodeField.fill('123')
  await pincodeField.press('Enter')
  await expect(page.getByRole('main').getByText('We do not know this pincode')).toBeVisible()
  await pincodeField.fill('560001')
  await pincodeField.press('Enter')
  await expect(
    page.getByRole('main').getByText(/^Delivers to 560001 by \w+, for ₹49, free from ₹500$/),
  ).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Shopping Cart (4)' }).click()
  const drawer = page.getByRole('dialog')
  // Four donuts are ₹356, and their delivery is ₹49.
  await expect(drawer.getByText('₹144 more for free delivery')).toBeVisible()
  await expect(drawer.getByText('Total₹405')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await drawer.getByRole('link', { name: 'Checkout' }).click()

  // The checkout has the pincode from the product page, and its state.
  await expect(page.getByLabel('Pincode *')).toHaveValue('560001')
  await expect(page.getByLabel('State *')).toHaveValue('Karnataka')
  await fillAddress(page, {
    'Full Name *': 'Asha Rao',
    'Address Line 1 *': '12 MG Road',
    'City *': 'Bengaluru',
    'Phone Number *': '9876543210',
    'Pincode *': '744101',
  })
  await expect(
    page.getByText('We do not deliver to 744101 yet. Please choose another address.'),
  ).toBeVisible()
  await continueToPayment(page)
  await expect(page.getByLabel('Pincode *')).toBeFocused()
  await page.getByLabel('Pincode *').fill('560001')
  await expect(page.getByText('We do not deliver to')).toBeHidden()
  await expect(page.getByLabel('City *')).toHaveValue('Bengaluru')
  await page.getByLabel('Save this address').check()
  await continueToPayment(page)

  await expect(paymentHeading(page)).toBeFocused()
  await expect(page.getByText('Cash on Delivery is possible up to ₹300.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Cash on Delivery' })).toBeDisabled()
  expect(await accessibilityViolations(page)).toEqual([])
  await expect(page.getByRole('button', { name: 'Pay ₹405' })).toBeVisible()
  await payByCard(page, '4242424242424242')
  const orderId = await expectPlaced(page)
  await page.goto(`/purchase-history/${orderId}`)
  await expect(page.getByText('₹49')).toBeVisible()
  await expect(page.getByText('₹405').first()).toBeVisible()
})

test(
  'the checkout asks for the state of a pincode in two states, and the state decides fee and cash on delivery',
  { tag: ONCE },
  async ({ page, request, store }) => {
    await setZones(request, store.dataFolder)
    await shopperAt(page, request, { path: '/checkout', donuts: 1 })
    await page.getByLabel('Pincode *').fill('605105')
    await expect(page.getByLabel('State *')).toHaveValue('')
    await page.getByRole('radio', { name: 'Puducherry' }).check()
    await expect(page.getByLabel('City *')).toHaveValue('Pondicherry')
    await expect(page.getByText('Shipping₹25')).toBeVisible()
    await page.getByRole('radio', { name: 'Tamil Nadu' }).check()
    await expect(page.getByText('ShippingFREE')).toBeVisible()
    await expect(page.getByLabel('City *')).toHaveValue('Villupuram')
    await page.getByRole('radio', { name: 'Puducherry' }).check()
    await fillAddress(page, {
      'Full Name *': 'Asha Rao',
      'Address Line 1 *': '1 Beach Road',
      'Phone Number *': '9876543210',
    })
    await continueToPayment(page)
    await expect(page.getByText('Cash on Delivery is not offered for your address.')).toBeVisible()
  },
)

test('addresses are saved in the profile and chosen at checkout', async ({ page, request, store }) => {
  await setZones(request, store.dataFolder)
  const { api } = await shopperAt(page, request, { path: '/profile', donuts: 1 })
  await expect(page.getByText('You have not saved an address yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add an address' }).click()
  await fillAddress(page, {
    'Full Name *': 'Asha Rao',
    'Address Line 1 *': '12 MG Road',
    'Phone Number *': '9876543210',
    'Pincode *': '682001',
  })
  await expect(page.getByLabel('State *')).toHaveValue('Kerala')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText('12 MG Road, Ernakulam, Kerala - 682001, 9876543210')).toBeVisible()
  await api('POST', `/addresses/${api.userId}`, {
    fullName: 'Office',
    addressLine1: '1 Brigade Road',
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560025',
    phoneNumber: '9876543210',
  })
  await page.reload()
  const makeDefault = page.getByRole('button', { name: 'Make default Office' })
  // Before the addresses are loaded, the page is short, and the header may cover a link of the footer.
  await expect(makeDefault).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await makeDefault.click()
  await expect(page.getByRole('button', { name: 'Make default Asha Rao' })).toBeVisible()

  await page.goto('/checkout')
  await expect(page.getByRole('radio', { name: /^Office, 1 Brigade Road/ })).toBeChecked()
  // On a phone the closed summary hides this line.
  await expect(page.getByText('Shipping₹49')).toBeAttached()
  await page.getByRole('radio', { name: /^Asha Rao, 12 MG Road/ }).check()
  await expect(page.getByLabel('Pincode *')).toBeHidden()
  expect(await accessibilityViolations(page)).toEqual([])
  // The draft of the form is in sessionStorage: it survives a reload, and ends with the tab or at sign-out.
  const outlivesTheTab = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
  expect(outlivesTheTab).not.toContain('MG Road')

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Remove Office' }).click()
  await expect(page.getByText('1 Brigade Road')).toBeHidden()
})

test('an operator adds, tries and saves a delivery zone', { tag: ONCE }, async ({ page, request, store }) => {
  await page.goto('/desk/settings')
  await signIn(page, await newOperator(request, store.dataFolder))
  await expect(page.getByRole('heading', { name: 'Delivery zones' })).toBeVisible()
  await page.getByRole('button', { name: 'Add a zone' }).click()
  const zone = page.getByRole('group', { name: 'New zone' }).last()
  await page.getByRole('button', { name: 'Save the zones' }).click()
  await expect(zone.getByLabel('Name')).toHaveAccessibleDescription(/The name of a zone is one line/)
  await expect(zone.getByLabel('Name')).toBeFocused()
  await zone.getByLabel('Name').fill('Kochi')
  const kochi = page.getByRole('group', { name: 'Kochi' })
  await kochi.getByLabel('Beginnings of pincodes').fill('682')
  await kochi.getByLabel('Fee in rupees').fill('20')
  await kochi.getByLabel('Days until it arrives').fill('1')
  await page.getByLabel('Try a pincode').fill('682001')
  await page.getByRole('button', { name: 'Try', exact: true }).click()
  await expect(
    page.getByText(
      '682001 Ernakulam, Kerala (Kochi): ₹20, free from ₹1,000, within 1 day. Cash on delivery.',
    ),
  ).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save the zones' }).click()
  await expect(page.getByRole('status').filter({ hasText: "The shop's record was saved" })).toBeVisible()

  await page.goto('/shipping')
  await expect(page.getByText('Kochi: ₹20, free from ₹1,000, within 1 day. Cash on delivery.')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
})
