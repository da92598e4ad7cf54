import { beforeEach } from 'vitest'
import type { Authorship } from '../audit.ts'
import type { CartStore } from '../cart/cart-store.ts'
import { lineOf } from '../cart/cart.ts'
import type { ProductStore } from '../catalogue/product-store.ts'
import { anOrder, barfi, settle } from './order.fixture.ts'
import type {
  NewOrder,
  OrderRecord,
  PurchaseAttempt,
  PurchaseRequest,
  PurchaseStore,
} from './purchase-store.ts'
import type { OrderEvent } from './settle-order.ts'

export type PurchaseStoreSetup = {
  store: PurchaseStore
  carts: CartStore
  products: ProductStore
  /** The mails that the store queued and the purchases it published, as `kind purchaseId`, in order. */
  outbox: string[]
}

export type CreatePurchaseStore = () => PurchaseStoreSetup | Promise<PurchaseStoreSetup>

export const id = anOrder().purchaseId
export const otherId = '01JGAAAAAAAAAAAAAAAAAAAAA2'
export const approved = { kind: 'approved', transactionId: 'txn_1' } as const
export const declined = { kind: 'declined', message: 'No funds' } as const
export const expired = { kind: 'expired' } as const
export const cancelled = { kind: 'statusChanged', orderStatus: 'CANCELLED' } as const
export const BY_ADMIN: Authorship = {
  by: { sub: 'boss', username: 'boss' },
  at: '2026-01-01T12:00:00.000Z',
}

/** Before each test: a store with three barfis in stock, all of them in the cart of `asha`. */
export function openPurchaseStore(create: CreatePurchaseStore) {
  let setup: PurchaseStoreSetup
  beforeEach(async () => {
    setup = await create()
    await setup.products.fillIfEmpty([barfi])
    await setup.carts.update('asha', { apply: () => [lineOf(barfi, 3)] })
  })

  const beginDraft = (draft: PurchaseRequest['draft'], attempt: Partial<PurchaseAttempt> = {}) =>
    setup.store.begin({
      attempt: { userId: 'asha', key: `key:${id}`, fingerprint: 'two barfis', ...attempt },
      productIds: ['barfi'],
      draft,
    })

  return {
    setup: () => setup,
    beginDraft,
    begin(fields: Partial<OrderRecord> = {}, attempt: Partial<PurchaseAttempt> = {}) {
      const order = anOrder(fields)
      const newOrder: NewOrder = { order, effects: [] }
      return beginDraft(() => newOrder, { key: `key:${order.purchaseId}`, ...attempt })
    },
    settled: (event: OrderEvent) => settle(setup.store, id, event),
    inCart: async () => (await setup.carts.find('asha')).lines[0]?.quantity ?? 0,
    inStock: async () => (await setup.products.find('barfi'))?.stock,
  }
}
