import { PASSWORD } from '@nashta/contracts/identity/shopper-account.fixture'
import { type Browser, chromium, type Page } from '@playwright/test'
import routes from '../../../apps/web/app/routes.ts'
import { DONUT, donutOrder, type Shopper } from '../shopper.ts'

type Order = { purchaseId: string; token: string }

/** The addresses to open of each route of the storefront, one for each state of its page. Files have none. */
const PATHS: Record<string, (order: Order) => readonly string[]> = {
  '': () => ['/'],
  'collections/suggested': () => ['/collections/suggested'],
  'collections/best-sellers': () => ['/collections/best-sellers'],
  'collections/allproducts': () => [
    '/collections/allproducts',
    '/collections/allproducts?category=Donuts&sort=price-asc&maxPrice=100',
    '/collections/allproducts?search=%3Cb%3E%22nothing%22',
  ],
  'collections/new-arrivals': () => ['/collections/new-arrivals'],
  'collections/shoes': () => ['/collections/shoes'],
  'collections/sandals': () => ['/collections/sandals'],
  'collections/:shelf': () => ['/collections/donuts', '/collections/none'],
  'product/:id': ({ token }) => [
    '/product/nuts-royal-mix',
    '/product/donut-kesar-pista',
    '/product/none',
    '/product/nuts-royal-mix#ratings',
    `/product/${DONUT.productId}#rate`,
    `/product/${DONUT.productId}#order=${token}`,
    `/product/${DONUT.productId}#stop=${token}`,
  ],
  profile: () => ['/profile'],
  checkout: () => ['/checkout'],
  'order-success': ({ purchaseId }) => ['/order-success', `/order-success?order=${purchaseId}`],
  'purchase-history': () => ['/purchase-history'],
  'purchase-history/:orderId': ({ purchaseId }) => [`/purchase-history/${purchaseId}`],
  'orders/:token': ({ token }) => [`/orders/${token}`, '/orders/none'],
  signin: () => ['/signin', '/signin?next=%2Fcheckout'],
  signup: () => ['/signup'],
  'forgot-password': () => ['/forgot-password'],
  'undo-email-change': () => ['/undo-email-change'],
  about: () => ['/about'],
  contact: () => ['/contact'],
  shipping: () => ['/shipping'],
  returns: () => ['/returns'],
  privacy: () => ['/privacy'],
  terms: () => ['/terms'],
  grievance: () => ['/grievance'],
  'grievance/:token': () => ['/grievance/none'],
  'newsletter/confirm': () => ['/newsletter/confirm?token=none'],
  'newsletter/unsubscribe': () => ['/newsletter/unsubscribe?token=none'],
  'newsletter/sent': () => ['/newsletter/sent'],
  'newsletter/incomplete': () => ['/newsletter/incomplete'],
  'back-in-stock/confirm': () => ['/back-in-stock/confirm?token=none'],
  'back-in-stock/stop': () => ['/back-in-stock/stop?token=none'],
  'back-in-stock/sent': () => ['/back-in-stock/sent'],
  'back-in-stock/incomplete': () => ['/back-in-stock/incomplete'],
  favourites: () => ['/favourites'],
  offline: () => ['/offline'],
  'manifest.webmanifest': () => [],
  'favicon.ico': () => [],
  'robots.txt': () => [],
  'llms.txt': () => [],
  'feeds/:name': () => [],
  'sitemap.xml': () => [],
  'sitemaps/:name': () => [],
  '*': () => ['/none'],
}

const KNOWN = routes.flatMap(pathsOf)

/**
 * The address of every page of the storefront, with the pages of a new order of the shopper, who also
 * has a favourite.
 */
export async function addressesOf(shopper: Shopper): Promise<string[]> {
  const changes = [{ productId: DONUT.productId, isFavourite: true }]
  await shopper.call('POST', `/favourites/${shopper.userId}`, { changes })
  const order = await placeOrder(shopper)
  return Object.values(PATHS).flatMap((open) => open(order))
}

/** Figures that are wrong when `PATHS` and the routes of the storefront differ. */
export function routeFigures(): Record<string, [string, string]> {
  const notOpened = KNOWN.filter((path) => !Object.hasOwn(PATHS, path))
  const gone = Object.keys(PATHS).filter((path) => !KNOWN.includes(path))
  return {
    'routes that are not opened': [notOpened.join(', '), ''],
    'routes that do not exist': [gone.join(', '), ''],
  }
}

type RouteEntry = {
  path?: string | undefined
  children?: readonly RouteEntry[] | undefined
  index?: boolean | undefined
}

/** The paths of a route, or of the routes that a layout holds. */
function pathsOf({ path, children, index }: RouteEntry): string[] {
  if (children) return children.flatMap(pathsOf)
  if (index) return ['']
  return path === undefined ? [] : [path]
}

async function placeOrder(shopper: Shopper): Promise<Order> {
  const { body } = await shopper.call('POST', `/purchases/${shopper.userId}`, donutOrder(1))
  const { purchaseId } = (body as { data: { purchaseId: string } }).data
  const link = await shopper.call('POST', `/purchases/order/${purchaseId}/link`, {})
  return { purchaseId, token: (link.body as { data: { token: string } }).data.token }
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
}

export async function signIn(page: Page, url: string, { email }: Shopper) {
  await openInteractive(page, `${url}/signin`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${url}/`)
}

/** The scripts of a page start at the first key. */
export async function openInteractive(page: Page, address: string) {
  await page.goto(address)
  await page.keyboard.press('Shift')
  await page.waitForSelector('html[data-interactive]', { state: 'attached' })
  await page.waitForLoadState('networkidle')
}
