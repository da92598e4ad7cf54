import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PASSWORD } from '@nashta/contracts/identity/shopper-account.fixture'
import { type Browser, chromium, type Page } from '@playwright/test'
import routes from '../../../apps/web/app/routes.ts'
import { expectFigures, type Proof } from '../proof.ts'
import { createShopper, donutOrder, type Shopper } from '../shopper.ts'
import { checkHtml } from './html-checker.ts'
import { whyNoBrowser } from './run-suite-test.ts'

/** Named in the report. */
const ERRORS_SHOWN = 5

type Order = { purchaseId: string; token: string }

/** What is opened of each route of the storefront: its states by address. Files have none. */
const PATHS: Record<string, (order: Order) => readonly string[]> = {
  '': () => ['/'],
  'collections/suggested': () => ['/collections/suggested'],
  'collections/best-sellers': () => ['/collections/best-sellers'],
  'collections/allproducts': () => [
    '/collections/allproducts',
    '/collections/donuts',
    '/collections/allproducts?category=Donuts&sort=price-asc&maxPrice=100',
    '/collections/allproducts?search=%3Cb%3E%22nothing%22',
  ],
  'collections/new-arrivals': () => ['/collections/new-arrivals'],
  'collections/shoes': () => ['/collections/shoes'],
  'collections/sandals': () => ['/collections/sandals'],
  'product/:id': () => ['/product/nuts-royal-mix', '/product/donut-kesar-pista', '/product/none'],
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
  offline: () => ['/offline'],
  'robots.txt': () => [],
  'llms.txt': () => [],
  'feeds/:name': () => [],
  'sitemap.xml': () => [],
  'sitemaps/:name': () => [],
  '*': () => ['/none'],
}

/** Opened in the browser, after the page has become interactive. */
const OPENED: { path: string; button: string }[] = [
  { path: '/', button: 'Menu' },
  { path: '/collections/best-sellers', button: 'Shopping Cart' },
  { path: '/collections/best-sellers', button: 'Add' },
  { path: '/product/nuts-royal-mix', button: 'Zoom' },
]

export const validPages: Proof = {
  id: 'S31',
  test: 'The HTML checker of the W3C reads every page of the storefront, as the server sends it and as Chromium shows it to a guest and to a shopper',
  sizes: { quick: 1, short: 1, nightly: 1 },
  unit: 'walk',
  usesBrowser: true,
  whyNot: whyNoBrowser,
  async run(context) {
    const { url } = await context.startStore()
    const shopper = await createShopper(url)
    const order = await placeOrder(shopper)
    const known = routes.flatMap(pathsOf)
    const paths = Object.values(PATHS).flatMap((open) => open(order))
    const folder = context.freshFolder()
    const add = addFiles(folder)

    for (const path of paths) add(`served ${path}`, await (await fetch(url + path)).text())
    add('served /desk', await (await fetch(`${url}/desk/`)).text())
    const browser = await chromium.launch({
      ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
      args: ['--no-sandbox', '--disable-gpu'],
    })
    context.atEnd(() => browser.close())
    await walk(browser, { url, paths, shopper: null, add })
    await walk(browser, { url, paths, shopper, add })

    const errors = await checkHtml(folder)
    const named = errors
      .slice(0, ERRORS_SHOWN)
      .map(({ file, line, message }) => `${add.nameOf(file)}, line ${line}: ${message}`)
    expectFigures({
      'routes that are not opened': [known.filter((path) => !Object.hasOwn(PATHS, path)).join(', '), ''],
      'routes that do not exist': [
        Object.keys(PATHS)
          .filter((path) => !known.includes(path))
          .join(', '),
        '',
      ],
      errors: [errors.length, 0],
      'the first errors': [named.join(' | '), ''],
    })
    return `${add.count()} documents of ${known.length} routes: 0 errors`
  },
  mutations: [
    {
      what: 'scripts are delayed by a type that does not exist',
      file: 'apps/web/server/page-scripts.ts',
      from: '<template id="${LATE_SCRIPTS_ID}">${links}<script type="module">${lateScript}</script></template>',
      to: '<template id="${LATE_SCRIPTS_ID}">${links}<script type="late">${lateScript}</script></template>',
    },
    {
      what: 'a picture without candidates has sizes',
      file: 'packages/ui/src/picture.tsx',
      from: 'sizes={srcSet && sizes}',
      to: 'sizes={sizes}',
    },
  ],
}

type RouteEntry = {
  path?: string | undefined
  children?: readonly RouteEntry[] | undefined
  index?: boolean | undefined
}

/** The paths of a route, or of the routes that a layout holds. */
function pathsOf({ path, children, index }: RouteEntry): string[] {
  if (children) return children.flatMap(pathsOf)
  return index ? [''] : path === undefined ? [] : [path]
}

async function placeOrder(shopper: Shopper): Promise<Order> {
  const { body } = await shopper.call('POST', `/purchases/${shopper.userId}`, donutOrder(1))
  const { purchaseId } = (body as { data: { purchaseId: string } }).data
  const link = await shopper.call('POST', `/purchases/order/${purchaseId}/link`, {})
  return { purchaseId, token: (link.body as { data: { token: string } }).data.token }
}

/** Returns a function that writes a document into the folder, and knows the name of each file. */
function addFiles(folder: string) {
  const names: string[] = []
  function add(name: string, html: string) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${names.length}.html`), html)
    names.push(name)
  }
  return Object.assign(add, {
    nameOf: (file: string) => names[Number.parseInt(basename(file), 10)] ?? file,
    count: () => names.length,
  })
}

type Walk = {
  url: string
  paths: readonly string[]
  shopper: Shopper | null
  add: (name: string, html: string) => void
}

/** Opens every page, and the parts that only a press shows. */
async function walk(browser: Browser, { url, paths, shopper, add }: Walk) {
  const visitor = shopper ? 'shopper' : 'guest'
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  if (shopper) await signIn(page, url, shopper)
  for (const path of paths) {
    await openInteractive(page, url + path)
    add(`${visitor} ${path}`, await page.content())
  }
  for (const { path, button } of OPENED) {
    await openInteractive(page, url + path)
    await page.getByRole('button', { name: button }).first().click()
    await page.waitForLoadState('networkidle')
    add(`${visitor} ${path} after ${button}`, await page.content())
  }
  await context.close()
}

async function signIn(page: Page, url: string, { email }: Shopper) {
  await openInteractive(page, `${url}/signin`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${url}/`)
}

/** The scripts of a page start at the first key. */
async function openInteractive(page: Page, address: string) {
  await page.goto(address)
  await page.keyboard.press('Shift')
  await page.waitForSelector('html[data-interactive]', { state: 'attached' })
  await page.waitForLoadState('networkidle')
}
