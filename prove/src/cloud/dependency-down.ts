import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReplyTo } from '@nashta/contracts/api/endpoint'
import type { getProduct } from '@nashta/contracts/catalogue/product'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import {
  callIdentity,
  PASSWORD,
  refreshTokens,
  signUpShopper,
} from '@nashta/contracts/identity/shopper-account.fixture'
import { initiateAuth } from '@nashta/contracts/identity/user-pool'
import type { exportAccount } from '@nashta/contracts/shop-api/account-data'
import { messageIdOf } from '@nashta/mail/mail'
import { mailKey } from '@nashta/mail/mail-topic'
import type { Outage } from '@nashta/store/forwarder.fixture'
import { payOrder, placeOrder, sendWebhook } from '../payments/razorpay-store.ts'
import { expectFigures, type Proof } from '../proof.ts'
import { DONUT, donutOrder, type Shopper, shopperWithToken } from '../shopper.ts'
import { type AwsFleet, startAwsFleet } from './aws-fleet.ts'
import { processCount, whyNoDynamoDbLocal } from './cloud-shop.ts'

const SIZES = { quick: 1, short: 2, nightly: 6 }
/** More than the minute after which a failed refund is sent again. */
const RECOVERY_TIMEOUT_MS = 150_000
const POLL_MS = 500
/** Longer than a process caches the state of a session: it must then look the session up again. */
const SESSION_CACHE_WAIT_MS = 6_000
/** Longer than the time between two reconciliations, which send the refunds. */
const REFUND_TRIED_WITHIN_MS = 12_000
/** Longer than a process needs to record that a mail was sent. */
const SETTLE_MS = 1_000

/** Paths that give 200 during every outage, from a cache or from the catalogue in memory. */
const PATHS = [
  '/',
  '/collections/allproducts',
  '/collections/allproducts?search=dark',
  '/product/chocolate-dark-70',
  '/checkout',
  '/signin',
  '/api/products',
  '/api/products?search=dark',
  '/api/products/chocolate-dark-70',
  '/healthz',
  '/readyz',
]

/**
 * The results of five requests while one part is down: an order with cash on delivery, an order
 * that is paid on Razorpay's page, a sign-in, new tokens for a session, and a picture. `later` is a
 * 503 with Retry-After.
 */
const EXPECTED = {
  payments: 'cash 201, card 402, sign-in 200, session 200, picture 200',
  mail: 'cash 201, card 201, sign-in 200, session 200, picture 200',
  recommender: 'cash 201, card 201, sign-in 200, session 200, picture 200',
  pool: 'cash 201, card 201, sign-in later, session later, picture 200',
  storage: 'cash later, card later, sign-in 200, session 200, picture 200',
  bucket: 'cash 201, card 201, sign-in 200, session 200, picture later',
}
const PARTS = ['payments', 'mail', 'recommender', 'pool', 'storage', 'bucket'] as const

export const cloudDependencyDown: Proof = {
  id: 'C11',
  test: 'Payment provider, mail server, recommender, user pool, DynamoDB and bucket of several processes fail, one after the other',
  sizes: SIZES,
  unit: 'outages of each part: it refuses connections, or accepts them and never responds',
  async run(context, size) {
    const fleet = await startAwsFleet(context, processCount(size, SIZES))
    const { stores, first, mails } = fleet
    const session = await signUpShopper(first.url, {}, { mailbox: fleet.mailbox })
    const shopper = shopperWithToken(first.url, session)
    const { body: product } = await shopper.call('GET', `/products/${DONUT.productId}`)
    const picture = first.url + (product as ReplyTo<typeof getProduct>).data.imageUrl
    const cashOrders = new Set<string>()
    const failedPaths = new Set<string>()
    const cancellations: number[] = []
    const outageFigures: Record<string, [seen: string, wanted: string]> = {}

    async function buyWithCash(buyer: Shopper, key: string) {
      const { purchaseId, result } = await buy(buyer, { method: 'cod' }, key)
      if (purchaseId !== undefined) cashOrders.add(purchaseId)
      return result
    }
    /** The sent mails that confirm cash orders. A mail that was sent twice is in the list twice. */
    function sentConfirmations() {
      const wanted = new Set(Array.from(cashOrders, (id) => messageIdOf(mailKey('order-confirmed', id))))
      return mails.filter(({ messageId }) => wanted.has(messageId))
    }
    /**
     * Waits until every mail is sent and recorded as sent. A mail in flight at the start of an
     * outage would be sent twice, and the proof expects each mail once.
     */
    async function waitForConfirmations() {
      await waitUntil(async () => sentConfirmations().length === cashOrders.size)
      await sleep(SETTLE_MS)
    }
    async function visitAllPaths() {
      for (const { url } of stores) {
        for (const path of PATHS) {
          const { status } = await fetch(url + path)
          if (status !== 200) failedPaths.add(`${path} ${status}`)
        }
      }
    }
    /**
     * Makes the five requests of `EXPECTED`, and returns their results in the same form. The cash
     * order is sent to every store. `key` is its idempotency key at the first store.
     */
    async function makeRequests(key: string) {
      // One result, unless the stores differ.
      const cash = new Set<string>()
      for (const [index, { url }] of stores.entries())
        cash.add(await buyWithCash(shopperWithToken(url, session), index === 0 ? key : randomUUID()))
      const card = await buy(shopper, { method: 'hosted', choice: 'card' }, randomUUID())
      const signIn = {
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: session.email, PASSWORD },
      }
      return [
        `cash ${[...cash].join(' and ')}`,
        `card ${card.result}`,
        `sign-in ${resultOf(await callIdentity(first.url, initiateAuth.target, signIn))}`,
        `session ${resultOf(await refreshTokens(first.url, session.cookie))}`,
        `picture ${resultOf(await fetch(picture))}`,
      ].join(', ')
    }

    for (let round = 0; round < size; round += 1) {
      const outage: Outage = round % 2 === 0 ? 'refused' : 'silent'
      for (const part of PARTS) {
        // The order is cancelled while the provider is down, so its refund must be sent later.
        const paidOrderId = part === 'payments' ? await placePaidOrder(fleet, shopper) : null
        const key = randomUUID()
        if (part === 'mail' || part === 'storage') await waitForConfirmations()
        await fleet.parts[part].cut(outage)
        if (part === 'pool') await sleep(SESSION_CACHE_WAIT_MS)
        await visitAllPaths()
        outageFigures[`${part} ${outage} ${round}`] = [await makeRequests(key), EXPECTED[part]]
        if (paidOrderId !== null) {
          cancellations.push(await cancelOrder(shopper, paidOrderId))
          await sleep(REFUND_TRIED_WITHIN_MS)
        }
        await visitAllPaths()
        await fleet.parts[part].restore()
        // A part is back when the cash order of the outage is placed, or replayed if it was stored.
        await waitUntil(async () => (await buyWithCash(shopper, key)) === '201')
      }
    }

    // After the last outage, all mails, events and refunds arrive.
    const { refunds, payments } = fleet.emulator.razorpay
    // Each order has one unit. The recommender also counts the paid orders, although they were
    // cancelled.
    const units = cashOrders.size + cancellations.length
    const readCounts = async () => {
      const sent = sentConfirmations()
      return {
        mails: sent.length,
        differentMails: new Set(sent.map(({ messageId }) => messageId)).size,
        units: await purchasedUnits(shopper),
        refunds: refunds.size,
      }
    }
    await waitUntil(async () => {
      const delivered = await readCounts()
      return (
        delivered.differentMails === cashOrders.size &&
        delivered.units >= units &&
        delivered.refunds >= cancellations.length
      )
    })
    const delivered = await readCounts()
    const stored = await cashOrdersOf(shopper)
    for (const { child } of stores) child.kill('SIGTERM')
    const ends = await Promise.all(stores.map(({ ended }) => ended))
    expectFigures({
      ...outageFigures,
      'pages, lists and health checks that failed': [[...failedPaths].join(', '), ''],
      'orders with cash': [stored.length, cashOrders.size],
      'orders with cash that a client received': [
        stored.filter((id) => cashOrders.has(id)).length,
        cashOrders.size,
      ],
      'different mails': [delivered.differentMails, cashOrders.size],
      mails: [delivered.mails, cashOrders.size],
      'units that the recommender has stored': [delivered.units, units],
      'cancellations of paid orders': [cancellations.join(), cancellations.map(() => 200).join()],
      refunds: [delivered.refunds, cancellations.length],
      'payments that went back in full': [
        [...payments.values()].filter(({ amount, amount_refunded: back }) => back === amount).length,
        cancellations.length,
      ],
      'processes that crashed': [ends.filter(({ code, stderr }) => code !== 0 || stderr !== '').length, 0],
    })
    return `${size * PARTS.length} outages with ${stores.length} processes: ${cashOrders.size} orders with cash and ${cancellations.length} refunds, each once, each mail and event delivered once; pages, lists and readiness 200 throughout`
  },
  whyNot: whyNoDynamoDbLocal,
  mutations: [
    {
      what: 'no process is ready while a part fails',
      file: 'apps/store/src/start-store.ts',
      from: "isReadyDespiteFailures: settings.CLOUD === 'aws',",
      to: 'isReadyDespiteFailures: false,',
    },
    {
      what: 'pages need DynamoDB',
      file: 'apps/shop-api/src/wait-for-read.ts',
      from: '{ signal: timer.signal })]).catch(() => {})',
      to: '{ signal: timer.signal })])',
    },
    {
      what: 'a part that cannot be reached is an internal error',
      file: 'packages/service-kit/src/http/error-handler.ts',
      from: 'if (STORAGE_ERRORS.has(String(name)) || NETWORK_ERRORS.has(String(code))) {',
      to: 'if (STORAGE_ERRORS.has(String(name))) {',
    },
    {
      what: 'a mail that could not be sent counts as sent',
      file: 'packages/outbox/src/relay.ts',
      from: 'else for (const entry of entries) await retryOrGiveUp(entry, error)',
      to: 'else await outbox.complete(entries, now())',
    },
    {
      what: 'events that the recommender did not get are dropped',
      file: 'packages/outbox/src/relay.ts',
      from: "if (topic.onFailure === 'pause topic') await pause(entries, error)",
      to: "if (topic.onFailure === 'pause topic') await outbox.complete(entries, now())",
    },
    {
      what: 'a refund that could not be sent counts as done',
      file: 'apps/shop-api/src/orders/work/reconcile/send-refunds.ts',
      from: 'await recordForeignRefunds(deps, provider, { purchaseId, transactionId })',
      to: "await recordForeignRefunds(deps, provider, { purchaseId, transactionId }).catch(() => settleStored(deps, purchaseId, { kind: 'refundSettled', refundId, result: { kind: 'done', reference: '' } }))",
    },
    {
      what: 'every session is looked up at the user pool',
      file: 'packages/service-kit/src/auth/remote-user-pool.ts',
      from: 'records ? findUser(records, claims, token) : fetchUser(claims, token)',
      to: 'fetchUser(claims, token)',
    },
  ],
}

/** The status of a response, or `later` for a 503 that says when to try again. */
function resultOf({ status, headers }: { status: number; headers: Headers }) {
  return status === 503 && Number(headers.get('retry-after')) > 0 ? 'later' : String(status)
}

async function buy({ call, userId }: Shopper, payment: object, key: string) {
  const headers = { [IDEMPOTENCY_KEY_HEADER]: key }
  const response = await call('POST', `/purchases/${userId}`, donutOrder(1, payment), headers)
  const { data } = response.body as { data?: { purchaseId: string } }
  return { purchaseId: data?.purchaseId, result: resultOf(response) }
}

/** Places and pays an order on Razorpay's page. Returns the id of the order. */
async function placePaidOrder({ emulator, first }: AwsFleet, shopper: Shopper) {
  const order = await placeOrder(shopper)
  for (const webhook of payOrder(emulator, order).webhooks) await sendWebhook(first.url, webhook)
  return order.purchaseId
}

async function cancelOrder({ call }: Shopper, purchaseId: string) {
  const { status } = await call('POST', `/purchases/order/${purchaseId}/cancel`, { reason: 'Too late' })
  return status
}

/** The units of all purchases that the recommendation service has stored. */
async function purchasedUnits({ call, userId }: Shopper) {
  const { status, body } = await call('GET', `/account/${userId}/export`)
  if (status !== 200) return 0
  const { interactions } = (body as ReplyTo<typeof exportAccount>).data
  const purchases = (interactions ?? []).filter(({ kind }) => kind === 'purchase')
  return purchases.reduce((sum, { quantity }) => sum + quantity, 0)
}

async function cashOrdersOf({ call, userId }: Shopper) {
  const { body } = await call('GET', `/purchases/${userId}`)
  const { purchases } = (
    body as { data: { purchases: { purchaseId: string; paymentDetails: { method: string } }[] } }
  ).data
  return purchases.flatMap(({ purchaseId, paymentDetails }) =>
    paymentDetails.method === 'cod' ? [purchaseId] : [],
  )
}

/** Waits until `isDone` returns true. A timeout does not throw: the figures show what is missing. */
async function waitUntil(isDone: () => Promise<boolean>) {
  const end = Date.now() + RECOVERY_TIMEOUT_MS
  while (!(await isDone()) && Date.now() < end) await sleep(POLL_MS)
}
