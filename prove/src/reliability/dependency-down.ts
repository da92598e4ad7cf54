import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { type ProofContext, portOf } from '../proof-context.ts'
import { expectFigures, type Proof } from '../proof.ts'
import { runConcurrently } from '../run-concurrently.ts'
import { sendJson, donutOrder, type Shopper, createShopper } from '../shopper.ts'
import { freePort, startRestartableStore } from './restartable-store.ts'

const VISITORS = 32
const PICTURE = '/images/donut-strawberry-sprinkle.webp?w=320'
/** The simulated bank does not respond to a payment by this card. */
const CARD_WITHOUT_RESPONSE = {
  method: 'card',
  cardNumber: '4000000000000119',
  cardHolderName: 'Asha Rao',
  expiryDate: '12/30',
}

/**
 * A text of each page, by path. The page shows it even when a dependency is down. The collections
 * of shoes and sandals are in the specification.
 */
const TEXT_BY_PATH: Record<string, string> = {
  '/': 'Suggested Snacks',
  '/collections/suggested': 'Recommended For You',
  '/collections/best-sellers': 'Best Sellers',
  '/collections/allproducts': 'All Snacks',
  '/collections/new-arrivals': 'New Arrivals',
  '/collections/shoes': 'Shoes',
  '/collections/sandals': 'Sandals',
  '/product/chocolate-dark-70': 'ADD TO CART',
  '/profile': 'Profile',
  '/checkout': 'Checkout',
  '/order-success': 'Your order',
  '/purchase-history': 'Purchase History',
  '/signin': 'Welcome back',
  '/signup': 'Create your account',
  '/forgot-password': 'Forgot your password?',
  '/undo-email-change': 'Put your email back?',
  '/about': 'About us',
  '/contact': 'Contact',
  '/shipping': 'Shipping',
  '/returns': 'Returns',
  '/privacy': 'Privacy',
  '/terms': 'Terms',
  '/grievance': 'Complaints',
  '/newsletter/confirm': 'Shall we write to you?',
  '/newsletter/unsubscribe': 'No more newsletters?',
  '/newsletter/sent': 'One more press',
  '/newsletter/incomplete': 'Something is missing',
  '/back-in-stock/confirm': 'Shall we tell you?',
  '/back-in-stock/stop': 'No mail when it is back?',
  '/back-in-stock/sent': 'One more press',
  '/back-in-stock/incomplete': 'Something is missing',
  '/favourites': 'Favourites',
  '/robots.txt': 'Sitemap:',
  '/llms.txt': '# Nashta',
  '/feeds/google.xml': '<g:id>',
  '/sitemap.xml': '<sitemapindex',
}
const PATHS = Object.keys(TEXT_BY_PATH)

export const dependencyDown: Proof = {
  id: 'R16',
  test: 'Pictures, payment provider, recommender and mail server fail, one after the other',
  sizes: { quick: 1, short: 20, nightly: 500 },
  unit: `visits of each of ${PATHS.length} pages in every outage`,
  async run(context, size) {
    const store = await startRestartableStore(context)
    const shopper = await createShopper(store.url)
    const brokenPages: string[] = []
    const errors: string[] = []
    /** Notes the errors of a store that was stopped. */
    const noteErrors = ({ code, stderr }: { code: number | null; stderr?: string | undefined }) => {
      if (code !== 0 || stderr) errors.push(`${code} ${stderr}`)
    }
    const visitPages = () =>
      runConcurrently(PATHS.length * size, VISITORS, async (index) => {
        const path = PATHS[index % PATHS.length] ?? ''
        const response = await fetch(store.url + path)
        const text = await response.text()
        if (response.status !== 200 || !text.includes(TEXT_BY_PATH[path] ?? ''))
          brokenPages.push(`${path} ${response.status}`)
      })

    // A file takes the place of the pictures' folder, so no picture can be read.
    const images = join(store.dataFolder, 'images')
    rmSync(images, { recursive: true })
    writeFileSync(images, 'not a folder')
    await visitPages()
    const withoutPictures = await buy(shopper)
    const picture = await fetch(store.url + PICTURE)
    await picture.bytes()
    // The simulated bank fails for this card only, so the store needs no other settings.
    const withoutBank = await buy(shopper, CARD_WITHOUT_RESPONSE)
    rmSync(images)

    noteErrors(await store.restart({ RECOMMENDATIONS_URL: await startBadListener(context) }))
    await visitPages()
    const withoutRecommender = `${await buy(shopper)}, ${await fetchReadyStatus(store.url)}`

    noteErrors(
      await store.restart({
        SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
        MAIL_FROM: 'hello@snacks.example',
      }),
    )
    const withoutMailServer = `${await buy(shopper)}, ${await fetchReadyStatus(store.url)}`
    await visitPages()
    noteErrors(await store.stop())

    expectFigures({
      'pages that broke': [[...new Set(brokenPages)].join(', '), ''],
      "errors in the store's log": [errors.join('; '), ''],
      'without pictures, an order': [withoutPictures, '201 CONFIRMED'],
      'without pictures, a picture': [picture.status, 404],
      'without the payment provider, an order': [withoutBank, '201 PROCESSING'],
      'without a recommender, an order and the store': [withoutRecommender, '201 CONFIRMED, 200'],
      'without a mail server, an order and the store': [withoutMailServer, '201 CONFIRMED, 200'],
    })
    return `${PATHS.length} pages × ${size} in each of 3 outages, all 200 with their texts; orders accepted in all 4; 0 errors logged`
  },
  mutations: [
    {
      what: 'a page fails without suggestions',
      file: 'apps/web/app/features/recommendations/fetch-guest-suggestions.ts',
      from: 'return { products: null, packs: [], hasService: true }',
      to: "throw new Error('no suggestions')",
    },
    {
      what: 'a store with a pending mail is not ready',
      file: 'packages/outbox/src/relay.ts',
      from: 'if (earliestDue && now().getTime() - earliestDue.getTime() > overdueMs) {',
      to: 'if (earliestDue) {',
    },
    {
      what: 'a payment provider that does not respond counts as declined',
      file: 'apps/shop-api/src/orders/events/settle-order.ts',
      from: 'unknown: waitForOutcome',
      to: "unknown: (order, _event, time) => declineOrder(order, { kind: 'declined', message: 'No answer' }, time)",
    },
    {
      what: 'a picture that cannot be read is an error',
      file: 'packages/images/src/disk-image-store.ts',
      from: "return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR'",
      to: "return code === 'ENOENT'",
    },
  ],
}

/** Returns the status of the response and of the order, such as `201 CONFIRMED`. */
async function buy({ call, userId }: Shopper, payment?: object) {
  const headers = { [IDEMPOTENCY_KEY_HEADER]: randomUUID() }
  const { status, body } = await call('POST', `/purchases/${userId}`, donutOrder(1, payment), headers)
  return `${status} ${(body as { data?: { orderStatus: string } }).data?.orderStatus}`
}

async function fetchReadyStatus(url: string) {
  return (await sendJson(`${url}/readyz`)).status
}

/** Leaves every odd connection without a response, and closes every even one. */
async function startBadListener({ atEnd }: ProofContext) {
  let connections = 0
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    connections += 1
    if (connections % 2 === 0) socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => server.close())
  return `http://127.0.0.1:${portOf(server)}`
}
