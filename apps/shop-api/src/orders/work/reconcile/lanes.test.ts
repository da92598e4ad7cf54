import type { ProviderName } from '@nashta/contracts/constants'
import { asPaise } from '@nashta/contracts/money'
import { createSqliteDocuments } from '@nashta/documents/sqlite-documents'
import { beforeEach, expect, it, vi } from 'vitest'
import { createSqliteCartStore } from '../../../adapters/sqlite/cart-store.ts'
import { createSqliteProductStore } from '../../../adapters/sqlite/product-store.ts'
import { createSqlitePurchaseStore } from '../../../adapters/sqlite/purchase-store.ts'
import { shopDatabaseOfEachTest } from '../../../adapters/sqlite/shop-database.fixture.ts'
import type { PaymentProvider } from '../../../payments/payments.ts'
import { createShopStore } from '../../../shop/shop-store.ts'
import { anOrder, barfi } from '../../order/order.fixture.ts'
import { newPurchaseId } from '../../order/purchase-id.ts'
import type { OrderRecord } from '../../order/purchase-store.ts'
import { createLanes } from './lanes.ts'

const START = new Date('2026-01-01T12:00:00Z')
const MINUTE_MS = 60_000
const ABANDONED = 650
const { stock: _stock, ...uncountedBarfi } = barfi

let clock = START
const database = shopDatabaseOfEachTest(() => clock)
let setup: ReturnType<typeof openReconciler>
beforeEach(() => {
  clock = START
  setup = openReconciler()
})

const now = () => clock
const pass = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * MINUTE_MS)
}

/** A provider that has no money, and records the calls. */
function recordingProvider(name: ProviderName, calls: string[]): PaymentProvider {
  return {
    name,
    methods: [],
    polling: { delayMs: 15 * MINUTE_MS, intervalMs: MINUTE_MS, intervalMaxMs: 60 * MINUTE_MS },
    begin: async () => ({ kind: 'unknown' }),
    receive: async () => null,
    find: async ({ key }) => {
      calls.push(`find ${key}`)
      return null
    },
    refund: async ({ purchaseId }) => {
      calls.push(`refund ${purchaseId}`)
      return { kind: 'done', reference: 'rfnd_1' }
    },
    findRefund: async (reference) => ({ kind: 'done', reference }),
    listForeignRefunds: async () => [],
  }
}

const waiting = (provider: ProviderName): Partial<OrderRecord> => ({
  state: 'pending',
  payment: {
    method: 'card',
    provider,
    state: 'waiting',
    paidPaise: asPaise(0),
    reference: 'order_1',
    expiresAt: new Date(clock.getTime() + 30 * MINUTE_MS).toISOString(),
    form: { url: 'https://bank.example', fields: {} },
  },
})
const withRefund = (provider: ProviderName): Partial<OrderRecord> => ({
  state: 'placed',
  orderStatus: 'CANCELLED',
  transactionId: 'pay_1',
  payment: { method: 'card', provider, state: 'paid', paidPaise: asPaise(80_000) },
  refunds: [
    {
      refundId: 'R1',
      key: 'cancel',
      state: 'requested',
      amountPaise: asPaise(80_000),
      reason: 'No',
      transactionId: 'pay_1',
      byHand: false,
      isLate: false,
      reference: '',
      requestedAt: clock.toISOString(),
      updatedAt: clock.toISOString(),
    },
  ],
})

function openReconciler() {
  const products = createSqliteProductStore(database())
  const carts = createSqliteCartStore(database(), now)
  const purchases = createSqlitePurchaseStore({
    database: database(),
    carts,
    products,
    now,
    queueMail: () => {},
  })
  const calls: string[] = []
  const errors: unknown[] = []
  const razorpay = recordingProvider('razorpay', calls)
  const simulator = recordingProvider('simulator', calls)
  const deps = {
    purchases,
    providers: [razorpay, simulator],
    shop: createShopStore({ documents: createSqliteDocuments({ database: database(), now }), now }),
    now,
    reportError: (error: unknown) => errors.push(error),
  }
  let count = 0

  /** Stores an order that was placed now. */
  async function place(fields: Partial<OrderRecord>) {
    await products.fillIfEmpty([uncountedBarfi])
    count += 1
    const number = count
    const bytes = (length: number) => Uint8Array.from({ length }, (_, index) => (number >> (index * 5)) & 31)
    const purchaseId = newPurchaseId(clock, bytes)
    const purchaseDate = clock.toISOString()
    await purchases.begin({
      attempt: { userId: `user${number}`, key: 'k', fingerprint: '' },
      productIds: ['barfi'],
      draft: () => ({
        order: anOrder({ purchaseId, userId: `user${number}`, purchaseDate, ...fields }),
        effects: [],
      }),
    })
    return purchaseId
  }

  const lanes = createLanes(deps)
  return {
    purchases,
    calls,
    errors,
    razorpay,
    lanes,
    reconcile: () => Promise.all(lanes.map(({ run }) => run())),
    placeWaiting: (provider: ProviderName = 'razorpay') => place(waiting(provider)),
    placeWithRefund: (provider: ProviderName = 'razorpay') => place(withRefund(provider)),
    placeUnconfirmedCash: () =>
      place({
        state: 'pending',
        payment: {
          method: 'cod',
          state: 'unconfirmed',
          paidPaise: asPaise(0),
          expiresAt: clock.toISOString(),
          confirmationCode: 'x',
        },
      }),
    placeCharging: () =>
      place({ payment: { method: 'card', provider: 'razorpay', state: 'checking', paidPaise: asPaise(0) } }),
  }
}

async function placeAbandoned() {
  for (let number = 0; number < ABANDONED; number += 1) await setup.placeWaiting()
}

it('a refund is the first call of a run, however many abandoned orders there are', async () => {
  await placeAbandoned()
  pass(31)
  await setup.reconcile()
  setup.calls.length = 0
  const refunded = await setup.placeWithRefund()
  await setup.reconcile()
  expect(setup.calls[0]).toBe(`refund ${refunded}`)
  // A run has a budget, so that the next one begins soon.
  expect(setup.calls.length).toBeLessThanOrEqual(61)
})

it('an abandoned order is asked about fewer than 100 times in its three days', async () => {
  const id = await setup.placeWaiting()
  for (let minute = 0; minute < 4 * 24 * 60; minute += 1) {
    await setup.reconcile()
    pass(1)
  }
  const asked = setup.calls.filter((call) => call === `find ${id}`).length
  expect(asked).toBeGreaterThan(72)
  expect(asked).toBeLessThan(100)
  expect(await setup.purchases.listOpen(clock)).toEqual([])
})

it('all abandoned orders expire within a few runs, and each was asked about once more', async () => {
  await placeAbandoned()
  pass(31)
  for (let run = 0; run < Math.ceil(ABANDONED / 60); run += 1) await setup.reconcile()
  const open = await setup.purchases.listOpen(clock)
  expect(open.filter(({ orderStatus }) => orderStatus !== 'CANCELLED')).toEqual([])
  expect(new Set(setup.calls).size).toBe(ABANDONED)
})

it('a provider that does not respond delays neither refunds, another provider nor cash orders', async () => {
  const { promise: noResponse, reject: timeOut } = Promise.withResolvers<never>()
  setup.razorpay.find = async ({ key }) => {
    setup.calls.push(`find ${key}`)
    return noResponse
  }
  for (let number = 0; number < 40; number += 1) await setup.placeWaiting()
  pass(31)
  const cash = await setup.placeUnconfirmedCash()
  const refunded = [await setup.placeWithRefund('simulator'), await setup.placeWithRefund('razorpay')]
  const running = setup.reconcile()
  await vi.waitFor(async () => {
    expect(await setup.purchases.find(cash)).toMatchObject({ orderStatus: 'CANCELLED' })
    for (const id of refunded)
      expect(await setup.purchases.find(id)).toMatchObject({ refunds: [{ state: 'done' }] })
  })
  const questions = () => setup.calls.filter((call) => call.startsWith('find')).length
  expect(questions()).toBe(8)
  // After eight failures in a row, when seven more questions are in flight, the run ends.
  timeOut(new Error('timeout'))
  await running
  expect(questions()).toBeLessThan(16)
  expect(setup.errors).toHaveLength(questions())
})

it('an order of a process that died during the charge is removed after a minute, before others expire', async () => {
  await placeAbandoned()
  pass(30)
  const dead = await setup.placeCharging()
  pass(1)
  await setup.reconcile()
  expect(await setup.purchases.find(dead)).toBeNull()
})
