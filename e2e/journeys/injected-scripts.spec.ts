import { tokensRecord } from '@nashta/browser/session/session-store'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { IDENTITY_GATEWAY_BASE } from '@nashta/contracts/identity/identity-gateway'
import { IDENTITY_CONTENT_TYPE, TARGET_HEADER } from '@nashta/contracts/identity/identity-operation'
import { updateUserAttributes } from '@nashta/contracts/identity/user-pool'
import type { APIRequestContext, Page } from '@playwright/test'
import { aPurchaseOf, shopperAt } from '../support/checkout.ts'
import { administrator, testWithOwnStore } from '../support/own-store.ts'
import { scriptPayloads } from '../support/script-payloads.ts'
import { expect } from '../support/test.ts'

/** `npm run prove -- --row S7` sets a larger number. */
const payloads = scriptPayloads(Number(process.env['SCRIPT_PAYLOADS'] ?? 2))

const test = testWithOwnStore({ RATE_LIMIT_SCALE: '1e9' })

test.setTimeout(600_000)

test('stored text never runs as a script, wherever it is shown', async ({ page, request, store }) => {
  const { runs, violations } = await watchScripts(page)
  const admin = await administrator(request, store.dataFolder)
  for (const [number, payload] of payloads.entries()) await addProduct(request, admin, number, payload)
  await request.post(`${SHOP_API_BASE}/newsletter`, {
    data: { name: payloads[0], email: 'asha@example.in' },
  })
  const ticketResponse = await request.post(`${SHOP_API_BASE}/tickets`, {
    data: { name: payloads[0], email: 'asha@example.in', orderNumber: '<b>', text: payloads[0] },
  })
  const { data: ticket } = await ticketResponse.json()
  const { api } = await shopperAt(page, request, { path: '/' })
  await renameTo(page, request, payloads[0] ?? '')
  const orderPages: string[] = []
  for (const payload of payloads.slice(0, 10)) {
    const fields = Object.keys(aPurchaseOf(1).shippingAddress)
    const shippingAddress = Object.fromEntries(fields.map((field) => [field, payload]))
    const order = await api('POST', `/purchases/${api.userId}`, { ...aPurchaseOf(1), shippingAddress })
    orderPages.push(`/purchase-history/${order.purchaseId}?payment=${encodeURIComponent(payload)}`)
    await api('POST', `/carts/${api.userId}`, { productId: idOf(payloads.indexOf(payload)), quantity: 1 })
  }

  for (const [number, payload] of payloads.entries()) {
    const encoded = encodeURIComponent(payload)
    await openPage(page, `/product/${idOf(number)}`)
    await openPage(
      page,
      `/collections/allproducts?search=${encoded}&category=${encoded}&sort=${encoded}&minPrice=${encoded}`,
    )
  }
  const encoded = encodeURIComponent(payloads.at(-1) ?? '')
  for (const path of [
    '/',
    '/collections/new-arrivals',
    '/collections/best-sellers',
    '/collections/suggested',
    '/profile',
    '/checkout',
    '/purchase-history',
    ...orderPages,
    `/grievance?order=${encoded}`,
    `/order-success?order=${encoded}`,
    `/nowhere/${encoded}`,
    `/newsletter/confirm?token=${encoded}`,
    `/grievance/${ticket.token}`,
    `/signin?next=${encoded}#${encoded}`,
    '/dev/mailbox',
    `/dev/mailbox?to=${encoded}`,
    ...(await mailPages(page)),
  ]) {
    await openPage(page, path)
  }
  await openPage(page, `/product/${idOf(0)}`)
  // The text must be shown, or the journey would test nothing.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(payloads[0] ?? '')

  expect(runs, 'scripts that ran').toEqual([])
  expect(violations, 'scripts that only the policy stopped').toEqual([])
})

type Watched = { runs: string[]; violations: string[] }

/** Records scripts that ran and policy violations. A violation means that the script was in the page. */
async function watchScripts(page: Page): Promise<Watched> {
  const watched: Watched = { runs: [], violations: [] }
  page.on('dialog', async (dialog) => {
    watched.runs.push(`${page.url()}: ${dialog.message()}`)
    await dialog.dismiss()
  })
  await page.exposeFunction('hit', () => void watched.runs.push(page.url()))
  await page.exposeFunction('violated', (what: string) => void watched.violations.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { violated } = window as unknown as { violated: (what: string) => void }
      violated(`${location.href}: ${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  return watched
}

/** Opens a page and waits until it has rendered its data. */
async function openPage(page: Page, path: string) {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
}

const idOf = (number: number) => `typed-${number}`

async function addProduct(request: APIRequestContext, token: string, number: number, payload: string) {
  const response = await request.post(`${SHOP_API_BASE}/products`, {
    headers: { authorization: `Bearer ${token}` },
    data: { products_id: idOf(number), name: payload, description: payload, category: payload, price: 1 },
  })
  expect(response.status(), await response.text()).toBe(201)
}

async function renameTo(page: Page, request: APIRequestContext, name: string) {
  const record = await page.evaluate((key) => localStorage.getItem(key), tokensRecord.key)
  const AccessToken = /"accessToken":"([^"]+)"/.exec(record ?? '')?.[1]
  const UserAttributes = ['given_name', 'family_name', 'name'].map((Name) => ({ Name, Value: name }))
  const response = await request.post(IDENTITY_GATEWAY_BASE, {
    headers: {
      'content-type': IDENTITY_CONTENT_TYPE,
      [TARGET_HEADER]: updateUserAttributes.target,
      'sec-fetch-site': 'same-origin',
    },
    data: JSON.stringify({ AccessToken, UserAttributes }),
  })
  expect(response.status(), await response.text()).toBe(200)
}

/** The newest mails, which contain names and addresses. */
async function mailPages(page: Page) {
  await page.goto('/dev/mailbox')
  const links = await page.getByRole('listitem').getByRole('link').all()
  const paths = await Promise.all(links.slice(0, 4).map((link) => link.getAttribute('href')))
  return paths.filter((path) => path !== null)
}

test('a script in the page cannot turn text into HTML or into a script', async ({ page }) => {
  await page.goto('/')
  const outcomes = await page.evaluate(() => {
    const attempts = [
      () => document.body.insertAdjacentHTML('beforeend', '<img src="/favicon.svg">'),
      () => void (document.createElement('script').textContent = 'alert(1)'),
      () => void (document.createElement('script').src = '/assets/x.js'),
      () => Reflect.get(window, 'trustedTypes').createPolicy('another', { createHTML: String }),
    ]
    return attempts.map((attempt) => {
      try {
        attempt()
        return 'done'
      } catch {
        return 'refused'
      }
    })
  })
  expect(outcomes).toEqual(['refused', 'refused', 'refused', 'refused'])
})
