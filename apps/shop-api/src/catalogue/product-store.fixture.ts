import type { Authorship } from '../operator-log/logged-change.ts'
import type { OperatorLog } from '../operator-log/operator-log.ts'
import type { ProductRecord, ProductStore } from './product-store.ts'

/** A product store, its log, and the functions by which purchases change the store. */
type ProductStoreUnderTest = {
  products: ProductStore
  log: OperatorLog
  takeStock: (productsId: string, quantity: number) => Promise<boolean>
  recordSale: (productsId: string, units: number, at: Date) => Promise<void>
}

export type CreateProductStore = () => Promise<ProductStoreUnderTest> | ProductStoreUnderTest

export const AUTHORSHIP: Authorship = {
  by: { sub: 'sub-of-asha', username: 'asha', email: null },
  at: '2026-02-01T10:00:00.000Z',
}

/** Why a test takes stock or returns it. */
export const AN_ORDER = { kind: 'order', orderId: 'order-1', at: AUTHORSHIP.at } as const

export async function storeFilledWith(create: CreateProductStore, records: readonly ProductRecord[]) {
  const { products, ...others } = await create()
  await products.fillIfEmpty(records)
  return { store: products, ...others }
}

export function sortedIdsOf(records: readonly ProductRecord[]) {
  return records.map((record) => record.products_id).toSorted()
}
