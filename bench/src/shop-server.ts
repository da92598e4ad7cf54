/** The real Shop API on a fresh SQLite file, and the recommendation service it tells, for shoppers of the given pool. */
import { join } from 'node:path'
import { openSqliteMailbox } from '@nashta/mail/sqlite-mailbox'
import { openSqliteRecommendations } from '@nashta/recommendations/sqlite-recommendations'
import { createTokenVerifier, type TokenVerifierOptions } from '@nashta/service-kit/auth/token-verifier'
import { serveAlone } from '@nashta/service-kit/http/serve-alone'
import { runProcess } from '@nashta/service-kit/process/run-process'
import { startUp } from '@nashta/service-kit/process/start-up'
import { openSqliteShopApi } from '@nashta/shop-api/sqlite-shop-api'
import { generateCatalogue } from './generated-catalogue.ts'
import { type GeneratedOrders, generateOrders } from './generated-orders.ts'

export type ShopServerOptions = {
  dataFolder: string
  productCount: number
  orders: GeneratedOrders
  pool: Pick<TokenVerifierOptions, 'issuer' | 'clientId'> & {
    keys: Awaited<ReturnType<TokenVerifierOptions['fetchKeys']>>
  }
}

const { dataFolder, productCount, orders, pool } = JSON.parse(process.argv[2] ?? '') as ShopServerOptions

await runProcess(() => {
  const { settings, options, now } = startUp('shop-api', process.env)

  async function open(publicUrl: string) {
    const mailbox = openSqliteMailbox({ path: join(dataFolder, 'mailbox.sqlite'), now })
    const { issuer, clientId, keys } = pool
    const recommendations = openSqliteRecommendations({
      ...options,
      dataFolder,
      fetchShop: (endpoint, call) => shop.fetchShop(endpoint, call),
      catalogueVersion: () => shop.products.version(),
      key: '',
      now,
    })
    const shop: ReturnType<typeof openSqliteShopApi> = openSqliteShopApi({
      ...options,
      dataFolder,
      verifyToken: createTokenVerifier({
        issuer,
        clientId,
        fetchKeys: async () => keys,
        isRevoked: () => false,
        now,
      }),
      emailOf: async ({ sub }) => `${sub}@example.in`,
      mailTransport: mailbox,
      tellEvents: recommendations.takeEvents,
      publicUrl,
      rateLimitScale: settings.RATE_LIMIT_SCALE,
      imageHosts: settings.IMAGE_HOSTS,
      now,
    })
    await shop.products.fillIfEmpty(generateCatalogue(productCount))
    generateOrders(dataFolder, orders)

    return {
      app: shop.app,
      atHand: shop.atHand,
      async onClose() {
        await shop.close()
        await recommendations.close()
        await mailbox.close()
      },
    }
  }
  return serveAlone({ name: 'The Shop API', settings, options, open })
})
