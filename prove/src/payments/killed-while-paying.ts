import { randomUUID } from 'node:crypto'
import { readShopFile } from '../proof-context.ts'
import { expectFigures, type Proof } from '../proof.ts'
import { startRestartableStore } from '../reliability/restartable-store.ts'
import { createShopper, DONUT, type Shopper } from '../shopper.ts'
import { type Emulator, payOrder, placeOrder, sendWebhook, startEmulator } from './razorpay-store.ts'

/** In each round the store is killed at one step, before or after the step has an effect. */
const STEPS = ['order', 'webhook', 'cancel', 'refund'] as const
const MOMENTS = ['before', 'after'] as const
const SETTLE_TIMEOUT_MS = 30_000
const POLL_MS = 100

export const killedWhilePaying: Proof = {
  id: 'R21',
  test: 'The store is killed between every two steps of a payment and of its refund, and is started again',
  sizes: { quick: 8, short: 24, nightly: 240 },
  unit: 'kills',
  async run(context, size) {
    const { emulator, settings } = await startEmulator(context)
    const store = await startRestartableStore(context, settings)
    const shopper = await createShopper(store.url)
    const orders: { purchaseId: string; isCancelled: boolean }[] = []

    for (let round = 0; round < size; round += 1) {
      const killedStep = STEPS[round % STEPS.length] ?? 'order'
      const moment = MOMENTS[Math.floor(round / STEPS.length) % MOMENTS.length] ?? 'before'
      /** Makes the call of a step, and kills the store meanwhile if the step is `killedStep`. */
      const callAt = async (step: (typeof STEPS)[number], call: () => Promise<unknown>) => {
        if (step !== killedStep) return call()
        await killAt(store, emulator, step, moment, call)
        return undefined
      }
      // Each call is repeated, because the kill may have stopped it. The first order is never paid:
      // the repeated call has another key, and so places another order.
      await callAt('order', () => placeOrder(shopper).catch(() => null))
      const order = await placeOrder(shopper)
      const [captured] = payOrder(emulator, order).webhooks
      if (!captured) throw new Error('the emulator sent no webhook')
      await callAt('webhook', () => sendWebhook(store.url, captured).catch(() => 0))
      await sendWebhook(store.url, captured)
      // The orders of rounds with a kill at the step `order` stay paid.
      const isCancelled = killedStep !== 'order'
      if (isCancelled) {
        const cancel = () => cancelOrder(shopper, order.purchaseId)
        await callAt('cancel', () => cancel().catch(() => null))
        await cancel()
        await callAt('refund', async () => waitForRefund(emulator))
      }
      orders.push({ purchaseId: order.purchaseId, isCancelled })
    }

    // All refunds must be settled before they are counted.
    const unfinished = () =>
      readShopFile<{ purchaseId: string }>(
        store.dataFolder,
        `SELECT DISTINCT purchaseId FROM orders, json_each(refunds) AS refund WHERE refund.value ->> 'state' = 'requested'`,
      )
    await waitUntil(() => unfinished().length === 0)
    const [counted] = readShopFile<{ refunded: number; refundedAgain: number; failed: number }>(
      store.dataFolder,
      `SELECT count(*) AS refunded, sum(json_array_length(refunds) > 1) AS refundedAgain,
        sum(EXISTS (SELECT 1 FROM json_each(refunds) WHERE value ->> 'state' = 'failed')) AS failed
      FROM orders WHERE json_array_length(refunds) > 0`,
    )
    const { payments } = emulator.razorpay
    const captures = [...payments.values()].filter(({ captured }) => captured)
    const cancelled = orders.filter((order) => order.isCancelled).length
    expectFigures({
      'payments taken': [captures.length, size],
      'payments that went back in full': [
        captures.filter(({ amount, amount_refunded: back }) => back === amount).length,
        cancelled,
      ],
      'payments that went back in part or too much': [
        captures.filter(({ amount, amount_refunded: back }) => back !== amount && back !== 0).length,
        0,
      ],
      'orders with a refund': [counted?.refunded, cancelled],
      'orders with more than one refund': [counted?.refundedAgain ?? 0, 0],
      'refunds that count as failed': [counted?.failed ?? 0, 0],
      'orders that are confirmed': [
        readShopFile<{ count: number }>(
          store.dataFolder,
          "SELECT count(*) AS count FROM orders WHERE orderStatus = 'CONFIRMED'",
        )[0]?.count,
        size - cancelled,
      ],
    })
    return `${size} kills at ${STEPS.length * MOMENTS.length} points: ${size} payments taken once, ${cancelled} refunded once and in full, of ${DONUT.price} rupees each`
  },
  mutations: [
    {
      what: 'a refund that was sent once is sent with another key',
      file: 'apps/shop-api/src/payments/razorpay/razorpay-payments.ts',
      from: 'const refundKey = `${purchaseId}-${refundId}`',
      to: 'const refundKey = `${purchaseId}-${refundId}-${Math.random().toString(36).slice(2)}`',
    },
    {
      what: 'a refund whose response was lost is given up',
      file: 'apps/shop-api/src/orders/work/reconcile/lanes.ts',
      from: 'await runTasks(laneDeps, withRefund, (order) => sendRefunds(laneDeps, provider, order))',
      to: '',
    },
  ],
}

/**
 * Makes the call, kills the store meanwhile, and starts it again. An order and a refund call the
 * provider: the store is killed just before the provider acts, or just before it responds. A
 * webhook and a cancellation do not: the store is killed before or after its own response.
 */
async function killAt(
  store: Awaited<ReturnType<typeof startRestartableStore>>,
  emulator: Emulator,
  step: (typeof STEPS)[number],
  moment: (typeof MOMENTS)[number],
  call: () => Promise<unknown>,
) {
  const providerPath = { order: '/v1/orders', refund: '/refund', webhook: null, cancel: null }[step]
  const { promise: killed, resolve } = Promise.withResolvers<void>()
  const kill = async () => {
    emulator.hooks.before = undefined
    emulator.hooks.after = undefined
    await store.kill()
    resolve()
  }
  if (providerPath === null) {
    const called = call()
    if (moment === 'after') await called
    await kill()
    await called
  } else {
    emulator.hooks[moment] = async (url) => {
      if (url.endsWith(providerPath)) await kill()
    }
    await Promise.all([call(), killed])
  }
  await store.startAgain()
}

async function cancelOrder({ call }: Shopper, purchaseId: string) {
  const { status } = await call('POST', `/purchases/order/${purchaseId}/cancel`, { reason: randomUUID() })
  if (status !== 200) throw new Error(`a cancellation got ${status}`)
}

/**
 * Waits until the reconciler has sent a refund, or until the store was killed, which removes the
 * emulator's hooks. Without a kill at this step there are no hooks, so it does not wait.
 */
async function waitForRefund({ razorpay, hooks }: Emulator) {
  const before = razorpay.refunds.size
  await waitUntil(() => razorpay.refunds.size > before || (!hooks.before && !hooks.after))
}

async function waitUntil(isTrue: () => boolean) {
  const end = Date.now() + SETTLE_TIMEOUT_MS
  while (!isTrue()) {
    if (Date.now() > end) throw new Error('the store did not settle its refunds')
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS)
    })
  }
}
