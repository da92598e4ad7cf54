import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asPaise } from '@nashta/contracts/money'
import { placePurchaseSchema } from '@nashta/contracts/orders/purchase'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { createSqliteDocuments } from '@nashta/documents/sqlite-documents'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSqliteCartStore } from '../../adapters/sqlite/cart-store.ts'
import { openShopDatabase } from '../../adapters/sqlite/open-shop-database.ts'
import { createSqliteProductStore } from '../../adapters/sqlite/product-store.ts'
import { createSqlitePurchaseStore } from '../../adapters/sqlite/purchase-store.ts'
import { aProduct } from '../../catalogue/product.fixture.ts'
import { createShelfStore } from '../../catalogue/shelves/shelf-store.ts'
import { NO_CONNECTIONS } from '../../connections/connection-store.ts'
import { loadPincodeTable } from '../../delivery/pincode-table.ts'
import { createOfferStore } from '../../offers/offer-store.ts'
import { createWrongCodes } from '../../offers/wrong-codes.ts'
import type { PaymentOutcome, PaymentProvider } from '../../payments/payments.ts'
import { TEST_PAYMENTS } from '../../shop.fixture.ts'
import { createShopStore } from '../../shop/shop-store.ts'
import { placePurchase } from './place-purchase.ts'
import { createLanes } from './reconcile/lanes.ts'

/** An order is accepted with an unknown outcome when its provider takes longer to respond. */
const CHARGE_TIMEOUT_MS = 15_000
/** After this time the reconciler gives up a charge that the provider does not know. */
const CHARGE_IN_FLIGHT_MAX_MS = 60_000
/** The reconciler looks for late money of an ended order for this long. */
const LATE_MONEY_MS = 3 * 24 * 60 * 60 * 1000

const asha = { userId: 'asha', email: null }
const body = placePurchaseSchema.parse({
  items: [{ productId: 'laddoo', quantity: 1 }],
  totalAmount: 100,
  paymentDetails: { method: 'upi', upiId: 'asha@bank' },
  shippingAddress: homeAddress,
})

let folder: string
let database: ReturnType<typeof openShopDatabase>
const clock = { now: new Date('2026-01-01T12:00:00Z') }
const now = () => clock.now
beforeEach(() => {
  clock.now = new Date('2026-01-01T12:00:00Z')
  folder = mkdtempSync(join(tmpdir(), 'nashta-place-'))
  database = openShopDatabase(folder, now)
})
afterEach(async () => {
  vi.useRealTimers()
  await database.close()
  rmSync(folder, { recursive: true })
})

/** Lets so much time pass that no charge can still be in flight. */
function passChargeTime() {
  clock.now = new Date(clock.now.getTime() + CHARGE_IN_FLIGHT_MAX_MS + 1000)
}

/** A call that never returns, as if the process had crashed in it. */
const crash = () => new Promise<never>(() => {})

const approved: PaymentOutcome = { kind: 'approved', transactionId: 't', amountPaise: asPaise(10_000) }

async function setup(calls: Pick<PaymentProvider, 'begin'> & Partial<Pick<PaymentProvider, 'find'>>) {
  const provider: PaymentProvider = {
    name: 'simulator',
    methods: [{ method: 'upi', way: 'fields' }],
    polling: { delayMs: 0, intervalMs: 0, intervalMaxMs: 0 },
    receive: async () => null,
    find: async () => null,
    refund: async () => ({ kind: 'done', reference: 'r' }),
    findRefund: async () => ({ kind: 'done', reference: 'r' }),
    listForeignRefunds: async () => [],
    ...calls,
  }
  const products = createSqliteProductStore(database)
  await products.fillIfEmpty([aProduct({ products_id: 'laddoo', pricePaise: asPaise(10_000), stock: 1 })])
  const carts = createSqliteCartStore(database, now)
  const reported: unknown[] = []
  const deps = {
    purchases: createSqlitePurchaseStore({
      database,
      carts,
      products,
      now,
      queueMail: () => {},
    }),
    providers: [provider],
    payments: TEST_PAYMENTS,
    paymentLifetimeMs: 30 * 60_000,
    connections: { current: () => NO_CONNECTIONS },
    orderLimits: { quantityMax: 50, codMaxPaise: asPaise(5_000_000), openUnitsMax: 0 },
    shop: createShopStore({ documents: createSqliteDocuments({ database, now }), now }),
    pincodes: loadPincodeTable(),
    products,
    offers: createOfferStore({ documents: createSqliteDocuments({ database, now }), now }),
    shelves: createShelfStore({ documents: createSqliteDocuments({ database, now }), now }),
    wrongCodes: createWrongCodes({ scale: 1, now }),
    isCashRefused: async () => false,
    emailOf: async () => null,
    isMinor: (sub: string) => sub === 'child',
    now,
    randomBytes: (count: number) => new Uint8Array(count),
    reportError: (error: unknown) => reported.push(error),
  }
  const lanes = createLanes(deps)
  const reconcile = () => Promise.all(lanes.map(({ run }) => run()))
  return { deps, provider, reported, reconcile, stock: async () => (await products.find('laddoo'))?.stock }
}

it('an order whose provider fails during the charge is accepted, not declined (B5)', async () => {
  const failure = new Error('connection reset')
  const { deps, reported, stock } = await setup({
    begin: () => Promise.reject(failure),
  })
  const { purchase } = await placePurchase(deps, asha, body, 'k')

  expect(purchase.orderStatus).toBe('PROCESSING')
  expect(reported).toEqual([failure])
  expect(await stock()).toBe(0)
})

it.each([
  ['child', true],
  ['asha', false],
])('the stored order of %s says whether the shopper is a minor: %s', async (userId, isByMinor) => {
  const { deps } = await setup({ begin: async () => approved })
  const { purchase } = await placePurchase(deps, { userId, email: null }, body, 'k')
  expect(await deps.purchases.find(purchase.purchaseId)).toMatchObject({ isByMinor })
})

it('an order whose provider does not respond is accepted after the charge timeout', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { deps } = await setup({
    begin: () => new Promise<PaymentOutcome>(() => {}),
  })
  const placing = placePurchase(deps, asha, body, 'k')
  // The only timer is the charge timeout.
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
  vi.advanceTimersByTime(CHARGE_TIMEOUT_MS)
  expect((await placing).purchase.orderStatus).toBe('PROCESSING')
})

it('an order is cancelled once its lost charge can no longer be in flight', async () => {
  const { deps, stock, reconcile } = await setup({
    begin: () => Promise.reject(new Error('away')),
  })
  const { purchase } = await placePurchase(deps, asha, body, 'k')

  await reconcile()
  expect(await deps.purchases.find(purchase.purchaseId)).toMatchObject({ orderStatus: 'PROCESSING' })
  passChargeTime()
  await reconcile()
  expect(await deps.purchases.find(purchase.purchaseId)).toMatchObject({ orderStatus: 'CANCELLED' })
  expect(await stock()).toBe(1)
})

it('an unreadable outcome is reported, and a later reconciliation settles the order', async () => {
  const outcomes = new Map<string, PaymentOutcome>()
  const { deps, reported, reconcile } = await setup({
    begin: async () => ({ kind: 'unknown' }),
    find: async ({ key }) => {
      const outcome = outcomes.get(key)
      if (!outcome) throw new Error('gateway away')
      return outcome
    },
  })
  const { purchase } = await placePurchase(deps, asha, body, 'k')
  await reconcile()
  expect(reported).toHaveLength(1)
  outcomes.set(purchase.purchaseId, approved)
  await reconcile()
  expect(await deps.purchases.find(purchase.purchaseId)).toMatchObject({ state: 'placed' })
})

it('a duplicate waits for the request that charges the order, and gets the same response', async () => {
  const { promise, resolve } = Promise.withResolvers<PaymentOutcome>()
  let charges = 0
  const { deps } = await setup({
    begin: () => {
      charges += 1
      return promise
    },
  })
  const first = placePurchase(deps, asha, body, 'k')
  await vi.waitFor(() => expect(charges).toBe(1))
  const duplicate = placePurchase(deps, asha, body, 'k')
  // After 50 ms the duplicate has found the order, and waits for its charge.
  setTimeout(() => resolve(approved), 50)

  expect(await duplicate).toEqual({ ...(await first), replayed: true })
  expect(charges).toBe(1)
})

it('after a crash the reconciler removes an order that was not charged, and confirms one that was', async () => {
  const charged = new Map<string, PaymentOutcome>()
  const { deps, provider, stock, reconcile } = await setup({
    begin: async ({ key }) => {
      charged.set(key, approved)
      return approved
    },
    find: async ({ key }) => charged.get(key) ?? null,
  })
  // A crashed process fires no timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const openIds = async () => (await deps.purchases.listOpen(now())).map(({ purchaseId }) => purchaseId)

  // The process crashes before it charges the order.
  void placePurchase({ ...deps, providers: [{ ...provider, begin: crash }] }, asha, body, 'k')
  await vi.waitFor(async () => expect(await openIds()).toHaveLength(1))
  await reconcile()
  expect(await openIds()).toHaveLength(1)
  passChargeTime()
  await reconcile()
  expect(await openIds()).toEqual([])
  expect(await stock()).toBe(1)

  // The process crashes after it has charged the order. The first order was removed, so its key is
  // free again.
  void placePurchase({ ...deps, purchases: { ...deps.purchases, update: crash } }, asha, body, 'k')
  await vi.waitFor(() => expect(charged.size).toBe(1))
  await reconcile()
  expect(await openIds()).toEqual([])
  const { purchase, replayed } = await placePurchase(deps, asha, body, 'k')
  expect([purchase.orderStatus, replayed, charged.size]).toEqual(['CONFIRMED', true, 1])
})

const wrongAmount: PaymentOutcome = { kind: 'approved', transactionId: 't', amountPaise: asPaise(9000) }

it('an order whose charge took a wrong amount is cancelled, and the money is refunded', async () => {
  const { deps, stock, reconcile } = await setup({
    begin: async () => wrongAmount,
    find: async () => wrongAmount,
  })
  const first = await placePurchase(deps, asha, body, 'k')
  expect(first.purchase).toMatchObject({ orderStatus: 'CANCELLED' })
  const repeated = await placePurchase(deps, asha, body, 'k')
  expect(repeated.purchase.purchaseId).toBe(first.purchase.purchaseId)
  await reconcile()

  expect(await deps.purchases.listAll(asha.userId)).toMatchObject([
    { state: 'placed', orderStatus: 'CANCELLED', refunds: [{ amountPaise: 9000, state: 'done' }] },
  ])
  expect(await deps.purchases.listOpen(now())).toEqual([])
  expect(await stock()).toBe(1)
})

it('an order with an unknown outcome is cancelled when a wrong amount was charged', async () => {
  const { deps, stock, reconcile } = await setup({
    begin: async () => ({ kind: 'unknown' }),
    find: async () => wrongAmount,
  })
  const { purchase } = await placePurchase(deps, asha, body, 'k')
  await reconcile()

  expect(await deps.purchases.find(purchase.purchaseId)).toMatchObject({
    orderStatus: 'CANCELLED',
    payment: { state: 'unpaid', paidPaise: 0 },
    refunds: [{ amountPaise: 9000, state: 'done' }],
  })
  expect(await stock()).toBe(1)
})

it('an order that waits for money expires although a wrong amount was paid and refunded', async () => {
  const { deps, stock, reconcile } = await setup({
    begin: async () => ({ kind: 'waiting', reference: 'order_1' }),
    find: async () => wrongAmount,
  })
  const { purchase } = await placePurchase(deps, asha, body, 'k')
  await reconcile()
  expect(await deps.purchases.find(purchase.purchaseId)).toMatchObject({ payment: { state: 'waiting' } })

  clock.now = new Date(clock.now.getTime() + deps.paymentLifetimeMs + 1000)
  await reconcile()
  expect(await deps.purchases.find(purchase.purchaseId)).toMatchObject({
    orderStatus: 'CANCELLED',
    refunds: [{ amountPaise: 9000, state: 'done' }],
  })
  expect(await stock()).toBe(1)
})

it('the provider is not asked for ever about an ended order whose late money was refunded', async () => {
  const form = { url: 'https://bank.example/pay', fields: {} }
  let outcome: PaymentOutcome | null = null
  const { deps, reconcile } = await setup({
    begin: async () => ({ kind: 'waiting', reference: 'order_1', form }),
    find: async () => outcome,
  })
  const { purchase } = await placePurchase(deps, asha, body, 'k')
  clock.now = new Date(clock.now.getTime() + deps.paymentLifetimeMs + 1000)
  await reconcile()
  outcome = approved
  await reconcile()
  expect(await deps.purchases.find(purchase.purchaseId)).toMatchObject({
    orderStatus: 'CANCELLED',
    refunds: [{ amountPaise: 10_000, state: 'done' }],
  })

  clock.now = new Date(clock.now.getTime() + LATE_MONEY_MS)
  await reconcile()
  expect(await deps.purchases.listOpen(now())).toEqual([])
})
