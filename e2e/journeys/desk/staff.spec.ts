import { codeOfStep, fromBase32, stepAt } from '@nashta/identity/second-factor/totp'
import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../../support/axe.ts'
import { heading, openDesk, placeOrders, test, toast } from '../../support/desk.ts'
import { ONCE } from '../../support/once.ts'
import { newOperator } from '../../support/own-store.ts'
import { mailedLink, newShopper, signedUpShopper } from '../../support/shopper.ts'
import { expect } from '../../support/test.ts'

/** The code that an app makes from the key on the page. */
async function appCode(page: Page) {
  const key = await page.locator('code').innerText()
  return codeOfStep(fromBase32(key.replaceAll(' ', '')), stepAt(new Date()))
}

async function invite(page: Page, email: string, role: string) {
  const card = page.getByRole('region', { name: 'Invite somebody' })
  await card.getByLabel('Email of the person').fill(email)
  await card.getByLabel('Role of the person').selectOption(role)
  await card.getByRole('button', { name: 'Send the invitation', exact: true }).click()
  await expect(toast(page, `An invitation is on its way to ${email}`)).toBeVisible()
}

const invitationTo = (page: Page, email: string) => page.getByRole('listitem').filter({ hasText: email })

test('an invited packer joins on a phone, packs and ships an order, and sees no money', async ({
  page,
  request,
  store,
  browser,
}) => {
  const { name } = await placeOrders(request)
  await openDesk(page, await newOperator(request, store.dataFolder), '/desk/staff')
  const { email, password } = newShopper()
  await invite(page, email, 'shipper')
  await expect(invitationTo(page, email)).toContainText('as packer who ships')
  const dead = await mailedLink(request, email, 'Join the team')
  await page.getByRole('button', { name: `Send the invitation to ${email} again` }).click()
  let link = dead
  await expect(async () => {
    link = await mailedLink(request, email, 'Join the team')
    expect(link).not.toBe(dead)
  }).toPass()

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 }, baseURL: store.url })
  await phone.goto(dead)
  await expect(heading(phone, 'This invitation no longer works')).toBeVisible()
  await phone.goto(link)
  await phone.reload()
  await expect(heading(phone, 'Join the team')).toBeVisible()
  await expect(phone.getByLabel('Email')).toHaveValue(email)
  expect(await accessibilityViolations(phone)).toEqual([])
  await phone.getByLabel('First name').fill('Ravi')
  await phone.getByLabel('Last name').fill('Rao')
  await phone.getByLabel('Password', { exact: true }).fill(password)
  await phone.getByLabel('Code from the app').fill(await appCode(phone))
  await phone.getByRole('button', { name: 'Make my account' }).click()
  await expect(heading(phone, 'Your account is ready')).toBeVisible()
  await phone.getByRole('button', { name: 'I have stored them' }).click()

  await expect(heading(phone, 'Today')).toBeVisible()
  await phone.goto('/desk/orders?work=pack')
  const row = phone.getByRole('row').filter({ hasText: name })
  await row.getByRole('link').click()
  await expect(heading(phone, /^Order #/)).toBeVisible()
  await expect(phone.getByRole('main')).not.toContainText('₹')
  await phone.getByRole('button', { name: 'Pack', exact: true }).click()
  const lines = phone.getByRole('main').getByRole('checkbox')
  await lines.first().click()
  await expect(phone.getByText('1 order packed')).toBeVisible()
  await phone.goto('/desk/orders?work=handOver')
  await row.getByRole('link').click()
  await phone.getByRole('button', { name: /^Ship/ }).click()
  const dialog = phone.getByRole('dialog')
  await dialog.getByLabel('Courier').fill('DTDC')
  await dialog.getByLabel('Tracking number').fill('D1234567')
  await dialog.getByRole('button', { name: /^Ship/ }).click()
  await expect(toast(phone, 'Shipped')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('button', { name: `Take the role shipper from ${email}` })).toBeVisible()
  await page.getByRole('button', { name: `Take the role shipper from ${email}` }).click()
  await expect(toast(page, `${email} is no longer shipper`)).toBeVisible()
  await phone.goto('/desk/orders')
  await expect(heading(phone, /^(?:The desk|This account has no screen at the desk)$/)).toBeVisible()
  await phone.close()
})

test(
  'a shopper who is invited signs in, sets up the second factor and has the role; a withdrawn link is dead',
  { tag: ONCE },
  async ({ page, request, store, browser }) => {
    await openDesk(page, await newOperator(request, store.dataFolder), '/desk/staff')
    const shopper = await signedUpShopper(request)
    await invite(page, shopper.email, 'manager')
    const link = await mailedLink(request, shopper.email, 'Join the team')

    const other = newShopper().email
    await invite(page, other, 'packer')
    const withdrawn = await mailedLink(request, other, 'Join the team')
    await page.getByRole('button', { name: `Withdraw the invitation of ${other}` }).click()
    await expect(invitationTo(page, other)).toBeHidden()

    const guest = await browser.newPage({ baseURL: store.url })
    await guest.goto(withdrawn)
    await expect(heading(guest, 'This invitation no longer works')).toBeVisible()
    await guest.goto(link)
    await guest.reload()
    await expect(guest.getByText('You have an account at this shop')).toBeVisible()
    await guest.getByLabel('Password', { exact: true }).fill(shopper.password)
    await guest.getByRole('button', { name: 'Sign in and join' }).click()
    await expect(heading(guest, 'Join the team')).toBeVisible()
    await guest.getByLabel('Code from the app').fill(await appCode(guest))
    expect(await accessibilityViolations(guest)).toEqual([])
    await guest.getByRole('button', { name: 'Join', exact: true }).click()
    await guest.getByRole('button', { name: 'I have stored them' }).click()
    await expect(heading(guest, 'Today')).toBeVisible()
    await guest.close()
  },
)

test('an operator sees the own devices and signs one out', async ({ page, request, store, browser }) => {
  const operator = await newOperator(request, store.dataFolder)
  await openDesk(page, operator, '/desk/devices')
  await expect(page.getByText(/^This device, signed in/)).toBeVisible()
  const second = await browser.newPage({ baseURL: store.url })
  await openDesk(second, operator, '/desk/today')
  await page.reload()
  const others = page.getByRole('listitem').filter({ hasText: 'Last used' })
  await expect(others).toHaveCount(1)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await accessibilityViolations(page), colorScheme).toEqual([])
  }
  await others.getByRole('button', { name: /^Sign out/ }).click()
  await expect(others).toHaveCount(0)
  await second.reload()
  await expect(heading(second, 'The desk')).toBeVisible()
  await second.close()
})
