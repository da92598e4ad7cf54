import { cpSync } from 'node:fs'
import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import { signIn } from '@nashta/contracts/identity/shopper-account.fixture'
import { openSqlitePoolAdmin } from '@nashta/identity/sqlite-pool-admin'
import { CONNECTIONS } from '../compare.ts'
import { productId } from '../data/generated-catalogue.ts'
import type { DataSize, DemoData } from '../data/prepared-data.ts'
import { type Load, requestText } from '../load/load.ts'
import { type MeasuredProcess, storeProgram } from '../processes/measured-process.ts'
import type { Bench } from '../row.ts'

/** The demo catalogue has about as many products. */
const CATALOGUE_SIZE = 36
const CART_FILL_TIMEOUT_SECONDS = 60

/**
 * The generated products that each cart has. A cart takes up to 999 units of each,
 * so 128 shoppers can add 380,000 units in a run.
 */
export const CART_PRODUCT_IDS = [0, 1, 2].map(productId)

export type Shopper = { userId: string; authorization: string }

/** Starts the store on an empty data folder, with its demo catalogue. */
export function startStore(bench: Bench) {
  return bench.startProfiled(storeProgram(bench.freshFolder()))
}

/** Starts the store on a copy of prepared data. */
export async function startStoreWithData(bench: Bench, data: DataSize | DemoData) {
  const { folder, accounts } = await bench.prepareData(data)
  const copy = bench.freshFolder()
  cpSync(folder, copy, { recursive: true })
  const root = 'root' in data ? data.root : undefined
  const store = await bench.startProfiled(storeProgram(copy, {}, root))
  const shoppers: Shopper[] = accounts.map(({ userId, accessToken }) => ({
    userId,
    authorization: `Bearer ${accessToken}`,
  }))
  return { store, shoppers, accounts, folder: copy }
}

/** Starts the store with orders, and returns the authorization of an admin and the folder of its data. */
export async function startStoreWithAdmin(bench: Bench, { orders }: { orders: number }) {
  const size = { products: CATALOGUE_SIZE, shoppers: bench.shopperCount, orders }
  const { store, accounts, folder } = await startStoreWithData(bench, size)
  const [account] = accounts
  if (!account) throw new Error('the prepared data has no account')
  const pool = openSqlitePoolAdmin(folder, () => new Date())
  try {
    await pool.grant(account.email, 'admin')
  } finally {
    await pool.close()
  }
  const { accessToken } = await signIn(store.url, account)
  return { store, folder, authorization: `Bearer ${accessToken}` }
}

/** Starts the store with signed-in shoppers. Their carts have `quantity` of three products. */
export async function startStoreWithCarts(bench: Bench, { quantity = LINE_QUANTITY_MAX, orders = 0 } = {}) {
  const { store, shoppers } = await startStoreWithData(bench, {
    products: CATALOGUE_SIZE,
    shoppers: bench.shopperCount,
    orders,
  })
  await fillCarts(bench, { store, shoppers, productIds: CART_PRODUCT_IDS, quantity })
  return { store, shoppers }
}

type CartContent = { productIds: readonly string[]; quantity: number }

export async function fillCarts(
  bench: Bench,
  { store, shoppers, ...content }: CartContent & { store: MeasuredProcess; shoppers: readonly Shopper[] },
) {
  await sendOnce(bench, store, {
    requests: shoppers.map((shopper) => fillCartRequest(shopper, content)),
    expected: { status: 200 },
  })
}

function fillCartRequest({ userId, authorization }: Shopper, { productIds, quantity }: CartContent) {
  return requestText({
    method: 'PUT',
    path: `/api/carts/${userId}`,
    headers: { Authorization: authorization },
    body: { items: productIds.map((productId) => ({ productId, quantity })) },
  })
}

/** Sends each request once and waits for all responses. */
async function sendOnce({ generator }: Bench, { url }: MeasuredProcess, load: Load) {
  const count = load.requests.length
  const run = { ...load, url, connections: CONNECTIONS, seconds: CART_FILL_TIMEOUT_SECONDS, count }
  const { responses } = await generator.run(run, { before: async () => {}, after: async () => {} })
  if (responses !== count) throw new Error(`${responses} of ${count} requests got a response`)
}
