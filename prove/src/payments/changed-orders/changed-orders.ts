import { setTimeout as sleep } from 'node:timers/promises'
import type { OwedOrder } from '@nashta/contracts/orders/desk/courier-cash'
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import type { StockPage } from '@nashta/contracts/stock/stock'
import { processCount, whyNoDynamoDbLocal } from '../../cloud/cloud-shop.ts'
import { startDynamoDbFleet } from '../../fleet/dynamodb-fleet.ts'
import type { Fleet } from '../../fleet/fleet.ts'
import { startSqliteFleet } from '../../fleet/sqlite-fleet.ts'
import { expectFigures, type Mutation, type Proof } from '../../proof.ts'
import { runConcurrently } from '../../run-concurrently.ts'
import { faultsOf, readEntries } from './check-order.ts'
import { orderCalls, readOrder, SNACKS, stockShop, type Units } from './order-calls.ts'
import { type Played, playOrder } from './play-order.ts'

/** How many steps of all histories there are between two kills. */
const STEPS_PER_KILL = 60
const AT_ONCE = 6
/** How long refunds and payments may take after the last step. A dead process may hold a lease for a minute. */
const SETTLE_MAX_MS = 180_000
const POLL_MS = 500
/** With the simulator, and with the shop's own UPI id for links that operators send. */
const SETTINGS = { PAYMENTS: 'upi,simulator', UPI_VPA: 'snacks@okbank', UPI_NAME: 'Asha Snacks' }
/** Steps that every run must contain, or it shows nothing of them. */
const NEEDED_STEPS = [
  'edit',
  'payRest',
  'takeBack',
  'refuse',
  'refund',
  'goodwill',
  'cancel',
  'confirm',
  'ship',
  'parcel',
  'deliver',
  'undelivered',
  'goodsBack',
  'replace',
  'payRefund',
]

const mutations: Mutation[] = [
  {
    what: 'a repeated edit is another edit',
    file: 'apps/shop-api/src/orders/events/edit/edited.ts',
    from: 'if (earlier?.request === request) return unchanged(order)\n  if (earlier) throw',
    to: 'if (earlier && earlier.request !== request) throw',
  },
  {
    what: 'units that are waste go into the stock',
    file: 'apps/shop-api/src/orders/events/refund/goods-settled.ts',
    from: 'if (!isPartlyWaste) return',
    to: 'if (!isPartlyWaste || isPartlyWaste) return',
  },
  {
    what: 'a refund of an amount may be more than what is left',
    file: 'apps/shop-api/src/orders/events/refund/goodwill-granted.ts',
    from: 'if (amountPaise > rest) throw tooMuch(rest)',
    to: '',
  },
  {
    what: 'units that an edit takes out stay out of the stock',
    file: 'apps/shop-api/src/orders/events/rules/edits.ts',
    from: "if (returned.length > 0) effects.push({ kind: 'returnStock', stock: returned, because: 'edited' })",
    to: '',
  },
  {
    what: 'a payment that comes after its order has ended is kept',
    file: 'apps/shop-api/src/orders/events/rules/rest-money.ts',
    from: 'if (owed === 0 || !isWhole) return receiveLate(order, payment, money, at)',
    to: 'if (owed === 0 || !isWhole) return unchanged(order)',
  },
  {
    what: 'units that come back do not go into their batch',
    file: 'apps/shop-api/src/orders/events/rules/picks.ts',
    from: "effects: [...effects, { kind: 'returnPicks', picks: given }],",
    to: 'effects,',
  },
  {
    what: 'a courier owes the cash of a parcel that came back',
    file: 'apps/shop-api/src/orders/order/cash-owed.ts',
    from: 'hasLeftShop(order) && !isOver(order)',
    to: 'hasLeftShop(order)',
  },
  {
    what: 'refunds that a dead process has begun are not finished',
    file: 'apps/shop-api/src/orders/work/reconcile/lanes.ts',
    from: 'await runTasks(laneDeps, withRefund, (order) => sendRefunds(laneDeps, provider, order))',
    to: '',
  },
]

const TEST =
  'Random histories of orders by shoppers and operators, with edits, rests, links, refunds of units and amounts, parcels, returns, waste, replacements, cancellations and late money, while processes are killed'

export const changedOrders: Proof = {
  id: 'R30',
  test: TEST,
  sizes: { quick: 42, short: 150, nightly: 1500 },
  unit: 'orders',
  run: async (context, size) => playOrders(await startSqliteFleet(context, SETTINGS), size),
  mutations,
}

const CLOUD_SIZES = { quick: 42, short: 100, nightly: 600 }

export const cloudChangedOrders: Proof = {
  id: 'C15',
  test: `${TEST}, on DynamoDB`,
  sizes: CLOUD_SIZES,
  unit: 'orders',
  async run(context, size) {
    const processes = processCount(size, CLOUD_SIZES)
    return playOrders(await startDynamoDbFleet(context, { processes, settings: SETTINGS }), size)
  },
  whyNot: whyNoDynamoDbLocal,
  mutations: [
    {
      what: 'the units that a killed process had reserved are lost',
      file: 'apps/shop-api/src/adapters/dynamodb/orders/stock-reservation.ts',
      from: 'if (!missingLines.every(isListed)) await storeReservation(reservation, missingLines)',
      to: '',
    },
    ...mutations.slice(0, 1),
  ],
}

async function playOrders(fleet: Fleet, size: number) {
  await stockShop(fleet)
  const all: Played[] = []
  let steps = 0
  let kills = 0
  let killing: Promise<void> = Promise.resolve()
  const afterStep = () => {
    steps += 1
    if (steps % STEPS_PER_KILL !== 0) return
    kills += 1
    const index = kills
    // The other histories go on while a process dies.
    killing = killing.then(() => fleet.replace(index))
  }
  await runConcurrently(size, AT_ONCE, async (index) => {
    all.push(await playOrder(fleet, index + 1, afterStep))
  })
  await killing

  const calls = orderCalls(fleet, size + 1)
  const orders = new Map<string, DeskOrder>()
  for (const { purchaseId, replacements } of all) {
    orders.set(purchaseId, await readSettled(calls, purchaseId))
    for (const id of replacements) orders.set(id, await readOrder(calls, id))
  }
  const out = new Map<string, Units>()
  for (const snack of SNACKS) await checkStock(calls, snack, { orders, out })
  await checkCouriers(calls, orders)
  const stored = await fleet.readHistory()

  const live = (purchaseId: string) => {
    const order = orders.get(purchaseId)
    if (!order) throw new Error(`the order ${purchaseId} was not read`)
    return order
  }
  for (const [index, played] of all.entries()) {
    const facts = {
      played,
      order: live(played.purchaseId),
      replacements: played.replacements.map(live),
      stored,
      out,
    }
    expectFigures({ [`fault of history ${index + 1}, ${played.purchaseId}`]: [faultsOf(facts), ''] })
  }
  const done = new Map<string, number>()
  for (const { accepted } of all)
    for (const [name, count] of accepted) done.set(name, (done.get(name) ?? 0) + count)
  const missing = NEEDED_STEPS.filter((name) => !done.has(name))
  expectFigures({
    'orders that are stored': [stored.orders.length >= orders.size, true],
    'steps that no history had': [missing.join(), ''],
  })
  const cancelled = [...orders.values()].filter(({ orderStatus }) => orderStatus === 'CANCELLED').length
  const counts = NEEDED_STEPS.map((name) => `${name} ${done.get(name)}`).join(', ')
  return `${size} orders over ${kills} kills, ${cancelled} of them cancelled (${counts}): each paisa is with the shop for a live order, or back; stock, batches and couriers' cash add up; each event has one mail`
}

type Calls = ReturnType<typeof orderCalls>

/** The order when nothing of it is under way any more. Goods that are expected stay so. */
async function readSettled(calls: Calls, purchaseId: string): Promise<DeskOrder> {
  for (let waited = 0; ; waited += POLL_MS) {
    const order = await readOrder(calls, purchaseId)
    const { refunds = [], payment } = order
    for (const { refundId, actions } of refunds)
      if (actions.includes('pay'))
        await calls.operator('POST', `/admin/orders/${purchaseId}/refunds/${refundId}`, {
          state: 'done',
          reference: 'R',
        })
    const isOpen =
      payment?.state === 'checking' || refunds.some(({ state }) => state === 'requested' || state === 'sent')
    if (!isOpen || waited > SETTLE_MAX_MS) return order
    await sleep(POLL_MS)
  }
}

/** The history of a stock adds up to it, is never negative, and agrees with the batches. Adds to `out`. */
async function checkStock(
  { operator }: Calls,
  snack: (typeof SNACKS)[number],
  { orders, out }: { orders: ReadonlyMap<string, DeskOrder>; out: Map<string, Units> },
) {
  const entries: StockPage['entries'] = []
  let cursor: string | null = null
  let page: StockPage
  do {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    page = (await operator('GET', `/admin/products/${snack}/stock?limit=100${after}`)).data
    entries.push(...page.entries)
    cursor = page.nextCursor
  } while (cursor !== null)
  const { sum, lowest, out: own } = readEntries(entries, snack)
  for (const [id, units] of own) out.set(id, { ...out.get(id), ...units })
  // Units of an order leave their batch when it is packed, or leaves the shop.
  const promised = [...orders.values()].reduce((units, { lines, packing, hasLeftShop, orderStatus }) => {
    const isOut = packing?.packedAt !== undefined || hasLeftShop || orderStatus === 'CANCELLED'
    return isOut ? units : units + (lines.find(({ productId }) => productId === snack)?.toPack ?? 0)
  }, 0)
  const inBatches = (page.batches ?? []).reduce((units, { left }) => units + left, 0)
  expectFigures({
    [`the history of ${snack}`]: [sum, page.stock ?? -1],
    [`${snack} below zero`]: [lowest < 0, false],
    [`${snack} in batches`]: [inBatches, (page.stock ?? 0) + promised],
  })
}

/** Couriers owe the cash of each parcel that they have, or have delivered, and of no other. */
async function checkCouriers({ operator }: Calls, orders: ReadonlyMap<string, DeskOrder>) {
  const owed: OwedOrder[] = []
  let page: { orders: OwedOrder[]; couriers: { orders: number; owed: number }[]; nextCursor: string | null }
  let cursor = ''
  do {
    page = (await operator('GET', `/admin/courier-cash${cursor}`)).data
    owed.push(...page.orders)
    cursor = `?cursor=${encodeURIComponent(page.nextCursor ?? '')}`
  } while (page.nextCursor !== null)
  const wanted = [...orders.values()].filter(
    ({ payment, hasLeftShop, orderStatus, replaces, timeline }) =>
      payment?.method === 'cod' &&
      hasLeftShop &&
      orderStatus !== 'CANCELLED' &&
      replaces === undefined &&
      // Cash that the shop had before is no courier's.
      !isPaidBeforeShipment(timeline),
  )
  expectFigures({
    'orders whose cash a courier owes': [
      joinSorted(owed.map(({ orderId }) => orderId)),
      joinSorted(wanted.map(({ purchaseId }) => purchaseId)),
    ],
    'orders in the sums of couriers': [
      page.couriers.reduce((sum, { orders: count }) => sum + count, 0),
      owed.length,
    ],
    'paise in the sums of couriers': [
      sumInPaise(page.couriers.map(({ owed: rupees }) => rupees)),
      sumInPaise(owed.flatMap(({ amount, paid }) => [amount, -paid])),
    ],
  })
}

function sumInPaise(rupees: readonly number[]) {
  return rupees.reduce((sum, each) => sum + Math.round(each * 100), 0)
}

function joinSorted(ids: readonly string[]) {
  return ids.toSorted().join()
}

function isPaidBeforeShipment(timeline: DeskOrder['timeline']) {
  const indexOf = (wanted: string) => timeline.findIndex(({ kind }) => kind === wanted)
  return indexOf('paid') >= 0 && indexOf('paid') < indexOf('shipped')
}
