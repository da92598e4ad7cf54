import { join } from 'node:path'
import { codeOfStep, fromBase32, stepAt } from '@nashta/identity/second-factor/totp'
import type { startSmtpServer } from '@nashta/mail/smtp-server.fixture'
import type { Page } from '@playwright/test'
import { fillShipping, payButton } from './checkout.ts'
import { heading, toast } from './desk.ts'
import { expect } from './test.ts'

const CATALOGUE = join(import.meta.dirname, '../../catalogue/pictures')
const LOGO = join(CATALOGUE, 'treats-macarons-1.webp')
const PHOTO = join(CATALOGUE, 'chips-magic-masala-1.webp')

export const OWN_SHOP = { name: 'Asha’s Farsan', snack: 'Methi Khakhra', price: '120' }
const OWNER = 'asha@farsan.example'
const GUEST = 'meera@example.in'

const RECORD: [label: string, value: string][] = [
  ['Trade name', OWN_SHOP.name],
  ['Short name', 'Farsan'],
  ['Tagline', 'Crisp from Rajkot'],
  ['Legal name', 'Asha Rao'],
  ['Address with pincode', '4 Ring Road, Rajkot 360001'],
  ['Phone of customer care', '+919812345678'],
  ['Email of customer care', 'care@farsan.example'],
  ['FSSAI licence number', '10725001000123'],
  ['Grievance officer', 'Asha Rao'],
  ['Designation of the officer', 'Owner'],
  ['Phone of the officer', '+919812345678'],
  ['Email of the officer', OWNER],
  ['UPI id', 'asha@bank'],
  ['Name in the UPI app', 'Asha Rao'],
]

type FirstHour = {
  /** The owner's phone. */
  page: Page
  /** The phone of the first customer. */
  guest: Page
  welcomeUrl: string
  mailServer: Awaited<ReturnType<typeof startSmtpServer>>
  /** Called at the steps that have a name. */
  onStep?: (name: string, page: Page) => Promise<unknown>
}

/**
 * Everything that an owner does from the printed link to the first paid order, on a phone and without
 * a terminal. Ends with both phones on the page of that order.
 */
export async function liveFirstHour({
  page,
  guest,
  welcomeUrl,
  mailServer,
  onStep = async () => {},
}: FirstHour) {
  await page.goto(welcomeUrl)
  await makeAccount(page, () => onStep('welcome', page))
  await expect(page.getByText('0 of 7 done')).toBeVisible()
  await onStep('today', page)
  await page.getByRole('link', { name: /^Name and address/ }).click()
  await writeRecord(page)
  await onStep('settings', page)
  await connectMail(page, mailServer)
  await addSnack(page)

  await page.getByRole('link', { name: 'Today' }).click()
  await page.getByRole('button', { name: 'Remove the demo snacks' }).click()
  await page.getByRole('button', { name: 'Yes, remove them' }).click()
  await expect(toast(page, 'demo snacks removed')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your first hour' })).toBeHidden()

  await buy(guest, onStep)
  expect(mailServer.received.some(isConfirmation)).toBe(false)
  await confirmPayment(page, onStep)
  await expect.poll(() => mailServer.received.some(isConfirmation)).toBe(true)
  await guest.reload()
  await expect(guest.getByText('CONFIRMED', { exact: true })).toBeVisible()
}

function isConfirmation({ to, raw }: { to: string[]; raw: string }) {
  return to.includes(GUEST) && raw.includes('is confirmed')
}

async function makeAccount(page: Page, onReady: () => Promise<unknown>) {
  await page.getByLabel('First name').fill('Asha')
  await page.getByLabel('Last name').fill('Rao')
  await page.getByLabel('Email').fill(OWNER)
  await page.getByLabel('Password', { exact: true }).fill('marigold-tea')
  const key = await page.locator('code').innerText()
  await onReady()
  const code = codeOfStep(fromBase32(key.replaceAll(' ', '')), stepAt(new Date()))
  await page.getByLabel('Code from the app').fill(code)
  await page.getByRole('button', { name: 'Make my account' }).click()
  await expect(heading(page, 'Your account is ready')).toBeVisible()
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expect(heading(page, 'Today')).toBeVisible()
}

async function writeRecord(page: Page) {
  const form = page.getByRole('form', { name: 'The shop' })
  for (const [label, value] of RECORD) await form.getByLabel(label, { exact: true }).fill(value)
  await form.getByLabel('Choose a picture').setInputFiles(LOGO)
  await expect(form.getByAltText('Logo as it is now')).toBeVisible()
  await form.getByLabel('Colours').selectOption({ index: 2 })
  await form.getByLabel('State').selectOption('24')
  await form.getByLabel('Shoppers may order without an account').check()
  await form.getByLabel('The delivery zones promise what I can keep').check()
  await form.getByLabel('A backup is stored outside this machine').check()
  await form.getByLabel('This is a demo shop: pages and mails say so').uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, "The shop's record was saved")).toBeVisible()
}

async function connectMail(page: Page, { url, received }: FirstHour['mailServer']) {
  const form = page.getByRole('form', { name: 'Mail server' })
  await form.getByLabel('Mail server', { exact: true }).fill('localhost')
  await form.getByLabel('Port', { exact: true }).fill(new URL(url).port)
  await form.getByLabel('Encryption').selectOption('none')
  await form.getByLabel('Sender of the mails', { exact: true }).fill('hello@farsan.example')
  await form.getByRole('button', { name: 'Send me a test mail, and save' }).click()
  await expect(toast(page, 'The test mail was accepted: look into your inbox')).toBeVisible()
  await expect.poll(() => received.some(({ to }) => to.includes(OWNER))).toBe(true)
  await expect(page.getByText('Mails leave from hello@farsan.example')).toBeVisible()
}

async function addSnack(page: Page) {
  await page.getByRole('link', { name: 'Products' }).click()
  await page.getByRole('link', { name: 'Add a product' }).click()
  await page.getByLabel('Name', { exact: true }).fill(OWN_SHOP.snack)
  await page.getByRole('group', { name: 'Shelves' }).getByLabel('Chips').check()
  await page.getByLabel('Price ₹').fill(OWN_SHOP.price)
  await page.getByLabel('Choose pictures').setInputFiles(PHOTO)
  await page.getByLabel('What it shows').fill('A plate of khakhra')
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await expect(heading(page, OWN_SHOP.snack)).toBeVisible()
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await page.getByRole('button', { name: 'Publish without them' }).click()
  await expect(page.getByText('Published: shoppers see it.')).toBeVisible()
}

async function buy(guest: Page, onStep: NonNullable<FirstHour['onStep']>) {
  await guest.goto('/collections/allproducts')
  await expect(guest.getByRole('main')).toContainText(OWN_SHOP.snack)
  await guest.getByRole('main').getByRole('link', { name: OWN_SHOP.snack }).first().click()
  await expect(heading(guest, OWN_SHOP.snack)).toBeVisible()
  await onStep('shop', guest)
  await guest.getByRole('button', { name: 'ADD TO CART' }).first().click()
  await expect(guest.getByRole('button', { name: 'Shopping Cart (1)' })).toBeVisible()
  await guest.goto('/checkout')
  await guest.getByLabel('Email *').fill(GUEST)
  await fillShipping(guest)
  await guest.getByRole('radio', { name: 'UPI' }).check()
  await payButton(guest).click()
  await expect(guest.getByRole('heading', { name: `Pay ₹${OWN_SHOP.price} by UPI` })).toBeVisible()
  await onStep('upi', guest)
  await guest.getByRole('button', { name: 'I have paid' }).click()
  await expect(guest.getByRole('heading', { name: 'Waiting for the shop to see your payment' })).toBeVisible()
}

async function confirmPayment(page: Page, onStep: NonNullable<FirstHour['onStep']>) {
  await page.getByRole('link', { name: 'Orders' }).first().click()
  await page.goto('/desk/orders?work=confirm')
  await page.getByRole('row').filter({ hasText: 'Asha' }).getByRole('link').first().click()
  await expect(heading(page, /^Order #/)).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount on the account').fill(OWN_SHOP.price)
  await dialog.getByLabel('The account shows no reference number').check()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page, 'Confirmed')).toBeVisible()
  await onStep('order', page)
}
