import { getShop } from '@nashta/contracts/shop/shop'
import type { ReadShop } from '@nashta/mail/mail-topic'
import { createMailboxApp } from '@nashta/mail/mailbox-app'
import { openMail } from '@nashta/mail/open-mail'
import { createHttpDelivery } from '@nashta/outbox/events'
import { createService } from '@nashta/service-kit/http/create-service'
import { registerHealth } from '@nashta/service-kit/http/health'
import { connectShopApi } from '@nashta/service-kit/http/remote-shop-api'
import { serve } from '@nashta/service-kit/http/serve'
import type { Settings } from '@nashta/service-kit/process/settings'
import { runProcess } from '@nashta/service-kit/start/run-process'
import { makeDataFolder, startUp } from '@nashta/service-kit/start/start-up'
import { IDENTITY_POOL_BASE } from './create-identity-pool.ts'
import { USER_POOL_BASE } from './create-user-pool.ts'
import { openSqliteUserPool } from './sqlite-user-pool.ts'

/** The first segment of /dev/mailbox. */
const MAILBOX_SEGMENT = '/dev'

const SHOP_API_TIMEOUT_MS = 2000

/** Without the address of the Shop API, mails do not name the shop. */
function readShopOf({ SHOP_API_URL }: Settings, now: () => Date): ReadShop {
  if (!SHOP_API_URL) return async () => null
  const { fetchShop } = connectShopApi(SHOP_API_URL, { timeoutMs: SHOP_API_TIMEOUT_MS, now })
  return async () => (await fetchShop(getShop)).data
}

await runProcess(async () => {
  const { settings, logger, options, now } = startUp('identity', process.env)
  const dataFolder = settings.DATA_DIR
  makeDataFolder(dataFolder)

  let welcomeUrl: string | null = null
  const served = await serve({
    host: settings.HOST,
    port: settings.PORT,
    https: options.https,
    trustedProxies: settings.TRUSTED_PROXIES,
    sharePort: settings.SHARE_PORT,
    async startApp(url) {
      const { transport, mailbox } = openMail({ settings, dataFolder, now })
      const { userPool, identityPool, probe, close, ...pool } = await openSqliteUserPool({
        ...options,
        dataFolder,
        settings,
        mailTransport: transport,
        readShop: readShopOf(settings, now),
        deliverEvents: createHttpDelivery(settings),
        publicUrl: settings.PUBLIC_URL ?? url,
        rateLimitScale: settings.RATE_LIMIT_SCALE,
        now,
      })
      // The desk is at the store's URL, which this process knows only from PUBLIC_URL.
      if (settings.PUBLIC_URL) welcomeUrl = pool.welcomeUrl
      const health = createService(options)
      registerHealth(health, { userPool: probe }, now)

      const appBySegment = new Map([
        [USER_POOL_BASE, userPool],
        [IDENTITY_POOL_BASE, identityPool],
      ])
      if (mailbox) appBySegment.set(MAILBOX_SEGMENT, createMailboxApp({ ...options, mailbox }))
      const apps = [health, ...appBySegment.values()]
      await Promise.all(apps.map((app) => app.ready()))

      return {
        listener(request, response) {
          // The path `/user-pool/x?y` has the first segment `/user-pool`.
          const [firstSegment = ''] = /^\/[^/?]*/.exec(request.url ?? '') ?? []
          const app = appBySegment.get(firstSegment) ?? health
          app.routing(request, response)
        },
        async onClose() {
          await Promise.all(apps.map((app) => app.close()))
          await close()
          await transport.close()
        },
      }
    },
  })
  return { ...served, logger, readyLine: `The user pool is ready at ${served.url}`, welcomeUrl }
})
