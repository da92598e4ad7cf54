import { accessibilityViolations } from '../../support/axe.ts'
import { heading, openDesk, placeOrders, test } from '../../support/desk.ts'
import { newOperator } from '../../support/own-store.ts'
import { expect } from '../../support/test.ts'

/** Two minutes for somebody who types two keys in a second. */
const KEYS_MAX = 240

test('an order by phone is taken with the keyboard, survives a reload, and is paid by its link', async ({
  page,
  request,
  store,
  browser,
}) => {
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), '/desk/orders')
  // On a phone it stands beside the heading.
  await page.getByRole('link', { name: 'New order' }).click()
  await expect(heading(page, 'New order')).toBeVisible()
  const current = page.getByRole('navigation', { name: 'Desk' }).locator('[aria-current=page]')
  await expect(current).toHaveText(['New order'])
  let keys = 0
  const type = async (text: string) => {
    keys += text.length
    await page.keyboard.type(text)
  }
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  await page.getByLabel('Phone').focus()
  await type('9812340011')
  await expect(page.getByText('A new customer')).toBeVisible()
  await press('Tab')
  await type('Meera Nair')
  await press('Tab')
  await press('Tab')
  await type('strawberry sprinkle')
  await press('Enter')
  await expect(page.getByRole('list', { name: 'Snacks of the order' })).toContainText('Strawberry')
  await page.getByLabel('Pincode').focus()
  await type('682001')
  await expect(page.getByLabel('State')).toHaveValue('Kerala')
  // As it is pasted from a message.
  await page.getByLabel('Pincode').fill('682 001')
  await expect(page.getByLabel('Pincode')).toHaveValue('682001')
  await press('Tab')
  await type('12 Marine Drive')

  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Meera Nair')
  await expect(page.getByLabel('House and street')).toHaveValue('12 Marine Drive')
  await page.getByLabel('Paid').selectOption('upi')
  await expect(page.getByRole('button', { name: /^Take order, ₹/ })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel('House and street').focus()
  await press('Enter')
  await expect(heading(page, /^Order #\w+ is taken$/)).toBeVisible()
  expect(keys).toBeLessThan(KEYS_MAX)
  expect(await accessibilityViolations(page)).toEqual([])
  const whatsApp = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  expect(whatsApp).toMatch(/^https:\/\/wa\.me\/919812340011\?text=.*orders%2F/)

  const [, url = ''] = /(https?:\/\/\S+\/orders\/\S+)$/.exec(decodeURIComponent(whatsApp ?? '')) ?? []
  const shopper = await browser.newPage()
  await shopper.goto(url)
  await expect(shopper.getByRole('img', { name: /QR/i })).toBeVisible()
  await shopper.close()
})

test('a known customer is filled in, and an order that is collected is handed over at the counter', async ({
  page,
  request,
  store,
}) => {
  const { name } = await placeOrders(request)
  await openDesk(page, await newOperator(request, store.dataFolder, 'manager'), '/desk/orders/new')
  await page.getByLabel('Phone').fill('98765')
  await page.getByRole('button', { name }).click()
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await expect(page.getByLabel('House and street')).not.toHaveValue('')
  await page.getByLabel('The customer collects it here').check()
  await page.getByLabel('Add a snack').fill('royal mix')
  await page
    .getByRole('button', { name: /Royal Mix/ })
    .first()
    .click()
  await page.getByLabel('Discount in ₹').fill('20')
  await page.getByLabel('Reason').fill('Came in the rain')
  await page.getByLabel('Paid').selectOption('cash')
  await page.getByRole('button', { name: /^Take order, ₹/ }).click()
  await page.getByRole('link', { name: 'Open the order' }).click()
  await expect(page.getByText('Came in the rain')).toBeVisible()
  const url = page.url()
  await page.getByRole('button', { name: 'Pack', exact: true }).click()
  // The last tick finishes the order.
  await page.getByRole('checkbox').check()
  await expect(page.getByText('1 order packed')).toBeVisible()
  await page.goto(url)
  await page.getByRole('button', { name: 'Handed over' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Handed over' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Delivered' })).toBeVisible()
})
