import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Account,
  callIdentity,
  mailsTo,
  signIn,
  signUpShopper,
} from '@nashta/contracts/identity/shopper-account.fixture'
import { forgotPassword } from '@nashta/contracts/identity/user-pool'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import type { Shop } from '@nashta/contracts/shop/shop'
import { openSqlitePoolAdmin } from '@nashta/identity/sqlite-pool-admin'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StoreProcess, startStoreProcess } from './store-process.fixture.ts'

/** Where the crawl begins. All other addresses are found in these. */
const STARTS = [
  '/',
  '/sitemap.xml',
  '/feeds/google.xml',
  '/robots.txt',
  '/llms.txt',
  '/manifest.webmanifest',
  '/favicon.ico',
  '/offline',
  '/a-page-that-does-not-exist',
  '/product/a-product-that-does-not-exist',
  '/orders/a-link-that-does-not-exist',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  '/forgot-password',
  '/undo-email-change',
  '/grievance/a-link-that-does-not-exist',
  '/checkout',
  '/order-success',
  '/_root.data',
  '/about.data',
  '/api/shop',
  '/api/docs',
  '/api/openapi.json',
  '/desk/',
]

/** Code and styles contain keys of the browser storage, and the texts of a shop with the first name. */
const IS_CODE = /^\/(?:desk\/)?assets\/.*\.(?:js|css)$/
/** The script in each page reads the browser storage before the code has come. */
const STORAGE_KEYS = /["']nashta\.[a-z-]+["']/g
/** Photos have no text, and the store takes long to make their sizes. */
const IS_PHOTO = /^\/images\/[^/]+\.webp/
const LINK = /(?:href|src|content|srcset)="([^"]+)"|<loc>([^<]+)<|"(?:src|start_url|logo|url)": ?"([^"]+)"/g
const HAS_TEXT = /text|json|xml|svg/
const PAGES_MAX = 400

let folder: string
let store: StoreProcess
let owner: Account
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nashta-renamed-'))
  store = await startStoreProcess({
    DATA_DIR: folder,
    RATE_LIMIT_SCALE: '100',
    GUEST_CHECKOUT: 'true',
    // A shop that is no demo takes orders only with a way to pay.
    PAYMENTS: 'simulator',
  })
  owner = await signUpShopper(store.url)
  const terminal = openSqlitePoolAdmin(folder, () => new Date())
  await terminal.grant(owner.email)
  await terminal.close()
})
afterAll(async () => {
  await store.stop()
  rmSync(folder, { recursive: true })
})

it('the first name of the store is in nothing that a renamed shop sends', { timeout: 240_000 }, async () => {
  // Otherwise a crawl that sees nothing would pass.
  const before = await crawl()
  expect(before.get('/')).toContain('Nashta')
  expect(before.get('/manifest.webmanifest')).toContain('Nashta')
  expect(namesFoundIn(before).length).toBeGreaterThan(50)

  const shop = { ...(await readShop()), tradeName: 'Asha & <Daughters>', colours: 'leaf', isDemo: false }
  await saveShop(shop)
  await expect.poll(async () => (await fetch(store.url)).text()).toContain('Asha &amp; &lt;Daughters&gt;')

  const after = await crawl()
  expect(after.size).toBeGreaterThan(80)
  expect(namesFoundIn(after)).toEqual([])
  expect(after.get('/manifest.webmanifest')).toContain('"short_name": "Asha & <Daughters>"')
  expect(after.get('/desk/')).toContain('<title>Asha &amp; &lt;Daughters&gt; desk</title>')
  expect(after.get('/')).toContain('data-colours="leaf"')

  const mailCount = (await mailsTo(store.url)).length
  await sendMails()
  const bill = await billOfNewOrder()
  expect(bill).toContain('Asha & <Daughters>')
  expect(bill).not.toMatch(/nashta/i)
  await expect.poll(async () => (await mailsTo(store.url)).length).toBeGreaterThanOrEqual(mailCount + 6)
  const mails = (await mailsTo(store.url)).slice(0, -mailCount)
  expect(JSON.stringify(mails)).not.toMatch(/nashta/i)
  expect(mails.map(({ subject }) => subject)).toContain('Please confirm your Asha & <Daughters> newsletter')
})

it('the pictures of a renamed shop exist, and have the sizes that the manifest names', async () => {
  await saveShop({ ...(await readShop()), tradeName: 'Zaika', colours: 'plum', isDemo: false })
  await expect.poll(async () => (await fetch(store.url)).text()).toContain('/images/shop/plum/icon/letter-z')
  const response = await fetch(`${store.url}/manifest.webmanifest`)
  const manifest = (await response.json()) as { icons: { src: string; sizes: string; type: string }[] }
  expect(manifest.icons.length).toBe(4)
  for (const { src, sizes, type } of manifest.icons) {
    const picture = await fetch(store.url + src)
    expect(picture.headers.get('content-type')).toBe(type)
    const bytes = Buffer.from(await picture.arrayBuffer())
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
  const icon = await fetch(`${store.url}/favicon.ico`)
  expect(icon.url).toBe(`${store.url}/images/shop/plum/icon/letter-z`)
})

/** The texts of all addresses that can be reached, by path. */
async function crawl(): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const waiting = [...STARTS]
  const seen = new Set(waiting)
  for (let path = waiting.shift(); path !== undefined && texts.size < PAGES_MAX; path = waiting.shift()) {
    const response = await fetch(store.url + path)
    if (!HAS_TEXT.test(response.headers.get('content-type') ?? '')) continue
    const text = await response.text()
    texts.set(path, text)
    for (const [, ...links] of text.matchAll(LINK)) {
      for (const link of links) {
        const next = link === undefined ? null : ownPath(link.replaceAll('&amp;', '&'))
        if (next === null || seen.has(next) || IS_CODE.test(next) || IS_PHOTO.test(next)) continue
        seen.add(next)
        waiting.push(next)
      }
    }
  }
  return texts
}

function ownPath(link: string): string | null {
  if (!URL.canParse(link, store.url)) return null
  const { origin, pathname, search } = new URL(link, store.url)
  return origin === store.url ? pathname + search : null
}

/** Where the name is found, with the text around it. */
function namesFoundIn(texts: Map<string, string>) {
  return Array.from(texts, ([path, text]) => {
    const [found] = /.{0,60}nashta.{0,60}/i.exec(text.replaceAll(STORAGE_KEYS, '')) ?? []
    return found === undefined ? null : `${path}: ${found}`
  }).filter((each) => each !== null)
}

async function readShop(): Promise<Shop> {
  const { data } = (await (await fetch(`${store.url}/api/shop`)).json()) as { data: Shop }
  return data
}

async function saveShop(shop: Shop) {
  const { accessToken } = await signIn(store.url, owner)
  const response = await send('/api/admin/shop', shop, { method: 'PUT', token: accessToken })
  expect(response.status).toBe(200)
}

type SendOptions = { method?: 'POST' | 'PUT'; token?: string }

function send(path: string, body: object, { method = 'POST', token = '' }: SendOptions = {}) {
  return fetch(store.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
}

/** Places an order, hands it over, and returns the raw file of its bill with its text. */
async function billOfNewOrder(): Promise<string> {
  const { accessToken: token } = await signIn(store.url, owner)
  const { sub }: { sub: string } = JSON.parse(atob(token.split('.')[1] ?? ''))
  const { price } = (await readData('/api/products/donut-strawberry-sprinkle')) as { price: number }
  const placed = await send(
    `/api/purchases/${sub}`,
    {
      items: [{ productId: 'donut-strawberry-sprinkle', quantity: 1 }],
      totalAmount: price,
      paymentDetails: {
        method: 'card',
        cardNumber: '4242424242424242',
        cardHolderName: 'Asha',
        expiryDate: '12/29',
      },
      shippingAddress: homeAddress,
    },
    { token },
  )
  expect(placed.status).toBe(201)
  const { data } = (await placed.json()) as { data: { purchaseId: string } }
  const order = `/api/admin/orders/${data.purchaseId}`
  expect((await send(`${order}/ship`, { courier: 'Delhivery' }, { token })).status).toBe(200)
  expect((await send(`${order}/bills`, {}, { token })).status).toBe(200)
  const file = await fetch(`${store.url}${order}/bills/bill`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const bytes = await file.arrayBuffer()
  const { text } = await extractText(new Uint8Array(bytes.slice(0)), { mergePages: true })
  return `${text} ${Buffer.from(bytes).toString('latin1')}`
}

async function readData(path: string): Promise<unknown> {
  const { data } = (await (await fetch(store.url + path)).json()) as { data: unknown }
  return data
}

/** Causes a mail of the account, of the newsletter and of a complaint. */
async function sendMails() {
  await callIdentity(store.url, forgotPassword.target, { Username: owner.email })
  await send('/api/newsletter', { name: 'Ravi', email: 'ravi@example.in' })
  await signUpShopper(store.url)
  const complaint = { name: 'Ravi', email: 'ravi@example.in', text: 'It was broken.' }
  await send('/api/tickets', complaint)
}
