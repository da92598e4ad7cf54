import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { processCount, whyNoDynamoDbLocal } from '../cloud/cloud-shop.ts'
import { startDynamoDbFleet } from '../fleet/dynamodb-fleet.ts'
import { callFleet, type Fleet, fleetOrder } from '../fleet/fleet.ts'
import { startSqliteFleet } from '../fleet/sqlite-fleet.ts'
import { expectFigures, type Mutation, type Proof } from '../proof.ts'
import { runConcurrently } from '../run-concurrently.ts'
import type { ApiResponse } from '../shopper.ts'

/** One buyer in ten gets the offer. */
const BUYERS_PER_USE = 10
/** How many orders are cancelled, each twice. Their uses go to later buyers. */
const CANCELLED = 5
/** One buyer in this many presses twice. */
const TWICE_EVERY = 10
/** A process sees a new offer a second later. */
const OFFER_SEEN_MS = 1500
/** In rupees. */
const OFF = 1
const RETRY_MS = 50
const CODE = 'FESTIVAL'

const mutations: Mutation[] = [
  {
    what: 'an order counts no use',
    file: 'apps/shop-api/src/orders/work/draft-purchase.ts',
    from: "? [{ kind: 'useOffers', limits: useLimits, isForced: false }]",
    to: '? []',
  },
  {
    what: 'an order that ends gives no use back',
    file: 'apps/shop-api/src/orders/events/settle-order.ts',
    from: 'return { order: after, effects: [...effects, effect] }',
    to: 'return { order: after, effects }',
  },
]

export const limitedOffer: Proof = {
  id: 'R27',
  test: 'Ten times as many buyers as an offer has uses order at once, some twice; some orders are cancelled, and others take their uses: it is used exactly as often as it may be',
  sizes: { quick: 200, short: 500, nightly: 1000 },
  unit: 'buyers',
  run: async (context, size) => buyAtOnce(await startSqliteFleet(context), size, size),
  mutations,
}

/** With more buyers at once, DynamoDB Local on a small machine responds later than a browser waits. */
const CLOUD_AT_ONCE = 200
const CLOUD_SIZES = { quick: 200, short: 500, nightly: 1000 }

export const cloudLimitedOffer: Proof = {
  id: 'C13',
  test: 'Ten times as many buyers as an offer has uses order at once from several processes on DynamoDB, some twice; some orders are cancelled, and others take their uses: it is used exactly as often as it may be',
  sizes: CLOUD_SIZES,
  unit: 'buyers',
  run: async (context, size) =>
    buyAtOnce(
      await startDynamoDbFleet(context, { processes: processCount(size, CLOUD_SIZES) }),
      size,
      CLOUD_AT_ONCE,
    ),
  whyNot: whyNoDynamoDbLocal,
  mutations: [
    ...mutations.slice(1),
    {
      what: 'each of the documents that count has the whole limit',
      file: 'apps/shop-api/src/offers/offer-uses.ts',
      from: 'return Math.floor(usesMax / SHARDS) + (shard < usesMax % SHARDS ? 1 : 0)',
      to: 'return usesMax',
    },
  ],
}

async function buyAtOnce(fleet: Fleet, size: number, atOnce: number) {
  const usesMax = Math.floor(size / BUYERS_PER_USE)
  await makeOffer(fleet, usesMax)

  const outcomes: Outcome[] = []
  await runConcurrently(size, atOnce, async (index) => outcomes.push(await buyOrTwice(fleet, index)))
  const placed = outcomes.filter(({ id }) => id !== '')
  const others = outcomes.filter(({ id, code }) => id === '' && code !== 'PRICE_CHANGED')
  const [shown] = others

  for (const { id, index } of placed.slice(0, CANCELLED)) {
    await cancel(fleet, index, id)
    await cancel(fleet, index, id)
  }
  const afterCancelling = await readUses(fleet)
  const later = await Promise.all(
    Array.from({ length: 4 * CANCELLED }, (_, index) => buyOrTwice(fleet, size + index)),
  )
  const atTheEnd = await readUses(fleet)
  const { orderIds } = await fleet.readBalance()
  expectFigures({
    'buyers who got the offer': [placed.length, usesMax],
    [`answers that are neither an order nor the new total${shown ? `, such as ${shown.code}` : ''}`]: [
      others.length,
      0,
    ],
    'uses after some orders were cancelled': [afterCancelling.uses, usesMax - CANCELLED],
    'later buyers who got their uses': [later.filter(({ id }) => id !== '').length, CANCELLED],
    'uses at the end': [atTheEnd.uses, usesMax],
    'rupees that the offer has given away': [atTheEnd.cost, usesMax * OFF],
    'orders that are stored': [orderIds.length, usesMax + CANCELLED],
  })
  return `${size} buyers, ${Math.min(size, atOnce)} at once, ${usesMax} uses: exactly ${usesMax} orders; ${CANCELLED} cancelled twice gave ${CANCELLED} uses back, which ${CANCELLED} of ${4 * CANCELLED} later buyers took`
}

/** A call is repeated only while storage is busy. A 409 is an outcome, which the buyer sees. */
const isBusy = (status: number) => status === 503

async function makeOffer({ urls, operator }: Fleet, usesMax: number) {
  const call = {
    method: 'PUT',
    path: '/admin/offers/festival',
    body: {
      name: 'Festival',
      code: CODE,
      terms: { kind: 'rupeesOff', amount: OFF },
      usesMax,
      combines: false,
    },
  }
  const { status, body } = await callFleet({ isBusy }, urls, 0, operator, call)
  if (status !== 200) throw new Error(`the offer got ${status} ${JSON.stringify(body)}`)
  await sleep(OFFER_SEEN_MS)
}

type Outcome = { index: number; id: string; code: string }

/** The id of the order, or the code of the refusal. Some buyers send their order twice at once. */
async function buyOrTwice(fleet: Fleet, index: number): Promise<Outcome> {
  const key = randomUUID()
  const times = index % TWICE_EVERY === 0 ? 2 : 1
  const outcomes = await Promise.all(Array.from({ length: times }, () => buy(fleet, index, key)))
  const ids = new Set(outcomes.map(({ id }) => id).filter((id) => id !== ''))
  const [id = ''] = ids
  const [{ code } = { code: '' }] = outcomes
  return { index, id: ids.size > 1 ? '' : id, code: ids.size > 1 ? 'two orders for one key' : code }
}

async function buy(fleet: Fleet, index: number, key: string) {
  const shopper = fleet.shopperAt(index)
  const order = fleetOrder(fleet)
  const call = {
    method: 'POST',
    path: `/purchases/${shopper.userId}`,
    body: { ...order, totalAmount: order.totalAmount - OFF, offerCode: CODE },
    key,
  }
  for (;;) {
    const response = await callFleet({ isBusy }, fleet.urls, index, shopper, call)
    const outcome = outcomeOf(response)
    // The other request of the same buyer is under way.
    if (outcome.code !== 'REQUEST_IN_PROGRESS') return outcome
    await sleep(RETRY_MS)
  }
}

function outcomeOf({ status, body }: ApiResponse) {
  const { data, code } = body as { data?: { purchaseId: string }; code?: string }
  return {
    id: status === 201 || status === 200 ? (data?.purchaseId ?? '') : '',
    code: code ?? String(status),
  }
}

async function cancel(fleet: Fleet, index: number, id: string) {
  const call = { method: 'POST', path: `/purchases/order/${id}/cancel`, body: { reason: 'Too much' } }
  await callFleet({ isBusy }, fleet.urls, index, fleet.shopperAt(index), { ...call, key: randomUUID() })
}

async function readUses({ urls, operator }: Fleet) {
  const { body } = await callFleet({ isBusy }, urls, 0, operator, { method: 'GET', path: '/admin/offers' })
  const [offer] = (body as { data: { offers: { uses: number; cost: number }[] } }).data.offers
  return offer ?? { uses: -1, cost: -1 }
}
