import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asPaise } from '@nashta/contracts/money'
import { placePurchaseSchema } from '@nashta/contracts/orders/purchase'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSqliteCartStore } from '../adapters/sqlite/cart-store.ts'
import { openShopDatabase } from '../adapters/sqlite/open-shop-database.ts'
import { createSqliteProductStore } from '../adapters/sqlite/product-store.ts'
import { createSqlitePurchaseStore } from '../adapters/sqlite/purchase-store.ts'
import { aProduct } from '../catalogue/product.fixture.ts'
import type { PaymentOutcome, Payments } from '../payments/payments.ts'
import { placePurchase } from './place-purchase.ts'
import { reconcilePurchases } from './reconcile-purchases.ts'

const asha = { sub: 'asha', username: 'asha', groups: [] }
const body = placePurchaseSchema.parse({
  items: [{ productId: 'laddoo', quantity: 1 }],
  totalAmount: 100,
  paymentDetails: { method: 'upi', upiId: 'asha@bank' },
  shippingAddress: homeAddress,
})

let folder: string
let database: ReturnType<typeof openShopDatabase>
const clock = { now: new Date('2026-01-01T12:00:00Z') }
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

const now = () => clock.now

async function setup(gateway: Payments) {
  const products = createSqliteProductStore(database)
  await products.fillIfEmpty([aProduct({ products_id: 'laddoo', pricePaise: asPaise(10_000), stock: 1 })])
  const carts = createSqliteCartStore(database, now)
  const reported: unknown[] = []
  const deps = {
    purchases: createSqlitePurchaseStore({ database, carts, products, now, announce: () => {} }),
    payments: gateway,
    emailOf: async () => null,
    now,
    randomBytes: (count: number) => new Uint8Array(count),
    reportError: (error: unknown) => reported.push(error),
  }
  return { deps, reported, stock: async () => (await products.find('laddoo'))?.stock }
}

it('a gateway that breaks down in the middle has not said no (B5)', async () => {
  const failure = new Error('connection reset')
  const { deps, reported, stock } = await setup({
    charge: () => Promise.reject(failure),
    find: async () => null,
  })
  const { purchase } = await placePurchase(deps, asha, body, 'k')

  expect(purchase.orderStatus).toBe('PROCESSING')
  expect(reported).toEqual([failure])
  expect(await stock()).toBe(0)
})

it('a gateway that falls silent is not waited for beyond patience', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { deps } = await setup({
    charge: () => new Promise<PaymentOutcome>(() => {}),
    find: async () => null,
  })
  const placing = placePurchase(deps, asha, body, 'k')
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
  vi.advanceTimersByTime(15_000)
  expect((await placing).purchase.orderStatus).toBe('PROCESSING')
})

it('a charge that never arrived is undone, but not while it may be on its way', async () => {
  const { deps, stock } = await setup({
    charge: () => Promise.reject(new Error('away')),
    find: async () => null,
  })
  const { purchase } = await placePurchase(deps, asha, body, 'k')

  await reconcilePurchases(deps)
  expect(await deps.purchases.find(purchase.purchaseId)).toMatchObject({ orderStatus: 'PROCESSING' })
  clock.now = new Date(clock.now.getTime() + 61_000)
  await reconcilePurchases(deps)
  expect(await deps.purchases.find(purchase.purchaseId)).toMatchObject({ orderStatus: 'CANCELLED' })
  expect(await stock()).toBe(1)
})

it('one order that cannot be asked about does not keep the others from being settled', async () => {
  const outcomes = new Map<string, PaymentOutcome>()
  const { deps, reported } = await setup({
    charge: async () => ({ kind: 'unknown' }),
    find: async (key) => {
      const outcome = outcomes.get(key)
      if (!outcome) throw new Error('gateway away')
      return outcome
    },
  })
  const { purchase } = await placePurchase(deps, asha, body, 'k')
  await reconcilePurchases(deps)
  expect(reported).toHaveLength(1)
  outcomes.set(purchase.purchaseId, { kind: 'approved', transactionId: 't' })
  await reconcilePurchases(deps)
  expect(await deps.purchases.find(purchase.purchaseId)).toMatchObject({ state: 'placed' })
})
