import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { httpFetchShop } from '@nashta/contracts/api/fetch-shop'
import type { Product } from '@nashta/contracts/catalogue/product'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import { createLogger } from '@nashta/service-kit/process/logger'
import { openRecommendations } from './open-recommendations.ts'
import { openSqliteStorage } from './sqlite-storage.ts'

const START = new Date('2026-03-01T10:00:00Z')
export const KEY = 'test-key'

/** The service on a new SQLite file, with a shop whose catalogue a test can change. */
export function openTestService(products: Product[], { rateLimitScale = 1e9 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'nashta-recommendations-'))
  const clock = { now: START }
  const shop = { products, version: 1, isUnreachable: false }

  const fetchShop = httpFetchShop({
    async fetch() {
      if (shop.isUnreachable) throw new TypeError('fetch failed')
      return Response.json({ data: { items: shop.products, total: shop.products.length, nextCursor: null } })
    },
  })
  const open = () =>
    openRecommendations((context) => openSqliteStorage({ ...context, dataFolder: folder }), {
      https: false,
      logger: createLogger({ service: 'recommendations', level: 'silent' }),
      fetchShop,
      catalogueVersion: () => String(shop.version),
      key: KEY,
      birthDateOf: async ({ sub }) => (sub === 'child' ? '2015-01-01' : null),
      // In these tests, the access token of a shopper is the shopper's id.
      verifyToken: async (token) =>
        token === 'refused' ? null : { sub: token, username: token, groups: [] },
      rateLimitScale,
      now: () => clock.now,
    })
  let service = open()

  const sendRequest = (userId: string, query: string, token: string | null) =>
    service.app.inject({
      url: `/api/recommendations/${userId}${query}`,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    })

  return {
    clock,
    shop,
    /** A getter, because `restart` replaces the service. */
    get service() {
      return service
    },
    /** `token` is by default that of the shopper in the path. With null, no token is sent. */
    async recommend(userId: string, query = '', token: string | null = userId) {
      const response = await sendRequest(userId, query, token)
      return { status: response.statusCode, ...response.json<ResponseBody>() }
    },
    /** The same request, with the whole response. */
    recommendRaw: sendRequest,
    addEvents: (...events: ShopEvent[]) => service.addEvents(events),
    async restart() {
      await service.close()
      service = open()
    },
    async close() {
      await service.close()
      rmSync(folder, { recursive: true })
    },
  }
}

type ResponseBody = {
  recommendations: { product_id: string }[]
  reasons?: Record<string, { kind: string; name: string }>
  code?: string
  message?: string
}

export function snack(products_id: string, category: string, description = ''): Product {
  return aProduct({ products_id, name: products_id.replaceAll('-', ' '), category, description })
}

let purchases = 0

/** The event of a purchase, with one unit of each product. Each call is a second later. */
export function bought(userId: string, ...productIds: string[]): ShopEvent {
  purchases += 1
  return {
    id: `purchase:${purchases}`,
    kind: 'purchase',
    userId,
    lines: productIds.map((productId) => ({ productId, quantity: 1 })),
    at: new Date(START.getTime() + purchases * 1000).toISOString(),
  }
}
