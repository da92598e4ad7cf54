import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { foldText } from '@nashta/contracts/catalogue/fold-text'
import { shelfPath } from '@nashta/contracts/catalogue/product-urls'
import { hasMeaning, SYNONYMS_MAX } from '@nashta/contracts/catalogue/search/synonym-rules'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { FIRST_HOME, HOME_SLIDES_MAX } from '@nashta/contracts/storefront/home-rules'
import { FIRST_MENUS, HEADER_LINKS_MAX, MENU_LINKS_MAX } from '@nashta/contracts/storefront/menu-rules'
import { FIRST_SHELVES, SHELVES_MAX } from '@nashta/contracts/storefront/shelf-rules'
import type { APIRequestContext, Page } from '@playwright/test'
import { aPurchaseOf, DONUT, shopperAt } from '../support/checkout.ts'
import { adminApi, openDesk } from '../support/desk.ts'
import { newOperator, testWithOwnStore } from '../support/own-store.ts'
import { scriptPayloads } from '../support/script-payloads.ts'
import { changeName, signInByCall } from '../support/shopper.ts'
import { expect } from '../support/test.ts'

/** `npm run prove -- --row S7` sets a larger number. */
const payloads = scriptPayloads(Number(process.env['SCRIPT_PAYLOADS'] ?? 2))
const [firstPayload = ''] = payloads
/** Orders take longer than products, so at most this many orders are placed. */
const ORDERS_MAX = 10
/** Most fields of the desk are one line. */
const lines = payloads.filter((payload) => !/\p{Zl}|\p{Zp}/u.test(payload))

const test = testWithOwnStore({ RATE_LIMIT_SCALE: '1e9' })

test.setTimeout(600_000)

test('stored text never runs as a script, wherever it is shown', async ({
  browser,
  page,
  playwright,
  request,
  store,
}) => {
  const { runs, violations } = await watchScripts(page)
  const operator = await newOperator(request, store.dataFolder)
  // The shopper's sign-in would end that of an operator in the same browser.
  const operatorRequest = await playwright.request.newContext({ baseURL: store.url })
  const admin = (await signInByCall(operatorRequest, operator)).accessToken
  for (const [number, payload] of payloads.entries()) await addProduct(request, admin, number, payload)
  const shelfPaths = await addShelves(request, admin)
  await changeHome(request, admin)
  await changeMenus(request, admin)
  await changeShop(request, admin)
  const subscription = await request.post(`${SHOP_API_BASE}/newsletter`, {
    data: { name: firstPayload, email: 'asha@example.in' },
  })
  expect(subscription.ok(), await subscription.text()).toBe(true)
  const complaint = await request.post(`${SHOP_API_BASE}/tickets`, {
    data: { name: firstPayload, email: 'asha@example.in', orderNumber: '<b>', text: firstPayload },
  })
  const { data: ticket } = await complaint.json()
  const searchedInVain = await searchInVain(request)
  const { api } = await shopperAt(page, request, { path: '/' })
  await changeName(request, api.accessToken, firstPayload)
  await changeSynonyms(request, admin)
  const orderPages: string[] = []
  const orderIds: string[] = []
  for (const [number, payload] of payloads.slice(0, ORDERS_MAX).entries()) {
    const fields = Object.keys(aPurchaseOf(1).shippingAddress)
    const shippingAddress = Object.fromEntries(fields.map((field) => [field, payload]))
    const order = await api('POST', `/purchases/${api.userId}`, {
      ...aPurchaseOf(1),
      shippingAddress,
      shopNote: payload,
      giftMessage: payload,
    })
    orderIds.push(order.purchaseId)
    orderPages.push(`/purchase-history/${order.purchaseId}?payment=${encodeURIComponent(payload)}`)
    await api('POST', `/carts/${api.userId}`, { productId: productIdOf(number), quantity: 1 })
    await api('POST', `/favourites/${api.userId}`, {
      changes: [{ productId: productIdOf(number), isFavourite: true }],
    })
  }
  const objection = await rateSnacks(request, admin, { api, name: firstPayload })
  const operate = await adminApi(request, store.dataFolder)
  const [deliveredId = '', editedId = ''] = orderIds
  await deliver(operate, deliveredId)
  await editOrder(operate, editedId)
  await writeAboutCustomer(operate, api.userId)
  await operate('POST', `/admin/tickets/${ticket.number}/reply`, { text: firstPayload })
  await receiveBatch(operate)
  await payAsCourier(operate)
  await takeOrder(operate)
  await makeOffer(operate)

  for (const [number, payload] of payloads.entries()) {
    const encoded = encodeURIComponent(payload)
    // The ratings are loaded for a link that leads to them.
    await openPage(page, `/product/${productIdOf(number)}#ratings`)
    await openPage(
      page,
      `/collections/allproducts?search=${encoded}&category=${encoded}&sort=${encoded}&minPrice=${encoded}`,
    )
  }
  // Pages with a single parameter are opened with one payload only.
  const encoded = encodeURIComponent(payloads.at(-1) ?? '')
  for (const path of [
    '/',
    ...shelfPaths,
    '/collections/new-arrivals',
    '/collections/best-sellers',
    '/collections/suggested',
    '/profile',
    '/checkout',
    '/purchase-history',
    '/favourites',
    `/product/${productIdOf(0)}#rate`,
    `/product/${productIdOf(1)}#rate`,
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
  await openPage(page, `/product/${productIdOf(0)}#ratings`)
  // If the payload were not shown, the journey would test nothing.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(firstPayload)

  await expect(page.getByRole('article', { name: /^Rating by/ })).toContainText(firstPayload)
  await searchFor(page, firstPayload)

  await expect
    .poll(async () => readText(request, admin, '/admin/searches'), { timeout: 90_000 })
    .toContain(JSON.stringify(searchedInVain))
  const desk = await browser.newPage({ baseURL: store.url })
  const atDesk = await watchScripts(desk)
  await openDesk(desk, operator)
  const screens = await desk.getByRole('navigation', { name: 'Desk' }).getByRole('link').all()
  const screenPaths = await Promise.all(screens.map((link) => link.getAttribute('href')))
  for (const screen of ['courier-cash', 'menus', 'offers']) expect(screenPaths).toContain(`/desk/${screen}`)
  for (const path of [
    ...screenPaths.map(String),
    `/desk/products/${productIdOf(0)}`,
    `/desk/products/${productIdOf(0)}/stock`,
    '/desk/offers/payload',
    `/desk/tickets/${ticket.number}`,
    `/desk/tickets/${objection}`,
    '/desk/ratings?list=hidden',
    `/desk/customers/${api.userId}`,
    `/desk/orders?search=${encoded}`,
    ...orderIds.map((id) => `/desk/orders/${id}`),
    `/desk/print/slips?ids=${orderIds.join(',')}`,
  ]) {
    await openPage(desk, path)
    expect(await desk.getByRole('main').innerText(), path).not.toMatch(
      /has no screen|could not be loaded|no such/i,
    )
  }
  await expect(desk.getByText(firstPayload).first()).toBeVisible()

  expect([...runs, ...atDesk.runs], 'scripts that ran').toEqual([])
  expect([...violations, ...atDesk.violations], 'scripts that only the policy stopped').toEqual([])
})

type Watched = { runs: string[]; violations: string[] }

/**
 * Records scripts that ran, and violations of the content security policy. A violation means that a
 * script was in the page, and only the policy stopped it.
 */
async function watchScripts(page: Page): Promise<Watched> {
  const watched: Watched = { runs: [], violations: [] }
  // The payloads call `hit`.
  await page.exposeFunction('hit', () => void watched.runs.push(page.url()))
  await page.exposeFunction('violated', (text: string) => void watched.violations.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { violated } = window as unknown as { violated: (text: string) => void }
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

/** The id of the product that is named after the payload with this number. */
const productIdOf = (number: number) => `payload-${number}`

async function addProduct(request: APIRequestContext, token: string, number: number, payload: string) {
  const id = productIdOf(number)
  const response = await request.post(`${SHOP_API_BASE}/products`, {
    headers: { authorization: `Bearer ${token}` },
    data: { products_id: id, name: payload, description: payload, category: payload, price: 1 },
  })
  expect(response.status(), await response.text()).toBe(201)
}

/** Shelves with payloads as names and texts. Returns the paths of their pages. */
async function addShelves(request: APIRequestContext, token: string) {
  const added = fitting(56)
    .slice(0, SHELVES_MAX - FIRST_SHELVES.length)
    .map((payload, index) => ({ slug: `payload-${index}`, name: `${index} ${payload}`, text: payload }))
  const kept = FIRST_SHELVES.map(({ slug, name }) => ({ was: slug, name }))
  await put(request, token, '/admin/shelves', { shelves: [...kept, ...added] })
  return added.map(({ slug }) => shelfPath(slug))
}

/** The payloads that fit into one line of this many characters. */
function fitting(length: number) {
  return lines.filter((payload) => payload.length <= length)
}

/** A home page whose slides and line above every page are payloads. */
async function changeHome(request: APIRequestContext, token: string) {
  const [art] = FIRST_HOME.slides
  const slides = fitting(60)
    .slice(0, HOME_SLIDES_MAX)
    .map((payload) => Object.assign({}, art, { title: payload, text: payload, alt: payload }))
  const announcement = { text: fitting(120).at(-1) ?? '' }
  await put(request, token, '/admin/home', { home: { ...FIRST_HOME, announcement, slides } })
}

async function changeMenus(request: APIRequestContext, token: string) {
  const links = fitting(40).map((label) => ({ label, to: '/about' }))
  await put(request, token, '/admin/menus', {
    header: links.slice(0, HEADER_LINKS_MAX),
    phone: links.slice(-MENU_LINKS_MAX),
    footer: [...FIRST_MENUS.footer, { title: links.at(-1)?.label, links: links.slice(0, MENU_LINKS_MAX) }],
  })
}

/** Payloads as the texts of the shop's record, which pages, mails and slips show. */
async function changeShop(request: APIRequestContext, token: string) {
  const response = await request.get(`${SHOP_API_BASE}/admin/shop`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { shop } = (await response.json()).data
  await put(request, token, '/admin/shop', {
    ...shop,
    legalName: fitting(200).at(-1),
    tradeName: fitting(100).at(-1),
    shortName: fitting(30).at(-1),
    tagline: fitting(120).at(-1),
  })
}

/** Lines of synonyms with the payloads that may be phrases. */
async function changeSynonyms(request: APIRequestContext, token: string) {
  const phrases = fitting(40).filter((payload) => !payload.includes(',') && hasMeaning(payload))
  expect(phrases.length).toBeGreaterThan(0)
  const synonyms = phrases.map((payload) => ({ searched: [payload, 'payload'] }))
  await put(request, token, '/admin/synonyms', { synonyms: synonyms.slice(0, SYNONYMS_MAX) })
}

/** Searches for payloads that find nothing. Returns the text as the desk lists the first one. */
async function searchInVain(request: APIRequestContext) {
  for (const payload of fitting(50)) {
    const search = encodeURIComponent(`qzx ${payload}`)
    await request.get(`${SHOP_API_BASE}/products?counts=true&search=${search}`)
  }
  return foldText(`qzx ${firstPayload}`)
}

type Api = Awaited<ReturnType<typeof shopperAt>>['api']

/**
 * Ratings and answers with payloads, of delivered orders. One is hidden. Returns the number of the
 * complaint with which its author objects.
 */
async function rateSnacks(
  request: APIRequestContext,
  token: string,
  { api, name }: { api: Api; name: string },
): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const send = async (method: 'PUT' | 'POST', path: string, data: object) => {
    const response = await request.fetch(SHOP_API_BASE + path, { method, headers, data })
    expect(response.status(), await response.text()).toBe(200)
  }
  const rated = payloads.slice(0, ORDERS_MAX)
  for (const [number, payload] of rated.entries()) {
    const productId = productIdOf(number)
    const order = await api('POST', `/purchases/${api.userId}`, {
      ...aPurchaseOf(1),
      items: [{ productId, quantity: 1 }],
      totalAmount: 1,
      shippingAddress: { ...aPurchaseOf(1).shippingAddress, fullName: name },
    })
    for (const orderStatus of ['SHIPPED', 'DELIVERED'])
      await send('PUT', `/purchases/order/${order.purchaseId}/status`, { orderStatus })
    const rating = await api('PUT', `/products/${productId}/rating`, {
      stars: 1,
      text: payload,
      isNamed: true,
    })
    await send('POST', `/admin/ratings/${rating.id}/answer`, { text: payload })
    if (number === rated.length - 1)
      await send('POST', `/admin/ratings/${rating.id}/hide`, { reason: 'offTopic' })
  }
  const last = productIdOf(rated.length - 1)
  const hidden = await api('POST', `/products/${last}/rating/objection`, { text: firstPayload })
  return hidden.objection.number
}

/** Types the text into the header's search, whose suggestions and last searches then show it. */
async function searchFor(page: Page, text: string) {
  await openPage(page, '/about')
  const field = page.getByRole('combobox', { name: 'Find a snack' }).filter({ visible: true })
  await field.fill(text)
  await expect(page.getByRole('option').filter({ hasText: text }).first()).toBeVisible()
  await field.press('Enter')
  await field.fill('')
  await expect(page.getByRole('option', { name: text }).first()).toBeVisible()
}

async function readText(request: APIRequestContext, token: string, path: string) {
  const headers = { authorization: `Bearer ${token}` }
  return (await request.get(SHOP_API_BASE + path, { headers })).text()
}

type Operate = Awaited<ReturnType<typeof adminApi>>

async function deliver(operate: Operate, orderId: string) {
  await operate('POST', `/admin/orders/${orderId}/note`, { text: firstPayload })
  await operate('POST', `/admin/orders/${orderId}/pack`, { step: 'finish' })
  const parcel = { courier: fitting(100).at(-1), trackingNumber: 'T1' }
  await operate('POST', `/admin/orders/${orderId}/ship`, parcel)
  await operate('POST', `/admin/orders/${orderId}/deliver`, {})
}

/** The order gets a snack whose name is a payload, and a note. */
async function editOrder(operate: Operate, orderId: string) {
  const { version, address, totalAmount } = await operate('GET', `/admin/orders/${orderId}`)
  const items = [DONUT.productId, productIdOf(0)].map((productId) => ({ productId, quantity: 1 }))
  const edit = { items, address, version, shopNote: payloads.at(-1), totalAmount: totalAmount + 1 }
  await operate('POST', `/admin/orders/${orderId}/edits`, edit)
}

async function writeAboutCustomer(operate: Operate, customerId: string) {
  await operate('POST', `/admin/customers/${customerId}/notes`, { text: firstPayload })
}

async function receiveBatch(operate: Operate) {
  await operate('PUT', `/products/${productIdOf(0)}`, { stock: 0 })
  await operate('POST', `/admin/products/${productIdOf(0)}/stock`, {
    kind: 'received',
    units: 9,
    batch: fitting(40)[0],
    bestBefore: '2030-06-30',
    note: fitting(200).at(-1),
  })
}

async function payAsCourier(operate: Operate) {
  await operate('POST', '/admin/courier-cash/payments', {
    courier: fitting(100)[0],
    day: '2026-01-31',
    amount: DONUT.price,
    reference: fitting(100).at(-1),
    lines: [{ number: 'T1', amount: DONUT.price }],
  })
}

async function takeOrder(operate: Operate) {
  await operate('POST', '/admin/orders', {
    items: [{ productId: DONUT.productId, quantity: 1 }],
    totalAmount: DONUT.price - 1,
    discount: { amount: 1, reason: firstPayload },
    payment: { way: 'onDelivery' },
    address: homeAddress,
  })
}

async function makeOffer(operate: Operate) {
  await operate('PUT', '/admin/offers/payload', {
    name: fitting(60)[0],
    terms: { kind: 'percentOff', percent: 10 },
    combines: false,
  })
}

async function put(request: APIRequestContext, token: string, path: string, data: object) {
  const response = await request.put(`${SHOP_API_BASE}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    data,
  })
  expect(response.status(), await response.text()).toBe(200)
}

/** The paths of the four newest mails, which contain names and addresses. */
async function mailPages(page: Page) {
  const links = page.getByRole('listitem').getByRole('link')
  await expect(async () => {
    await page.goto('/dev/mailbox')
    expect(await links.count()).toBeGreaterThanOrEqual(4)
  }).toPass()
  const newest = (await links.all()).slice(0, 4)
  const paths = await Promise.all(newest.map((link) => link.getAttribute('href')))
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
