import { currentUserRecord, tokensRecord } from '@nashta/browser/session/session-store'
import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../../support/axe.ts'
import { makeNavigationWait, waitForStartUpCheck } from '../../support/interactive.ts'
import { ONCE } from '../../support/once.ts'
import { signedUpShopper, signIn } from '../../support/shopper.ts'
import { expect, test } from '../../support/test.ts'

test(
  'the profile sends a guest to the sign-in page, which leads back to it',
  { tag: ONCE },
  async ({ page, request }) => {
    const shopper = await signedUpShopper(request)
    const html = await (await request.get('/profile')).text()
    expect(html).toContain('Profile')
    // The server renders no shopper's data. All e-mail addresses of the journeys end with this.
    expect(html).not.toContain('@example.in')

    await page.goto('/profile')
    await expect(page).toHaveURL('/signin?next=%2Fprofile')
    await signIn(page, shopper)
    await expect(page).toHaveURL('/profile')
    for (const text of ['Asha Rao', shopper.email, 'Active', '+919876543210']) {
      await expect(page.getByRole('definition').filter({ hasText: text })).toBeVisible()
    }
    expect(await accessibilityViolations(page)).toEqual([])
  },
)

test('a sign-in never leads to another site', { tag: ONCE }, async ({ page, request }) => {
  const shopper = await signedUpShopper(request)
  await page.goto('/signin?next=%2F%2Fevil.example%2Fcheckout')
  await signIn(page, shopper)
  await expect(page).toHaveURL('/')
})

test(
  'a changed name and phone number are saved, and the header shows the name',
  { tag: ONCE },
  async ({ page, request }) => {
    await openProfile(page, await signedUpShopper(request))
    await page.getByRole('button', { name: 'Update Profile' }).click()
    await expect(page.getByLabel('First name')).toBeFocused()
    await page.getByLabel('First name').fill('Meera')
    await page.getByLabel('Phone number').fill('01')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByLabel('Phone number')).toBeFocused()
    await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(
      'Please enter a valid phone number (e.g., +1234567890)',
    )
    expect(await accessibilityViolations(page)).toEqual([])

    await page.getByLabel('Phone number').fill('91234 56789')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Your profile has been updated.')).toBeVisible()
    await expect(page.getByText('Meera Rao')).toBeVisible()
    await expect(page.getByText('+919123456789')).toBeVisible()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Meera account menu' })).toBeVisible()
  },
)

test(
  'a changed password ends every other session',
  { tag: ONCE },
  async ({ page, request, browser, baseURL }) => {
    const shopper = await signedUpShopper(request)
    const otherBrowser = await browser.newContext({ ...(baseURL && { baseURL }) })
    const otherPage = makeNavigationWait(await otherBrowser.newPage())
    await openProfile(otherPage, shopper)
    await openProfile(page, shopper)

    await page.getByRole('button', { name: 'Change Password' }).click()
    await page.getByLabel('Current password').fill('not-the-one')
    await page.getByLabel('New password').fill('cardamom-tea')
    await page.getByRole('button', { name: 'Save new password' }).click()
    await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.')
    await page.getByLabel('Current password').fill(shopper.password)
    await page.getByRole('button', { name: 'Save new password' }).click()
    await expect(page.getByText('You are signed out on all other devices.')).toBeVisible()

    await otherPage.reload()
    await expect(otherPage).toHaveURL('/signin?next=%2Fprofile')
    await expect(otherPage.getByText('Your session has ended.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('main').getByText(shopper.email)).toBeVisible()
    await otherBrowser.close()
  },
)

test(
  'the profile form still has the typed values after the session ended and the shopper signed in again',
  { tag: ONCE },
  async ({ page, request }) => {
    const shopper = await signedUpShopper(request)
    await page.clock.install()
    const startUpCheck = waitForStartUpCheck(page)
    await openProfile(page, shopper)
    await page.getByRole('button', { name: 'Update Profile' }).click()
    await page.getByLabel('Last name').fill('Iyer')
    await startUpCheck
    // An access token is valid for an hour. Without "Remember me" the session ends then.
    await page.clock.fastForward('01:00:01')

    await expect(page).toHaveURL('/signin?next=%2Fprofile')
    await expect(page.getByText('Your session has ended.')).toBeVisible()
    expect(await page.evaluate((key) => localStorage.getItem(key), tokensRecord.key)).toBeNull()
    await signIn(page, shopper)
    await expect(page.getByLabel('Last name')).toHaveValue('Iyer')
  },
)

test('the tokens of a shopper with "Remember me" are renewed', { tag: ONCE }, async ({ page, request }) => {
  const shopper = await signedUpShopper(request)
  await page.clock.install()
  const startUpCheck = waitForStartUpCheck(page)
  await page.goto('/signin')
  await page.getByLabel('Remember me').check()
  await signIn(page, shopper)
  await expect(page).toHaveURL('/')
  await startUpCheck
  const oldTokens = await page.evaluate((key) => localStorage.getItem(key), tokensRecord.key)
  // The tokens are renewed five minutes before they expire.
  await page.clock.fastForward('00:56:00')

  await expect
    .poll(() => page.evaluate((key) => localStorage.getItem(key), tokensRecord.key))
    .not.toBe(oldTokens)
  await page.goto('/profile')
  await expect(page.getByRole('main').getByText(shopper.email)).toBeVisible()
})

test(
  'a sign-out that the store refuses still ends the session in the browser, and leads to the home page',
  { tag: ONCE },
  async ({ page, request }) => {
    await openProfile(page, await signedUpShopper(request))
    const refusal = { __type: 'TooManyRequestsException', message: 'Too many requests' }
    await page.route('**/identity', (route) => route.fulfill({ status: 429, json: refusal }))
    await page.getByRole('banner').getByRole('button', { name: 'Asha account menu' }).click()
    await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()

    await expect(page).toHaveURL('/')
    await expect(page.getByText('Sign out failed: Too many requests')).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
    expect(await page.evaluate((key) => localStorage.getItem(key), currentUserRecord.key)).toBeNull()
  },
)

test('a shopper signs out on all devices', { tag: ONCE }, async ({ page, request, browser, baseURL }) => {
  const shopper = await signedUpShopper(request)
  const otherBrowser = await browser.newContext({ ...(baseURL && { baseURL }) })
  const otherPage = makeNavigationWait(await otherBrowser.newPage())
  await openProfile(otherPage, shopper)
  await openProfile(page, shopper)
  await page.getByRole('button', { name: 'Sign out on all devices' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()

  await otherPage.reload()
  await expect(otherPage).toHaveURL('/signin?next=%2Fprofile')
  await otherBrowser.close()
})

async function openProfile(page: Page, shopper: { email: string; password: string }) {
  await page.goto('/signin?next=%2Fprofile')
  await signIn(page, shopper)
  await expect(page.getByRole('button', { name: 'Update Profile' })).toBeVisible()
}
