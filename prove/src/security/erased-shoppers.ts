import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { IP_LIMITS } from '@nashta/contracts/api/rate-limits'
import { callIdentity, mailsTo } from '@nashta/contracts/identity/shopper-account.fixture'
import { deleteUser } from '@nashta/contracts/identity/user-pool'
import { startServiceProcess } from '@nashta/store/service-process.fixture'
import { type ProofContext, readShopFile } from '../proof-context.ts'
import { expectFigures, type Proof } from '../proof.ts'
import { createAdmin, createShopper, DONUT, donutOrder, type Shopper } from '../shopper.ts'

const POLL_MS = 100
const POLLS_MAX = 30_000 / POLL_MS
const AT_ONCE = 4
/** Mails about the sign-up (1), the orders (3 and 2), the newsletter (1) and the complaint (1). */
const MAILS = 8

export const erasedShoppers: Proof = {
  id: 'S18',
  test: 'Shoppers erase their accounts, and no file contains them any more; a Shop API in another process limits visitors',
  sizes: { quick: 4, short: 100, nightly: 400 },
  unit: 'shoppers',
  async run(context, size) {
    const dataFolder = context.freshFolder()
    const store = await context.startStore({ DATA_DIR: dataFolder })
    const admin = await createAdmin(store.url, dataFolder)
    const canaries: string[] = []
    const userIds: string[] = []
    const faults: string[] = []
    for (let done = 0; done < size; done += AT_ONCE) {
      const erasures = Array.from({ length: Math.min(AT_ONCE, size - done) }, () =>
        shopAndErase(store.url, admin),
      )
      for (const { words, userId, fault } of await Promise.all(erasures)) {
        canaries.push(...words)
        userIds.push(userId)
        if (fault !== '') faults.push(fault)
      }
    }
    // While the store runs, the shop's write-ahead log has the user ids of delivered events. So
    // only the files of recommendations are searched for user ids.
    const whileRunning = await waitUntilEmpty(() => [
      ...filesWith(dataFolder, canaries),
      ...filesWith(dataFolder, userIds, isOfRecommendations),
      ...pendingEvents(dataFolder),
    ])
    store.child.kill('SIGTERM')
    await store.ended
    const stopped = [...filesWith(dataFolder, canaries), ...filesWith(dataFolder, userIds, isNotOfUserPool)]
    const forged = await callWithForgedAddresses(context)
    expectFigures({
      'shoppers who could not be erased': [[...new Set(faults)].slice(0, 3).join('; '), ''],
      'words in the files of the running store': [whileRunning.join(', '), ''],
      'words in any file after the stop': [stopped.join(', '), ''],
      'calls with made-up addresses that were accepted': [forged.accepted, IP_LIMITS.newsletter.limit],
    })
    return `${size} shoppers with ${canaries.length} words in orders, carts, newsletter, complaints, mails and events: 0 words left in ${readdirSync(dataFolder).length} files; ${forged.sent} calls with as many made-up addresses through a separate store: ${forged.accepted} accepted, the limit of one visitor`
  },
  mutations: [
    {
      what: 'deleted rows stay readable in the file',
      file: 'packages/sqlite/src/open-connection.ts',
      from: 'PRAGMA secure_delete = ON',
      to: 'PRAGMA secure_delete = OFF',
    },
    {
      what: 'the write-ahead log keeps the erased rows',
      file: 'apps/shop-api/src/sqlite-storage.ts',
      from: 'purgeDeletedData: () => database.emptyWriteAheadLog(),',
      to: 'purgeDeletedData: () => {},',
    },
    {
      what: 'the write-ahead log of the user pool keeps the deleted account',
      file: 'apps/identity/src/adapters/sqlite/user-store.ts',
      from: 'database.emptyWriteAheadLog() return outcome',
      to: 'return outcome',
    },
    {
      what: 'an erased order keeps its address',
      file: 'apps/shop-api/src/account/erase-order.ts',
      from: 'addressLine1: ERASED,',
      to: 'addressLine1: shippingAddress.addressLine1,',
    },
    {
      what: 'an erased complaint keeps its text',
      file: 'apps/shop-api/src/tickets/ticket.ts',
      from: 'text: ERASED, pictures: []',
      to: 'text: ticket.text, pictures: []',
    },
    {
      what: 'the mailbox keeps the mails of an erased shopper',
      file: 'apps/shop-api/src/open-shop-api.ts',
      from: 'await mailTransport.eraseMails?.(keys, addresses)',
      to: 'void addresses',
    },
    {
      what: 'a Shop API in another process trusts a client address that the visitor made up',
      file: 'apps/store/src/create-proxy.ts',
      from: "'x-forwarded-for': ip,",
      to: "'x-forwarded-for': String(headers['x-canary'] ?? ip),",
    },
  ],
}

/** The files of the user pool may have user ids: it counts the attempts of each user for a day. */
const isNotOfUserPool = (name: string) => !name.startsWith('identity.sqlite')
const isOfRecommendations = (name: string) => name.startsWith('recommendations.sqlite')

const newWord = () => `canary${randomUUID().replaceAll('-', '')}`

/**
 * A shopper orders twice, fills the cart, looks at a product, subscribes and complains. One order is
 * delivered: its bill stays, as the tax law wants. The other one, which has all words, is cancelled before it
 * has a bill. Then the shopper erases the account. Returns the words that no file may contain then.
 */
async function shopAndErase(url: string, admin: Shopper) {
  const shopper = await createShopper(url)
  const { userId, email } = shopper
  const [name, street, reader, complaint] = [newWord(), newWord(), newWord(), newWord()]
  const order = donutOrder(1)
  const shippingAddress = { ...order.shippingAddress, fullName: name, addressLine1: street }
  const placed = await shopper.call('POST', `/purchases/${userId}`, order)
  const unbilled = { ...order, shippingAddress, paymentDetails: { method: 'cod' } }
  const cancelled = await shopper.call('POST', `/purchases/${userId}`, unbilled)
  await shopper.call('POST', `/carts/${userId}`, { productId: DONUT.productId, quantity: 2 })
  await shopper.call('POST', `/views/${userId}`, { productId: DONUT.productId })
  await shopper.call('POST', '/newsletter', { name: reader, email })
  await shopper.call('POST', '/tickets', { name: reader, email, orderNumber: '', text: complaint })
  const words = [name, street, reader, complaint, email]

  const { data } = placed.body as { data: { purchaseId: string } }
  const { data: second } = cancelled.body as { data: { purchaseId: string } }
  await shopper.call('POST', `/purchases/order/${second.purchaseId}/cancel`, { reason: 'Too slow' })
  const tooEarly = await shopper.call('DELETE', `/account/${userId}`)
  if (tooEarly.status !== 409) return { words, userId, fault: `an order on its way: ${tooEarly.status}` }
  for (const orderStatus of ['SHIPPED', 'DELIVERED'])
    await admin.call('PUT', `/purchases/order/${data.purchaseId}/status`, { orderStatus })
  // Waits until all mails are in the mailbox, from which the erasure must remove them.
  for (let polls = 0; polls < POLLS_MAX && (await mailsTo(url, email)).length < MAILS; polls += 1)
    await wait(POLL_MS)

  const exported = JSON.stringify((await shopper.call('GET', `/account/${userId}/export`)).body)
  const missing = words.filter((word) => !exported.includes(word))
  if (missing.length > 0) return { words, userId, fault: `the export lacks ${missing.join(', ')}` }
  const erased = await shopper.call('DELETE', `/account/${userId}`)
  if (erased.status !== 200) return { words, userId, fault: `erasing: ${erased.status}` }
  await callIdentity(url, deleteUser.target, { AccessToken: shopper.accessToken })
  return { words, userId, fault: '' }
}

/**
 * Events that are not delivered contain user ids. A store that stops first delivers them after its
 * next start.
 */
function pendingEvents(dataFolder: string) {
  const [pending] = readShopFile<{ count: number }>(
    dataFolder,
    "SELECT count(*) AS count FROM outbox WHERE topic = 'events' AND state = 'pending'",
  )
  return pending?.count ? [`${pending.count} events pending`] : []
}

/** Waits until `find` finds nothing, for half a minute at most. Returns the last findings. */
async function waitUntilEmpty(find: () => string[]) {
  for (let polls = 0; polls < POLLS_MAX; polls += 1) {
    if (find().length === 0) return []
    await wait(POLL_MS)
  }
  return find()
}

/**
 * Names the files that contain a word. All words are ASCII, so they are found in the bytes of any
 * database.
 */
function filesWith(
  folder: string,
  words: readonly string[],
  isSearched: (name: string) => boolean = () => true,
) {
  const found = new Set<string>()
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile() || !isSearched(entry.name)) continue
    const content = readFileSync(join(folder, entry.name), 'latin1')
    const left = words.filter((word) => content.includes(word)).length
    if (left > 0) found.add(`${left} in ${entry.name}`)
  }
  return [...found]
}

/** One visitor calls a store with a separate Shop API, each time with another made-up address. */
async function callWithForgedAddresses(context: ProofContext) {
  const api = await startServiceProcess('shop-api', {
    DATA_DIR: context.freshFolder(),
    TRUSTED_PROXIES: '127.0.0.1',
  })
  context.atEnd(() => api.stop())
  const { url } = await context.startStore({ SHOP_API_URL: api.origin, RATE_LIMIT_SCALE: '1' })
  const sent = 100
  let accepted = 0
  for (let number = 0; number < sent; number += 1) {
    const address = `203.0.113.${number}`
    const response = await fetch(`${url}${SHOP_API_BASE}/newsletter`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': address,
        forwarded: `for=${address}`,
        'x-real-ip': address,
        // Only the mutated proxy reads this header.
        'x-canary': address,
      },
      body: JSON.stringify({ name: 'Asha', email: `asha.${randomUUID()}@example.in` }),
    })
    await response.arrayBuffer()
    if (response.ok) accepted += 1
  }
  return { sent, accepted }
}
