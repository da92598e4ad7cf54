import { cpSync } from 'node:fs'
import { LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import { signIn } from '@nashta/contracts/identity/shopper-account.fixture'
import { openSqlitePoolAdmin } from '@nashta/identity/sqlite-pool-admin'
import { CONNECTIONS } from '../compare.ts'
import { productId } from '../data/generated-catalogue.ts'
import type { DataSize } from '../data/prepared-data.ts'
import { type Load, requestText } from '../load/load.ts'
import { type MeasuredProcess, storeProgram } from '../processes/measured-process.ts'
import type { Bench } from '../row.ts'

/** The demo catalogue has about as many products. */
const CATALOGUE_SIZE = 36
const CART_FILL_TIMEOUT_SECONDS = 60

/**
 * The indexes of the generated products that each cart has. A cart takes up to 999 units of each,
 * so 128 shoppers can add 380,000 units in a run.
 */
export const CART_PRODUCTS = [0, 1, 2]

export type Shopper = { userId: string; authorization: string }

/** Starts the store on an empty data folder, with its demo catalogue. */
export function startStore(bench: Bench) {
  return bench.startProfiled(storeProgram(bench.freshFolder()))
}

/** Starts the store on a copy of prepared data. */
export async function startStoreWithData(bench: Bench, size: DataSize) {
  const { folder, accounts } = await bench.prepareData(size)
  const copy = bench.freshFolder()
  cpSync(folder, copy, { recursive: true })
  const store = await bench.startProfiled(storeProgram(copy))
  const shoppers: Shopper[] = accounts.map(({ userId, accessToken }) => ({
    userId,
    authorization: `Bearer ${accessToken}`,
  }))
  return { store, shoppers, accounts, folder: copy }
}

/** Starts the store with orders, and returns the authorization of an admin. */
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
  return { store, authorization: `Bearer ${accessToken}` }
}

/** Starts the store with signed-in shoppers. Their carts have `quantity` of three products. */
export async function startStoreWithCarts(bench: Bench, { quantity = LINE_QUANTITY_MAX, orders = 0 } = {}) {
  const { store, shoppers } = await startStoreWithData(bench, {
    products: CATALOGUE_SIZE,
    shoppers: bench.shopperCount,
    orders,
  })
  await sendOnce(bench, store, {
    requests: shoppers.map((shopper) => fillCartRequest(shopper, quantity)),
    expected: { status: 200 },
  })
  return { store, shoppers }
}

function fillCartRequest({ userId, authorization }: Shopper, quantity: number) {
  return requestText({
    method: 'PUT',
    path: `/api/carts/${userId}`,
    headers: { Authorization: authorization },
    body: { items: CART_PRODUCTS.map((index) => ({ productId: productId(index), quantity })) },
  })
}

/** Sends each request once and waits for all responses. */
async function sendOnce({ generator }: Bench, { url }: MeasuredProcess, load: Load) {
  const count = load.requests.length
  const run = { ...load, url, connections: CONNECTIONS, seconds: CART_FILL_TIMEOUT_SECONDS, count }
  const { responses } = await generator.run(run, { before: async () => {}, after: async () => {} })
  if (responses !== count) throw new Error(`${responses} of ${count} requests got a response`)
}
