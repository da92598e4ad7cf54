/** The real Shop API on a fresh SQLite file, for shoppers of the pool whose public keys it is given. */
import { join } from 'node:path'
import { openSqliteMailbox } from '@nashta/mail/sqlite-mailbox'
import { runProcess } from '@nashta/service-kit/run-process'
import { serveAlone } from '@nashta/service-kit/serve-alone'
import { startUp } from '@nashta/service-kit/start-up'
import { createTokenVerifier, type TokenVerifierOptions } from '@nashta/service-kit/token-verifier'
import { openSqliteShopApi } from '@nashta/shop-api/sqlite-shop-api'
import { generateCatalogue } from './generated-catalogue.ts'

export type ShopServerOptions = {
  dataFolder: string
  productCount: number
  pool: Pick<TokenVerifierOptions, 'issuer' | 'clientId'> & {
    keys: Awaited<ReturnType<TokenVerifierOptions['fetchKeys']>>
  }
}

const { dataFolder, productCount, pool } = JSON.parse(process.argv[2] ?? '') as ShopServerOptions

await runProcess(() => {
  const { settings, options, now } = startUp('shop-api', process.env)

  async function open(publicUrl: string) {
    const mailbox = openSqliteMailbox({ path: join(dataFolder, 'mailbox.sqlite'), now })
    const { issuer, clientId, keys } = pool
    const shop = openSqliteShopApi({
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
      tellEvents: null,
      publicUrl,
      rateLimitScale: settings.RATE_LIMIT_SCALE,
      imageHosts: settings.IMAGE_HOSTS,
      now,
    })
    await shop.products.fillIfEmpty(generateCatalogue(productCount))

    return {
      app: shop.app,
      atHand: shop.atHand,
      async onClose() {
        await shop.close()
        await mailbox.close()
      },
    }
  }
  return serveAlone({ name: 'The Shop API', settings, options, open })
})
