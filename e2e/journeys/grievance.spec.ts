import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { updateShop } from '@nashta/contracts/shop/shop'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import type { APIRequestContext } from '@playwright/test'
import { accessibilityViolations } from '../support/axe.ts'
import { ONCE } from '../support/once.ts'
import { createAdminToken, testWithOwnStore } from '../support/own-store.ts'
import { expect, test } from '../support/test.ts'

/** The length of the token in the link of a complaint. */
const TOKEN_LENGTH = 22

test('a complaint gets a number, and its link shows its status', async ({ page, request }, { project }) => {
  const email = `asha.complains.${project.name}@example.in`
  await page.goto('/contact')
  await page.getByRole('main').getByRole('link', { name: 'the form for complaints' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Complaints')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Name' }).fill('Asha')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Order number (optional)').fill('AB12CD34')
  await page.getByLabel('What is wrong?').fill('The chips were stale.\nAll of them.')
  await page.getByRole('button', { name: 'Send the complaint' }).click()

  const received = page.getByRole('region', { name: 'Your complaint' })
  await expect(received).toContainText('Your complaint has the number G-')
  await expect(received).toBeFocused()
  expect(await accessibilityViolations(page)).toEqual([])
  const number = /G-\w{8}/.exec(await received.innerText())?.[0] ?? ''
  await page.getByRole('link', { name: 'See your complaint' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your complaint')
  await expect(page.getByRole('main')).toContainText(`Number: ${number}`)
  await expect(page.getByRole('main')).toContainText('The chips were stale.')
  expect(await accessibilityViolations(page)).toEqual([])

  // The mail has the same link as the page.
  const link = await mailedComplaintLink(request, email)
  expect(new URL(link).pathname).toBe(new URL(page.url()).pathname)

  await page.setViewportSize({ width: 320, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('the complaint form shows errors at its fields', { tag: ONCE }, async ({ page }) => {
  await page.goto('/grievance')
  await page.getByRole('button', { name: 'Send the complaint' }).click()

  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Name is required')
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveAccessibleDescription('Email is required')
  await expect(page.getByLabel('What is wrong?')).toHaveAccessibleDescription('Please say what is wrong')
  await page.getByRole('textbox', { name: 'Name' }).fill('Asha')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('')
})

test('the link of an unknown complaint is a 404', { tag: ONCE }, async ({ page }) => {
  const unknownToken = 'x'.repeat(TOKEN_LENGTH)
  const response = await page.goto(`/grievance/${unknownToken}`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Complaint not found')
})

test(
  'the page of a complaint is rendered on the server, is not cached or indexed, and hides the e-mail address',
  { tag: ONCE },
  async ({ request }) => {
    const created = await request.post(`${SHOP_API_BASE}/tickets`, {
      data: { name: 'Ravi', email: 'ravi.complains@example.in', text: 'Wrong snack' },
    })
    const { data } = await created.json()
    const response = await request.get(`/grievance/${data.token}`)
    expect(response.headers()['cache-control']).toBe('no-store')
    const html = await response.text()
    expect(html).toContain('Wrong snack')
    expect(html).toContain('<meta name="robots" content="noindex"')
    expect(html).not.toContain('ravi.complains@example.in')
  },
)

const ownStoreTest = testWithOwnStore({ RATE_LIMIT_SCALE: '1000' })

ownStoreTest(
  "pages show the shop's record and the status of a complaint, and follow their changes",
  { tag: ONCE },
  async ({ page, request, store }) => {
    await page.goto('/')
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText('Demo shop: this is not a real business')
    await page.goto('/terms')
    await expect(page.getByRole('main')).toContainText('Demo shop: this is not a real business')

    const authorization = `Bearer ${await createAdminToken(request, store.dataFolder)}`
    const url = SHOP_API_BASE + updateShop.path
    const stored = await request.put(url, {
      data: aShop({ returnWindowDays: 3 }),
      headers: { authorization },
    })
    expect(stored.status()).toBe(200)
    await page.goto('/terms')
    await expect(page.getByRole('main')).toContainText('Asha Foods Private Limited')
    await expect(page.getByRole('main')).not.toContainText('Demo shop')
    await expect(footer).toContainText('FSSAI licence 11223344556677')
    await page.goto('/returns')
    await expect(page.getByRole('main')).toContainText('within 3 days of delivery')
    await page.goto('/contact')
    await expect(page.getByRole('main')).toContainText('Meera Nair, Grievance Officer')
    await expect(page.getByRole('link', { name: 'care@snacks.example' })).toBeVisible()

    const created = await request.post(`${SHOP_API_BASE}/tickets`, {
      data: { name: 'Ravi', email: 'ravi@example.in', text: 'Wrong snack' },
    })
    const { data } = await created.json()
    await page.goto(`/grievance/${data.token}`)
    await expect(page.getByRole('main')).toContainText('Status: Received')
    await request.post(`${SHOP_API_BASE}/admin/tickets/${data.number}/reply`, {
      data: { text: 'The right one is on its way' },
      headers: { authorization },
    })
    await page.reload()
    await expect(page.getByRole('main')).toContainText('Status: We are looking into it')
    await expect(page.getByRole('main')).toContainText('The right one is on its way')
  },
)

async function mailedComplaintLink(request: APIRequestContext, to: string) {
  let link: string | undefined
  await expect(async () => {
    const { messages } = await (await request.get(`/dev/mailbox/messages?to=${to}`)).json()
    link = /https?:\/\/\S+\/grievance\/[\w-]+/.exec(messages[0].text)?.[0]
    expect(link).toBeTruthy()
  }).toPass()
  return link ?? ''
}
