import { randomUUID } from 'node:crypto'
import { createRandom } from '@nashta/contracts/catalogue/random.fixture'
import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { aProduct } from '@nashta/shop-api/catalogue/product.fixture'
import { deliveryOf, razorpayDriver } from '@nashta/shop-api/payments/provider-drivers.fixture'
import type { Delivery } from '@nashta/shop-api/payments/provider.suite'
import { openTestShop, type TestShop } from '@nashta/shop-api/shop.fixture'
import { expectFigures, type Proof } from '../proof.ts'
import { itemAt } from '../shopper.ts'

/** The random steps of a history, after its `FIRST_STEPS`. */
const RANDOM_STEPS = 14
const STOCK = 1000
const PRICE_PAISE = 12_350
const MINUTE_MS = 60_000
/** The rounds of the reconciler after the last step: enough to settle everything. */
const FINAL_ROUNDS = 8

/** The first steps of a history. The next history begins with the next list. */
const FIRST_STEPS = [
  // The payment is in time, but its messages are lost, and the order expires.
  ['pay', 'lose', 'expire', 'reconcile'],
  // An operator refunds a part in the provider's dashboard, and its messages are lost.
  ['pay', 'deliverAll', 'reconcile', 'refundPartInDashboard', 'lose'],
  // The same, while a refund of everything is about to be sent.
  ['pay', 'deliverAll', 'reconcile', 'refundAll', 'refundPartInDashboard', 'deliverAll'],
  // An operator refunds everything twice.
  ['pay', 'deliverAll', 'reconcile', 'refundAll', 'refundAll'],
  // The payment comes when the order is over.
  ['cancel', 'pay', 'deliverAll'],
  [],
]

/** The reasons of an operator's refunds. An order of which everything is refunded is over. */
const BROKEN = 'Broken'
const ALL_OF_IT = 'All of it'
const OPERATORS_REASONS = new Set([BROKEN, ALL_OF_IT])

type Totals = Record<'payments' | 'refunds' | 'dashboard' | 'late' | 'cancelled' | 'liveUnits', number>

type PurchaseResponse = { data: PurchaseData }
type PurchaseData = {
  purchaseId: string
  orderStatus: string
  totalItems: number
  totalAmount: number
  payment: { state: string; expiresAt?: string; form?: { fields: Record<string, string> } }
  refunds: {
    refundId: string
    amount: number
    state: string
    reason: string
    items?: { productId: string; quantity: number }[]
  }[]
}

export const lateMoney: Proof = {
  id: 'R20',
  test: 'Random histories of payments before, after and long after their order is over, of lost, late and repeated messages, and of refunds, some of them in the dashboard of the provider',
  sizes: { quick: 6, short: 300, nightly: 10_000 },
  unit: `histories of ${RANDOM_STEPS} steps`,
  async run(context, size) {
    const { driver, emulator } = await razorpayDriver()
    context.atEnd(() => emulator.close())
    const shop = await openTestShop({ payments: driver.settings })
    context.atEnd(() => shop.close())
    const product = aProduct({ products_id: 'barfi', pricePaise: asPaise(PRICE_PAISE), stock: STOCK * size })
    await shop.shop.products.fillIfEmpty([product])
    const totals: Totals = { payments: 0, refunds: 0, dashboard: 0, late: 0, cancelled: 0, liveUnits: 0 }
    for (let seed = 1; seed <= size; seed += 1) {
      const fault = await playHistory(shop, emulator, seed, totals)
      expectFigures({ [`fault of history ${seed}`]: [fault, ''] })
    }
    const stock = (await shop.shop.products.find('barfi'))?.stock
    expectFigures({ 'stock and units of live orders': [(stock ?? 0) + totals.liveUnits, STOCK * size] })
    return `${size} histories, ${totals.payments} payments, ${totals.refunds} refunds, ${totals.dashboard} of them made in the dashboard, late money of ${totals.late} orders returned, ${totals.cancelled} orders cancelled: each rupee is with the shop for a live order, or back; stock exact`
  },
  mutations: [
    {
      what: 'money for an order that is over is not returned',
      file: 'apps/shop-api/src/orders/events/payment/approved.ts',
      from: 'return refundUnexpected(withCheckingEnded(order), { transactionId, amountPaise, reason: LATE_REASON }, at)',
      to: 'return unchanged(order)',
    },
    {
      what: "refunds in the provider's dashboard are not noticed",
      file: 'apps/shop-api/src/orders/events/refund/foreign-refund.ts',
      from: 'return addForeignRefund(order, refund, time.at)',
      to: 'return unchanged(order)',
    },
    {
      what: 'the shop sends money that the dashboard has returned already',
      file: 'apps/shop-api/src/orders/events/refund/foreign-refund.ts',
      from: 'const excess = isLate ? amountPaise : Math.max(0, 0 - leftOfTransaction(added, transactionId))',
      to: 'const excess = isLate ? amountPaise : 0',
    },
    {
      what: 'a refund may be larger than what is left',
      file: 'apps/shop-api/src/orders/order/refunded.ts',
      from: "const subtracted = refunds.filter(({ isLate, state }) => !isLate && state !== 'failed')",
      to: 'const subtracted: typeof refunds = []',
    },
    {
      what: 'an order expires without a last request to the provider',
      file: 'apps/shop-api/src/orders/work/reconcile/reconcile-payment.ts',
      from: "const outcome = await withTimeout(question, CALL_TIMEOUT_MS, 'a question about a payment')",
      to: "const outcome = isPastDeadline ? null : await withTimeout(question, CALL_TIMEOUT_MS, 'a question about a payment')",
    },
  ],
}

/** Plays the steps of one order and adds to `totals`. Returns the faults at the end as a text. */
async function playHistory(
  shop: TestShop,
  { razorpay }: Awaited<ReturnType<typeof razorpayDriver>>['emulator'],
  seed: number,
  totals: Totals,
): Promise<string> {
  const random = createRandom(seed)
  const quantity = random.one([1, 2, 3])
  const call = async (sub: string, path: string, body: object, key: string) =>
    shop.call(sub, 'POST', path, body, { 'idempotency-key': `${seed}-${key}` })
  const placed = (await call(
    'asha',
    '/purchases/asha',
    {
      items: [{ productId: 'barfi', quantity }],
      totalAmount: (PRICE_PAISE * quantity) / 100,
      paymentDetails: { method: 'hosted', choice: 'upi' },
      shippingAddress: homeAddress,
    },
    'place',
  )) as PurchaseResponse
  const { purchaseId, payment } = placed.data
  const razorpayOrderId = payment.form?.fields['order_id'] ?? ''
  /** A message stays in the list when it is delivered, so it may be delivered several times. */
  const messages: Delivery[] = []
  const addWebhook = (...event: Parameters<typeof razorpay.webhookOf>) =>
    messages.push(deliveryOf(shop, { path: 'razorpay/webhook', ...razorpay.webhookOf(...event) }))
  const readOrder = async (): Promise<PurchaseData> =>
    (await shop.call('asha', 'GET', `/purchases/order/${purchaseId}`)).data
  const skipMinutes = (minutes: number) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + minutes * MINUTE_MS)
  }

  const findCaptures = () =>
    [...razorpay.payments.values()].filter((each) => each.order_id === razorpayOrderId && each.captured)

  let isPaidInTime = false
  let isRefundedInDashboard = false
  let isCancelledByShopper = false
  /** Refunds what is left, or the given part of it. */
  function refundInDashboard(parts: number) {
    const paid = findCaptures().find((each) => each.amount_refunded < each.amount)
    if (!paid) return
    const amount = Math.ceil((paid.amount - paid.amount_refunded) / parts)
    const refund = razorpay.refund(paid.id, { amount }, undefined)
    addWebhook('refund.created', { refund, payment: paid })
    isRefundedInDashboard = true
    totals.dashboard += 1
  }

  /** True if an order that was paid in time is over, although no person has ended it. */
  const isOverTooSoon = ({ orderStatus, refunds }: PurchaseData) =>
    orderStatus === 'CANCELLED' &&
    isPaidInTime &&
    !isCancelledByShopper &&
    !isRefundedInDashboard &&
    !refunds.some(({ reason }) => OPERATORS_REASONS.has(reason))

  const steps: Record<string, () => unknown> = {
    async pay() {
      if (razorpay.getOrder(razorpayOrderId).status === 'paid') return
      const { orderStatus, payment: open } = await readOrder()
      const now = shop.clock.now.toISOString()
      isPaidInTime = orderStatus === 'PROCESSING' && now < (open.expiresAt ?? '')
      totals.payments += 1
      const paid = razorpay.pay(razorpayOrderId, 'captured', { purchaseId })
      addWebhook('payment.captured', { payment: paid })
      addWebhook('order.paid', { payment: paid })
      const body = razorpay.callbackOf(paid).toString()
      messages.push(deliveryOf(shop, { path: `razorpay/return?order=${purchaseId}`, body }))
    },
    failToPay() {
      if (razorpay.getOrder(razorpayOrderId).status === 'paid') return
      addWebhook('payment.failed', { payment: razorpay.pay(razorpayOrderId, 'failed', { purchaseId }) })
    },
    deliver: async () => messages.length > 0 && random.one(messages)(),
    async deliverAll() {
      for (const deliver of messages) await deliver()
    },
    lose: () => void messages.splice(0),
    // The provider is asked about a payment after fifteen minutes, and an unpaid order expires after thirty.
    skipTime: () => skipMinutes(random.one([1, 16, 31, 24 * 60])),
    expire: () => skipMinutes(31),
    reconcile: () => shop.shop.reconcile(),
    async cancel() {
      const path = `/purchases/order/${purchaseId}/cancel`
      const isLive = (await readOrder()).orderStatus !== 'CANCELLED'
      const { status } = await call('asha', path, { reason: 'No' }, 'cancel')
      if (isLive && status === 200) isCancelledByShopper = true
    },
    refund: () =>
      call(
        'boss',
        `/admin/orders/${purchaseId}/refund`,
        {
          reason: BROKEN,
          goods: 'back',
          ...(random.chance(0.7) && { items: [{ productId: 'barfi', quantity: random.one([1, 2]) }] }),
        },
        // A repeated key makes the call a replay.
        `refund${random.one([1, 2, 3])}`,
      ),
    refundAll: () =>
      call('boss', `/admin/orders/${purchaseId}/refund`, { reason: ALL_OF_IT, goods: 'back' }, randomUUID()),
    refundInDashboard: () => refundInDashboard(random.one([1, 3])),
    refundPartInDashboard: () => refundInDashboard(3),
    settleRefunds() {
      for (const { id, status, payment_id: paymentId } of razorpay.refunds.values()) {
        if (status !== 'pending') continue
        const refund = razorpay.settleRefund(id, 'processed')
        addWebhook('refund.processed', { refund, payment: razorpay.getPayment(paymentId) })
      }
    },
  }

  // The named steps are in the list more than once, so they are more likely.
  const names = ['pay', 'deliver', 'deliver', 'skipTime', 'reconcile', ...Object.keys(steps)]
  for (const name of itemAt(FIRST_STEPS, seed)) await steps[name]?.()
  // A later step may end the order rightly.
  const wasOverTooSoon = isOverTooSoon(await readOrder())
  for (let step = 0; step < RANDOM_STEPS; step += 1) await steps[random.one(names)]?.()
  for (let round = 0; round < FINAL_ROUNDS; round += 1) {
    skipMinutes(20)
    await shop.shop.reconcile()
    await steps['settleRefunds']?.()
  }

  // A refund that the dashboard has made in its place is given up.
  const isOpen = ({ state }: PurchaseData['refunds'][number]) =>
    state !== 'done' && !(isRefundedInDashboard && state === 'failed')
  const order = await readOrder()
  const done = order.refunds.filter(({ state }) => state === 'done')
  totals.refunds += done.length
  const isLive = order.orderStatus !== 'CANCELLED'
  if (!isLive) totals.cancelled += 1
  if (!isLive && done.length > 0 && order.payment.state === 'unpaid') totals.late += 1
  // The units that an operator refunded are back in the stock.
  const units = order.refunds.flatMap(({ items = [] }) => items)
  if (isLive) totals.liveUnits += units.reduce((left, item) => left - item.quantity, quantity)
  const captures = findCaptures()
  const captured = captures.reduce((sum, { amount }) => sum + amount, 0)
  const returned = captures.reduce((sum, { amount_refunded: amount }) => sum + amount, 0)
  const refunded = Math.round(done.reduce((sum, { amount }) => sum + amount, 0) * 100)
  const total = PRICE_PAISE * quantity

  const checks: [isWrong: boolean, fault: string][] = [
    [order.refunds.some(isOpen), `a refund is not done: ${JSON.stringify(order.refunds)}`],
    [returned !== refunded, `${returned} paise went back, the order says ${refunded}`],
    [!isLive && captured !== returned, `${captured - returned} paise of a cancelled order were not returned`],
    [isLive && captured !== total, `an order of ${total} paise is live with ${captured}`],
    [wasOverTooSoon || isOverTooSoon(order), 'an order that was paid in time is over'],
    [returned > captured, `${returned} of ${captured} paise went back`],
  ]
  return checks.flatMap(([isWrong, fault]) => (isWrong ? [fault] : [])).join(', ')
}
