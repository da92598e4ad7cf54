import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, type Random } from '@nashta/contracts/catalogue/random.fixture'
import type { WorkState } from '@nashta/contracts/orders/desk/desk-order'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { createTables } from '@nashta/dynamodb/create-tables'
import { dynamoTestStorage } from '@nashta/shop-api/adapters/dynamodb/dynamodb-storage.fixture'
import { shopTableDefinitions } from '@nashta/shop-api/adapters/dynamodb/tables'
import { openTestShop, openTestShopOn, TEST_PAYMENTS, type TestShop } from '@nashta/shop-api/shop.fixture'
import { connect, startLocal, whyNoDynamoDbLocal } from '../cloud/cloud-shop.ts'
import type { ProofContext } from '../proof-context.ts'
import { expectFigures, type Proof } from '../proof.ts'
import { itemAt } from '../shopper.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** India is five and a half hours ahead. */
const INDIA_OFFSET_MS = 330 * MINUTE_MS
/** How long an order waits for its payment. */
const PAYMENT_MINUTES = 30
/** How many open minutes operators have to look for a payment whose bank's number the shopper has given. */
const LOOK_MINUTES = 48 * 60
const PRICE = 100
const STOCK = 3
const CLOSED_DAYS = 3
const QUIET_TIMES = 2
const QUIET_DAYS_MAX = 10
/** Longer than counters are cached on DynamoDB. */
const COUNTS_CACHED_MS = 10_000
const MAIL_TIMEOUT_MS = 20_000
const MAIL_POLL_MS = 20

/** DynamoDB Local is slower, so it gets fewer orders. */
const SLOWER = 3
/** Each order skips this many cases, so that even few orders meet different claims, ends and decisions. */
const CASE_STEP = 10

const CLAIMS = ['none', 'click', 'number'] as const
const ENDS = ['time', 'shopper', 'shop'] as const
const DECISIONS = ['revive', 'sendBack', 'notFound'] as const
/** Every claim meets every end and every decision. Everything else about an order is random. */
const CASES = CLAIMS.flatMap((claim) =>
  ENDS.flatMap((end) => DECISIONS.map((decision) => ({ claim, end, decision }))),
)
type Case = (typeof CASES)[number]

/** How the time of a claimed change ends. */
const CHANGE_ENDS = ['time', 'edit', 'anotherTry', 'shop'] as const
const CHANGES = CHANGE_ENDS.flatMap((end) =>
  (['sendBack', 'notFound'] as const).map((decision) => ({ end, decision })),
)

/** No mail about a UPI order that the shop has not seen paid may say so. */
const FALSE_WORDS = /nothing was charged|paid nothing|not charged|no money/i

type Totals = Record<'found' | 'soldOut' | 'sentBack' | 'closed' | 'quietDays' | 'mails', number>

export const claimsNobodyLooksAt: Proof = {
  id: 'R23',
  test: 'UPI payments that shoppers claim and nobody looks at, over weekends and closed days, on SQLite and DynamoDB',
  sizes: { quick: 27, short: 270, nightly: 5400 },
  unit: 'orders on SQLite, and a third of them on DynamoDB',
  async run(context, size) {
    const results: string[] = []
    for (const [storage, open] of Object.entries(STORAGES)) {
      const reason = storage === 'DynamoDB' ? whyNoDynamoDbLocal() : null
      if (reason !== null) {
        results.push(`${storage} skipped: ${reason}`)
        continue
      }
      const shop = await open(context)
      const totals: Totals = { found: 0, soldOut: 0, sentBack: 0, closed: 0, quietDays: 0, mails: 0 }
      const orders = storage === 'DynamoDB' ? Math.ceil(size / SLOWER) : size
      for (let index = 0; index < orders; index += 1) {
        const random = createRandom(index + 1)
        try {
          await playOrder(shop, itemAt(CASES, index * CASE_STEP), index, random, totals)
          await playChange(shop, itemAt(CHANGES, index), index, random, totals)
        } catch (error) {
          throw new Error(`${storage}, order ${index}: ${(error as Error).message}`, { cause: error })
        }
      }
      const { found, soldOut, sentBack, closed, quietDays, mails } = totals
      results.push(
        `${storage}: ${orders} orders and as many changes of orders, ${quietDays} days nobody looked: no claim lost; ${found} payments found, ${soldOut} of them for sold out snacks, ${sentBack} sent back, ${closed} claims closed; ${mails} mails, none says more than the shop knows`,
      )
    }
    return results.join('. ')
  },
  mutations: [
    {
      what: 'a claim ends with its order',
      file: 'apps/shop-api/src/orders/order/order-state.ts',
      from: "const state = payment.state === 'claimed' ? 'claimed' : 'unpaid'",
      to: "const state = 'unpaid'",
    },
    {
      what: 'the time to look runs on weekends and closed days',
      file: 'packages/contracts/src/open-time.ts',
      from: 'if (open !== time) time = startOfDay(open)',
      to: 'void open',
    },
    {
      what: 'the time to look runs on closed days',
      file: 'packages/contracts/src/open-time.ts',
      from: 'return closedDays.length > 0 && closedDays.includes(calendarDay(at))',
      to: 'return false',
    },
    {
      what: 'a revived order takes no stock',
      file: 'apps/shop-api/src/orders/events/payment/revived.ts',
      from: "{ kind: 'takeStock' },",
      to: '',
    },
    {
      what: 'a claim is closed without a mail',
      file: 'apps/shop-api/src/orders/events/payment/claim-closed.ts',
      from: "effects: [{ kind: 'queueMail', mail: 'payment-not-found' }]",
      to: 'effects: []',
    },
    {
      what: 'money that was found stays with the shop',
      file: 'apps/shop-api/src/orders/events/payment/payment-recorded.ts',
      from: 'order: withoutClaim(refunded.order, seen),',
      to: 'order: withoutClaim(order, seen),',
    },
    {
      what: 'a mail says that nothing was charged, which nobody knows',
      file: 'apps/shop-api/src/orders/events/payment/expired.ts',
      from: 'return isSeenByHand(payment) ? `${UPI_PAYMENT_EXPIRED} ${IF_YOU_HAVE_PAID}` : PAYMENT_EXPIRED',
      to: 'return PAYMENT_EXPIRED',
    },
    {
      what: 'a claim to have paid a change ends with the change',
      file: 'apps/shop-api/src/orders/events/rules/owed-rest.ts',
      from: "...(payment.state === 'claimed' && { isSought: true as const }),",
      to: '',
    },
    {
      what: 'the account of an open claim is erased',
      file: 'apps/shop-api/src/account/erase-order.ts',
      from: "return phase.money !== 'known'",
      to: "return phase.money === 'checking'",
    },
  ],
}

const PAYMENTS = { ...TEST_PAYMENTS, providers: ['upi'] as const, lifetimeMs: PAYMENT_MINUTES * MINUTE_MS }

const STORAGES = {
  async SQLite(context: ProofContext): Promise<TestShop> {
    const shop = await openTestShop({ payments: PAYMENTS })
    context.atEnd(() => shop.close())
    return shop
  },
  async DynamoDB(context: ProofContext): Promise<TestShop> {
    const client = connect((await startLocal(context)).endpoint)
    const prefix = randomUUID()
    const tables = {
      products: `${prefix}-products`,
      carts: `${prefix}-carts`,
      purchases: `${prefix}-purchases`,
    }
    // The clock of the shop is not that of DynamoDB, which would delete items that are in the past.
    const definitions = shopTableDefinitions(tables).map(({ expiryAttribute: _expiry, ...table }) => table)
    await createTables(client, definitions)
    const shop = await openTestShopOn(dynamoTestStorage({ client, tables }, client), { payments: PAYMENTS })
    context.atEnd(() => shop.close())
    return shop
  },
}

async function playOrder(
  shop: TestShop,
  { claim, end, decision }: Case,
  index: number,
  random: Random,
  totals: Totals,
) {
  const shopper = `asha-${index}`
  const productId = `snack-${index}`
  const quantity = 1 + random.below(2)
  const amount = PRICE * quantity
  const reference = `4029${String(index).padStart(8, '0')}`
  const pass = (milliseconds: number) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + milliseconds)
  }
  const boss = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    shop.call('boss', method, path, body)

  // The shop sells a new snack. The time is any minute of any day of the week.
  pass(random.below(14 * 24 * 60) * MINUTE_MS)
  const today = shop.clock.now
  const closedDays = [
    ...new Set(
      Array.from({ length: random.below(CLOSED_DAYS + 1) }, () => indianDay(today, random.below(6))),
    ),
  ]
  await expectStatus(boss('PUT', '/admin/shop', aShop({ closedDays })), 200)
  await expectStatus(
    boss('POST', '/products', { products_id: productId, name: `Snack ${index}`, price: PRICE, stock: STOCK }),
    201,
  )

  // The shopper orders, and may claim to have paid.
  const place = (sub: string, units: number) =>
    shop.call(sub, 'POST', `/purchases/${sub}`, {
      items: [{ productId, quantity: units }],
      totalAmount: PRICE * units,
      paymentDetails: { method: 'hosted', choice: 'upi' },
      shippingAddress: homeAddress,
    })
  const placed = await expectStatus(place(shopper, quantity), 201)
  const id = String(placed.data.purchaseId)
  const order = async () => (await boss('GET', `/admin/orders/${id}`)).data
  const stock = async () => (await shop.shop.products.find(productId))?.stock
  const act = (path: string, body: object = {}) => boss('POST', `/admin/orders/${id}/${path}`, body)

  let deadline = shop.clock.now.getTime() + PAYMENT_MINUTES * MINUTE_MS
  if (claim !== 'none') {
    pass(random.below(PAYMENT_MINUTES - 1) * MINUTE_MS)
    const body = claim === 'number' ? { reference } : {}
    await expectStatus(shop.call(shopper, 'POST', `/purchases/order/${id}/paid`, body), 200)
    if (claim === 'number') deadline = afterOpenMinutes(shop.clock.now.getTime(), LOOK_MINUTES, closedDays)
    await expectOpenClaim(shop, id, 'confirm')
  }

  // The order ends: its time is over, or the shopper or the shop cancels it.
  if (end === 'time') {
    shop.clock.now = new Date(deadline - MINUTE_MS)
    await shop.shop.reconcile()
    expectFigures({ 'the status before its time is over': [(await order()).orderStatus, 'PROCESSING'] })
    shop.clock.now = new Date(deadline + MINUTE_MS)
    await shop.shop.reconcile()
  } else if (end === 'shopper') {
    await expectStatus(
      shop.call(shopper, 'POST', `/purchases/order/${id}/cancel`, { reason: 'Too slow' }),
      200,
    )
  } else await expectStatus(act('cancel', { reason: 'Sold out' }), 200)
  expectFigures({
    'the status of an order that has ended': [(await order()).orderStatus, 'CANCELLED'],
    'the stock of an order that has ended': [await stock(), STOCK],
  })

  // Days pass without a decision, and the claim stays open.
  for (let time = 0; time < QUIET_TIMES; time += 1) {
    const days = random.below(QUIET_DAYS_MAX)
    totals.quietDays += days
    pass(days * DAY_MS)
    await shop.shop.reconcile()
    if (claim === 'none') continue
    await expectOpenClaim(shop, id, 'findPayment')
    const erased = await shop.call(shopper, 'DELETE', `/account/${shopper}`)
    expectFigures({ 'the erasure of an account with an open claim': [erased.code, 'ORDER_ON_ITS_WAY'] })
  }

  // An operator decides. Another shopper may have bought the rest of the snack by then.
  const isSoldOut = random.chance(0.3)
  if (isSoldOut) await expectStatus(place(`ravi-${index}`, STOCK), 201)
  const left = isSoldOut ? 0 : STOCK
  const mailsOf = (kind: string) => countMails(shop, id, kind)
  if (decision === 'revive') {
    const responses = await Promise.all([1, 2, 3].map(() => act('revive', { amount, reference })))
    const statuses = [...new Set(responses.map(({ status }) => status))].join()
    if (isSoldOut) {
      expectFigures({
        'revivals of an order whose snack is sold out': [responses[0]?.code, 'OUT_OF_STOCK'],
        'the stock of a sold out snack': [await stock(), 0],
      })
      if (claim !== 'none') await expectOpenClaim(shop, id, 'findPayment')
      totals.soldOut += 1
    } else {
      expectFigures({
        'responses to three revivals at once': [statuses, '200'],
        'the status of a revived order': [(await order()).orderStatus, 'CONFIRMED'],
        'the work of a revived order': [(await order()).work, 'pack'],
        'the stock of a revived order': [await stock(), left - quantity],
      })
      await act('cancel', { reason: 'Broken' })
      expectFigures({
        'refunds of a revived order that is cancelled': [refundsOf(await order()), `${amount} requested`],
      })
    }
    totals.found += 1
  }
  if (decision === 'sendBack' || (decision === 'revive' && isSoldOut)) {
    await expectStatus(act('payments', { amount, reference }), 200)
    expectFigures({
      'refunds of a payment that was found': [refundsOf(await order()), `${amount} requested`],
    })
    totals.sentBack += 1
  }
  if (decision === 'notFound' && claim !== 'none') {
    await expectStatus(act('not-paid'), 200)
    await expectStatus(act('not-paid'), 200)
    expectFigures({ 'mails that a payment was not found': [await mailsOf('payment-not-found'), 1] })
    totals.closed += 1
  }

  // The operator pays the refunds, and then no work is left.
  const after = await order()
  for (const { refundId, state } of after.refunds ?? [])
    if (state === 'requested')
      await expectStatus(act(`refunds/${refundId}`, { state: 'done', reference: 'UTR 77' }), 200)
  expectFigures({
    'the work of an order that is decided': [(await order()).work, 'cancelled'],
    'claims that wait after all are decided': [await countWork(shop, 'findPayment'), 0],
  })

  // The mails say what the shop knows, and no more.
  const texts = await readMails(shop, shopper, id)
  totals.mails += texts.length
  const wasConfirmed = decision === 'revive' && !isSoldOut
  expectFigures({
    'a mail claims what nobody knows': [texts.find((text) => FALSE_WORDS.test(text)), undefined],
    'mails that the order is confirmed': [
      texts.filter((text) => /is confirmed/.test(text)).length > 0,
      wasConfirmed,
    ],
    'a mail that the shop still looks for the payment': [
      texts.some((text) => text.includes('We still look for the payment')),
      claim !== 'none',
    ],
  })
}

/** A paid order costs more after an edit, and its shopper says that this is paid, too. */
async function playChange(
  shop: TestShop,
  { end, decision }: (typeof CHANGES)[number],
  index: number,
  random: Random,
  totals: Totals,
) {
  const shopper = `gita-${index}`
  const productId = `more-${index}`
  const [first, reference] = ['4030', '4031'].map((start) => start + String(index).padStart(8, '0'))
  let keys = 0
  const send = (sub: string, path: string, body: object) =>
    shop.call(sub, 'POST', path, body, { 'idempotency-key': `change-${index}-${(keys += 1)}` })
  const itemsOf = (quantity: number) => [{ productId, quantity }]
  await expectStatus(
    send('boss', '/products', { products_id: productId, name: productId, price: PRICE, stock: 10 }),
    201,
  )
  const placed = await expectStatus(
    send(shopper, `/purchases/${shopper}`, {
      items: itemsOf(1),
      totalAmount: PRICE,
      paymentDetails: { method: 'hosted', choice: 'upi' },
      shippingAddress: homeAddress,
    }),
    201,
  )
  const id = String(placed.data.purchaseId)
  const order = async () => (await shop.call('boss', 'GET', `/admin/orders/${id}`)).data
  const act = (path: string, body: object = {}) => send('boss', `/admin/orders/${id}/${path}`, body)
  const edit = async (quantity: number) => {
    const { version, address } = await order()
    const body = { items: itemsOf(quantity), address, version, totalAmount: PRICE * quantity }
    await expectStatus(act('edits', body), 200)
  }
  const payRest = () =>
    expectStatus(
      send(shopper, `/purchases/order/${id}/rest`, {
        paymentDetails: { method: 'hosted', choice: 'upi' },
        amount: PRICE,
      }),
      200,
    )
  await expectStatus(act('confirm', { amount: PRICE, reference: first }), 200)
  await edit(2)
  await payRest()
  const claim = random.chance(0.5) ? { reference } : {}
  await expectStatus(send(shopper, `/purchases/order/${id}/paid`, claim), 200)
  await expectOpenClaim(shop, id, 'confirm')

  if (end === 'edit') await edit(3)
  if (end === 'anotherTry') await payRest()
  if (end === 'shop') {
    await expectStatus(act('cancel', { reason: 'Sold out' }), 200)
    await settleRefunds()
  }
  for (let time = 0; time < QUIET_TIMES; time += 1) {
    const days = QUIET_DAYS_MAX + random.below(QUIET_DAYS_MAX)
    totals.quietDays += days
    shop.clock.now = new Date(shop.clock.now.getTime() + days * DAY_MS)
    await shop.shop.reconcile()
    await expectOpenClaim(shop, id, 'findPayment')
    const erased = await shop.call(shopper, 'DELETE', `/account/${shopper}`)
    expectFigures({ 'the erasure of an account with an open claim': [erased.code, 'ORDER_ON_ITS_WAY'] })
  }
  expectFigures({
    'what the order costs whose change was not paid in time': [
      (await order()).totalAmount,
      PRICE * (end === 'shop' ? 2 : 1),
    ],
    'the stock of a change that was not paid in time': [
      (await shop.shop.products.find(productId))?.stock,
      end === 'shop' ? 10 : 9,
    ],
  })

  if (decision === 'sendBack') {
    await expectStatus(act('payments', { amount: PRICE, reference }), 200)
    await settleRefunds()
    totals.sentBack += 1
  } else {
    await expectStatus(act('not-paid'), 200)
    await expectStatus(act('not-paid'), 200)
    expectFigures({
      'mails that the payment of a change was not found': [
        await countMails(shop, id, 'payment-not-found'),
        1,
      ],
    })
    totals.closed += 1
  }
  expectFigures({
    'the work of a change that is decided': [(await order()).work, end === 'shop' ? 'cancelled' : 'pack'],
    'claims that wait after all are decided': [await countWork(shop, 'findPayment'), 0],
  })
  const texts = await readMails(shop, shopper, id)
  totals.mails += texts.length
  expectFigures({
    'a mail claims what nobody knows': [texts.find((text) => FALSE_WORDS.test(text)), undefined],
  })
  // The next order counts its own work.
  await act('cancel', { reason: 'Sold out' })
  await settleRefunds()

  async function settleRefunds() {
    for (const { refundId, state } of (await order()).refunds ?? [])
      if (state === 'requested')
        await expectStatus(act(`refunds/${refundId}`, { state: 'done', reference: 'UTR 78' }), 200)
  }
}

/** The claim is work for an operator: in the order, in the list and in today's counters. */
async function expectOpenClaim(shop: TestShop, id: string, work: WorkState) {
  const { data: order } = await shop.call('boss', 'GET', `/admin/orders/${id}`)
  const { data: list } = await shop.call('boss', 'GET', `/admin/orders?work=${work}`)
  expectFigures({
    'the work of an order with an open claim': [order.work, work],
    'lists with the order': [
      list.orders.filter(({ purchaseId }: { purchaseId: string }) => purchaseId === id).length,
      1,
    ],
    "today's counter": [await countWork(shop, work), 1],
  })
}

async function countWork(shop: TestShop, work: WorkState) {
  shop.clock.now = new Date(shop.clock.now.getTime() + COUNTS_CACHED_MS)
  const { data } = await shop.call('boss', 'GET', '/admin/today')
  return Number(data.work[work])
}

function refundsOf({ refunds = [] }: { refunds?: { amount: number; state: string }[] }) {
  return refunds.map(({ amount, state }) => `${amount} ${state}`).join()
}

async function countMails(shop: TestShop, id: string, kind: string) {
  return (await shop.queuedMails()).filter((mail) => mail.key.includes(id) && mail.kind.includes(kind)).length
}

/** The mails of an order, once all that were queued have arrived. */
async function readMails(shop: TestShop, shopper: string, id: string) {
  const queued = await countMails(shop, id, '')
  for (let waited = 0; waited < MAIL_TIMEOUT_MS; waited += MAIL_POLL_MS) {
    const mails = await shop.mailbox.list(`${shopper}@example.in`)
    if (mails.length >= queued)
      return mails.map(({ subject, text }) => `${subject} ${text}`.replaceAll(/\s+/g, ' '))
    await sleep(MAIL_POLL_MS)
  }
  throw new Error(`${queued} mails did not arrive`)
}

async function expectStatus<Reply extends { status: number; code?: string; message?: string }>(
  response: Promise<Reply>,
  status: number,
) {
  const reply = await response
  if (reply.status === status) return reply
  throw new Error(`a call got ${reply.status} ${reply.message}, must get ${status}`)
}

/** The day in India that is `days` days later, as 2026-01-31. */
function indianDay(at: Date, days: number) {
  return new Date(at.getTime() + INDIA_OFFSET_MS + days * DAY_MS).toISOString().slice(0, 10)
}

/** Counts minute by minute: only minutes of workdays that are not closed. */
function afterOpenMinutes(from: number, minutes: number, closedDays: readonly string[]) {
  let at = from
  for (let left = minutes; left > 0; at += MINUTE_MS) {
    const weekday = new Date(at + INDIA_OFFSET_MS).getUTCDay()
    const isOpen = weekday !== 0 && weekday !== 6 && !closedDays.includes(indianDay(new Date(at), 0))
    if (isOpen) left -= 1
  }
  return at
}
