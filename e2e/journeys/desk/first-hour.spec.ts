import { codeOfStep, fromBase32, stepAt } from '@nashta/identity/second-factor/totp'
import type { Page } from '@playwright/test'
import { accessibilityViolations } from '../../support/axe.ts'
import { heading, signInHeading } from '../../support/desk.ts'
import { testWithOwnStore } from '../../support/own-store.ts'
import { expect } from '../../support/test.ts'

const test = testWithOwnStore({ RATE_LIMIT_SCALE: '1000' })

/** Fills in the form as the owner does, with the code that an app makes from the key on the page. */
async function fillIn(page: Page, { code }: { code?: string } = {}) {
  await page.getByLabel('First name').fill('Asha')
  await page.getByLabel('Last name').fill('Rao')
  await page.getByLabel('Email').fill('asha@example.in')
  await page.getByLabel('Password', { exact: true }).fill('marigold-tea')
  const key = await page.locator('code').innerText()
  const secret = fromBase32(key.replaceAll(' ', ''))
  await page.getByLabel('Code from the app').fill(code ?? codeOfStep(secret, stepAt(new Date())))
  await page.getByRole('button', { name: 'Make my account' }).click()
}

test('the owner of a new shop opens the printed link, makes the first account, and is at the desk', async ({
  page,
  store,
  context,
}) => {
  const link = store.welcomeUrl ?? ''
  const late = await context.newPage()
  await late.goto(link)
  await page.goto(link)
  await expect(heading(page, 'This shop is yours')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Make my account' }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await fillIn(page, { code: '000000' })
  await expect(page.getByLabel('Code from the app')).toHaveAccessibleDescription(/not the code that the app/)
  await fillIn(page)
  await expect(heading(page, 'Your account is ready')).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(10)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expect(heading(page, 'Today')).toBeVisible()

  // Whoever opened the link before comes too late, and so does everybody who opens it now.
  await fillIn(late)
  await expect(late.getByRole('alert')).toContainText('This link no longer works')
  await late.reload()
  await expect(heading(late, 'This link no longer works')).toBeVisible()
  await late.getByRole('link', { name: 'sign in' }).click()
  await expect(heading(late, 'Today')).toBeVisible()
})

test('a stranger without the link sees how the owner gets in, and no form', async ({ page }) => {
  for (const path of ['/desk/welcome', `/desk/welcome#${'A'.repeat(43)}`]) {
    await page.goto(path)
    await expect(heading(page, 'This link no longer works')).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'sign in' }).click()
  await expect(signInHeading(page)).toBeVisible()
})
