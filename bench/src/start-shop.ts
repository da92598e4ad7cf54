import { join } from 'node:path'
import { createTestPool } from '@nashta/service-kit/auth/test-pool.fixture'
import { CONNECTIONS } from './compare.ts'
import { shopperId } from './generated-orders.ts'
import type { Load } from './load.ts'
import type { MeasuredProcess } from './measured-process.ts'
import type { Bench } from './row.ts'
import type { ShopServerOptions } from './shop-server.ts'

/** A run of many minutes, should one be asked for. */
const PATIENCE_SECONDS = 600

type Size = { productCount: number; shopperCount?: number; orderCount?: number }

export type Shopper = { sub: string; authorization: string }

/** The Shop API alone, with a generated catalogue and shoppers who are signed in. */
export async function startShop(bench: Bench, { productCount, shopperCount = 0, orderCount = 0 }: Size) {
  const pool = await createTestPool(new Date())
  const { issuer, clientId, fetchKeys } = pool.verification
  const options: ShopServerOptions = {
    dataFolder: bench.freshFolder(),
    productCount,
    orders: { count: orderCount, shopperCount },
    pool: { issuer, clientId, keys: await fetchKeys() },
  }
  const shop = await bench.startSubject({
    program: join(import.meta.dirname, 'shop-server.ts'),
    args: [JSON.stringify(options)],
  })
  const shoppers: Shopper[] = await Promise.all(
    Array.from({ length: shopperCount }, async (_, index) => {
      const sub = shopperId(index)
      return { sub, authorization: `Bearer ${await pool.sign({ sub })}` }
    }),
  )
  return { shop, shoppers }
}

/** Sends each request once. */
export async function prepare({ generator }: Bench, { url }: MeasuredProcess, load: Load) {
  const count = load.requests.length
  const run = { ...load, url, connections: CONNECTIONS, seconds: PATIENCE_SECONDS, count }
  const { answered } = await generator.run(run, { before: async () => {}, after: async () => {} })
  if (answered !== count) throw new Error(`${answered} of ${count} requests were answered`)
}
