import type { VerifyToken } from '@nashta/service-kit/authorise'
import { createAuthorise } from '@nashta/service-kit/authorise'
import type { ServiceOptions } from '@nashta/service-kit/create-service'
import { openShopDatabase } from './adapters/sqlite/open-shop-database.ts'
import { createSqliteProductStore } from './adapters/sqlite/product-store.ts'
import { createApp } from './create-app.ts'

export type SqliteShopApiOptions = ServiceOptions & {
  dataFolder: string
  verifyToken: VerifyToken
  now: () => Date
}

/** The whole Shop API on the SQLite adapters, for whoever runs it: the store, or a process of its own. */
export function openSqliteShopApi({ dataFolder, verifyToken, now, ...options }: SqliteShopApiOptions) {
  const database = openShopDatabase(dataFolder, now)
  const products = createSqliteProductStore(database)
  const app = createApp({ ...options, products, authorise: createAuthorise(verifyToken) })

  return { app, products, probe: database.probe, close: database.close }
}
