import { TOKENS_KEY } from '@nashta/browser/session/session-keys'
import {
  associateSoftwareToken,
  setUserMfaPreference,
  verifySoftwareToken,
} from '@nashta/contracts/identity/second-factor'
import { callIdentity } from '@nashta/contracts/identity/shopper-account.fixture'
import { codeOfStep, fromBase32, stepAt } from '@nashta/identity/second-factor/totp'
import type { APIRequestContext } from '@playwright/test'
import { IDLE_MS, LAST_USED_KEY } from '../../../apps/desk/app/session/idle.ts'
import { heading, openDesk, signInHeading, test, toast } from '../../support/desk.ts'
import { ONCE } from '../../support/once.ts'
import { newOperator } from '../../support/own-store.ts'
import { type Shopper, signedUpShopper, signIn, signInByCall } from '../../support/shopper.ts'
import { expect } from '../../support/test.ts'

test(
  'an admin grants a role, which opens its screens only; the log names admin and operator',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const admin = await newOperator(request, store.dataFolder)
    const asha = await signedUpShopper(request)
    await openDesk(page, admin, '/desk/staff')
    await page.getByLabel('Email of an account of this shop').fill(asha.email)
    await page.getByRole('combobox', { name: /^Role/ }).selectOption('accountant')
    await page.getByRole('button', { name: 'Give the role' }).click()
    await expect(toast(page, `${asha.email} is accountant`)).toBeVisible()
    await expect(
      page.getByRole('button', { name: `Take the role accountant from ${asha.email}` }),
    ).toBeVisible()
    await page.getByRole('button', { name: /^Sign out/ }).click()

    await expect(signInHeading(page)).toBeVisible()
    await signIn(page, asha)
    const navigation = page.getByRole('navigation', { name: 'Desk' })
    await expect(navigation.getByRole('link')).toHaveText(['Today', 'Orders', 'Log', 'Bell', 'Devices'])
    await navigation.getByRole('link', { name: 'Log' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: asha.email }).first()).toContainText(
      admin.email,
    )
    await page.getByRole('button', { name: /^Sign out/ }).click()
  },
)

test('an account without a role sees no screen', { tag: ONCE }, async ({ page, request }) => {
  const asha = await signedUpShopper(request)
  await page.goto('/desk/products')
  await signIn(page, asha)
  await expect(heading(page, 'This account has no screen at the desk')).toBeVisible()
})

test(
  'the desk asks for the second factor, and half an hour without use ends the session',
  { tag: ONCE },
  async ({ page, request, store }) => {
    const operator = await newOperator(request, store.dataFolder)
    const secret = await turnOnSecondFactor(request, store.url, operator)
    await page.goto('/desk')
    await signIn(page, operator)
    const code = page.getByLabel('Code of your authenticator app, or a recovery code')
    await code.fill('000000')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    // Each code works once, and the current code was used to turn the second factor on. The next
    // code is accepted early.
    await code.fill(codeOfStep(secret, stepAt(new Date()) + 1))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(heading(page, 'Today')).toBeVisible()

    const lastUse = { key: LAST_USED_KEY, time: String(Date.now() - IDLE_MS) }
    await page.evaluate(({ key, time }) => localStorage.setItem(key, time), lastUse)
    // Any key or click makes the desk check the time of its last use.
    await page.keyboard.press('g')
    await expect(page.getByText('The desk was not used for 30 minutes.')).toBeVisible()
    await page.reload()
    await expect(signInHeading(page)).toBeVisible()
    expect(await page.evaluate((key) => localStorage.getItem(key), TOKENS_KEY)).toBeNull()
  },
)

async function turnOnSecondFactor(request: APIRequestContext, url: string, operator: Shopper) {
  const { accessToken: AccessToken } = await signInByCall(request, operator)
  const { text } = await callIdentity(url, associateSoftwareToken.target, { AccessToken })
  const secret = fromBase32(associateSoftwareToken.response.parse(JSON.parse(text)).SecretCode)
  const UserCode = codeOfStep(secret, stepAt(new Date()))
  await callIdentity(url, verifySoftwareToken.target, { AccessToken, UserCode })
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true }
  await callIdentity(url, setUserMfaPreference.target, { AccessToken, SoftwareTokenMfaSettings })
  return secret
}
