import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { createSqliteDocuments } from '@nashta/documents/sqlite-documents'
import { createAuthorise } from '@nashta/service-kit/auth/authorise'
import { createService } from '@nashta/service-kit/http/create-service'
import { indexPrecomputed } from '@nashta/service-kit/http/dispatch'
import { inProcessFetch } from '@nashta/service-kit/http/in-process-fetch'
import { registerRoutes } from '@nashta/service-kit/http/routes'
import { createLogger } from '@nashta/service-kit/process/logger'
import { openDatabase } from '@nashta/sqlite/database'
import { shopMigrations } from '../adapters/sqlite/migrations.ts'
import { createSqliteProductStore } from '../adapters/sqlite/product-store.ts'
import { createOperatorLog } from '../operator-log/operator-log.ts'
import { catalogueRoutes } from './catalogue-routes.ts'
import { createInMemoryCatalogue } from './in-memory-catalogue.ts'
import { AN_ORDER } from './product-store.fixture.ts'
import { createFruitlessSearches } from './search-words/fruitless-searches.ts'
import { createSynonymStore } from './search-words/synonym-store.ts'
import { createShelfStore } from './shelves/shelf-store.ts'

const GROUPS_BY_TOKEN: Record<string, string[]> = { 'asha.is.admin': ['admin'], 'ravi.is.shopper': [] }

/** The catalogue's routes on a new SQLite file, with a clock that `later` advances. */
export function openTestCatalogue() {
  const folder = mkdtempSync(join(tmpdir(), 'nashta-catalogue-'))
  const clock = { now: new Date('2026-03-01T06:30:00Z') }
  const now = () => clock.now
  const database = openDatabase({ path: join(folder, 'shop.sqlite'), migrations: shopMigrations, now })
  const products = createSqliteProductStore(database)
  const documents = createSqliteDocuments({ database, now })
  const shelves = createShelfStore({ documents, now })
  const synonyms = createSynonymStore({ documents, now })
  const logger = createLogger({ service: 'shop-api', level: 'silent' })
  const app = createService({ https: false, logger })
  const routes = catalogueRoutes(
    {
      products,
      shelves,
      synonyms,
      fruitlessSearches: createFruitlessSearches({ documents, now }),
      copyRating: async () => {},
      changeFamily: async (_product, change) => change(),
      operatorLog: createOperatorLog(documents),
      https: false,
      logger,
      now,
      emailOf: async () => null,
      fullNameOf: async () => null,
      imageHosts: ['cdn.example'],
      newIdSuffix: () => '1a2b',
    },
    createInMemoryCatalogue({ products, shelves, synonyms, now }),
  )
  const authorise = createAuthorise(async (token) => {
    const [username = ''] = token.split('.')
    const groups = GROUPS_BY_TOKEN[token]
    return groups ? { sub: `sub-of-${username}`, username, groups } : null
  })
  registerRoutes(app, routes, { base: SHOP_API_BASE, authorise, ipGuardOf: () => null, https: false })

  return {
    app,
    precomputed: indexPrecomputed(routes, SHOP_API_BASE),
    fetchShop: inProcessFetch(routes, logger),
    products,
    shelves,
    synonyms,
    log: createOperatorLog(documents),
    database,
    clock,
    later(milliseconds: number) {
      clock.now = new Date(clock.now.getTime() + milliseconds)
    },
    /** Adds to the sales of the day. The stock stays. */
    recordSale: (productsId: string, units: number) =>
      database.write(() => products.changeSales([{ productId: productsId, quantity: units }], clock.now)),
    takeStock: (productsId: string, quantity: number) =>
      database.write(() => products.takeStock(productsId, quantity, AN_ORDER)),
    async close() {
      await app.close()
      await database.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The request headers of an admin and of a shopper. */
export const ADMIN = { authorization: 'Bearer asha.is.admin' }
export const SHOPPER = { authorization: 'Bearer ravi.is.shopper' }
