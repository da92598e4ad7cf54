import {
  NEWSLETTER_CHECK_MAIL,
  NEWSLETTER_CONFIRMED,
  NEWSLETTER_UNSUBSCRIBED,
} from '@nashta/contracts/newsletter/newsletter'
import type { APIRequestContext } from '@playwright/test'
import { accessibilityViolations } from '../support/axe.ts'
import { openWithDelayedScripts } from '../support/interactive.ts'
import { ONCE } from '../support/once.ts'
import { expect, test } from '../support/test.ts'

const PAGES = [
  ['/about', 'About us'],
  ['/contact', 'Contact'],
  ['/shipping', 'Shipping'],
  ['/returns', 'Returns'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
  ['/grievance', 'Complaints'],
] as const

test('the text pages are accessible, and fit on 320 pixels', async ({ page }) => {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  for (const [path, title] of PAGES) {
    await page.setViewportSize({ width, height })
    await page.goto(path)
    await expect(page).toHaveTitle(`${title} | Nashta`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    expect(await accessibilityViolations(page)).toEqual([])

    await page.setViewportSize({ width: 320, height })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
})

test(
  'the contact page says how to reach the support, and does not mention the newsletter',
  { tag: ONCE },
  async ({ page }) => {
    await page.goto('/contact')
    await expect(page.getByRole('main')).toContainText('24/7 support: by mail, by phone')
    await expect(page.getByRole('main')).not.toContainText('newsletter')
  },
)

test('terms and privacy show the version that shoppers accept', { tag: ONCE }, async ({ page }) => {
  for (const path of ['/terms', '/privacy']) {
    await page.goto(path)
    await expect(page.getByText('Version of January 1, 2026')).toBeVisible()
  }
})

test('the not-found page links to the home page, without a reload', { tag: ONCE }, async ({ page }) => {
  const response = await page.goto('/no/such/snack')
  expect(response?.status()).toBe(404)
  await expect(page).toHaveTitle('Page not found | Nashta')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  expect(await accessibilityViolations(page)).toEqual([])

  // A reload would create a new `window` without this property.
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page.getByRole('heading', { name: 'BEST SELLERS' })).toBeVisible()
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test(
  'a form submitted before hydration is sent after hydration',
  { tag: ONCE },
  async ({ context }, { project }) => {
    const { page, release } = await openWithDelayedScripts(context, '/')
    const form = page.getByRole('region', { name: 'First dibs on fresh batches' })
    await form.getByLabel('Name').fill('Ravi')
    await form.getByLabel('E-mail').fill(`ravi.${project.name}@example.in`)
    await form.getByRole('button', { name: 'Subscribe' }).click()
    release()

    await expect(form.getByRole('status')).toHaveText(NEWSLETTER_CHECK_MAIL)
    await expect(page).toHaveURL('/')
  },
)

test(
  'a newsletter subscription is confirmed and ended by mail',
  { tag: ONCE },
  async ({ page, request }, { project }) => {
    const email = `asha.${project.name}@example.in`
    await page.goto('/')
    const form = page.getByRole('region', { name: 'First dibs on fresh batches' })
    await form.getByLabel('Name').fill('Asha')
    await form.getByLabel('E-mail').fill(email)
    await form.getByRole('button', { name: 'Subscribe' }).click()
    await expect(form.getByRole('status')).toHaveText(NEWSLETTER_CHECK_MAIL)
    await expect(form.getByLabel('E-mail')).toHaveValue('')

    await page.goto(await waitForNewsletterLink(request, email, 'confirm'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shall we write to you?')
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Yes, subscribe me' }).click()
    await expect(page.getByText(NEWSLETTER_CONFIRMED)).toBeVisible()

    await page.goto(await waitForNewsletterLink(request, email, 'unsubscribe'))
    await page.getByRole('button', { name: 'Unsubscribe me' }).click()
    await expect(page.getByText(NEWSLETTER_UNSUBSCRIBED)).toBeVisible()
  },
)

test('the newsletter form shows errors at its fields', { tag: ONCE }, async ({ page }) => {
  await page.goto('/')
  const form = page.getByRole('region', { name: 'First dibs on fresh batches' })
  await form.getByRole('button', { name: 'Subscribe' }).click()

  await expect(form.getByLabel('Name')).toBeFocused()
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Name is required')
  await expect(form.getByLabel('E-mail')).toHaveAccessibleDescription('Email is required')
  await form.getByLabel('Name').fill('Asha')
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription('')

  await form.getByLabel('E-mail').fill('asha')
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(form.getByLabel('E-mail')).toBeFocused()
  await expect(form.getByLabel('E-mail')).toHaveAccessibleDescription('Email is invalid')
})

async function waitForNewsletterLink(request: APIRequestContext, to: string, kind: string) {
  let link: string | undefined
  await expect(async () => {
    const { messages } = await (await request.get(`/dev/mailbox/messages?to=${to}`)).json()
    link = new RegExp(`https?://\\S+/newsletter/${kind}\\?token=\\S+`).exec(messages[0].text)?.[0]
    expect(link).toBeTruthy()
  }).toPass()
  return link ?? ''
}
