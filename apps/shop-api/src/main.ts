import { openMail } from '@nashta/mail/open-mail'
import { createHttpDelivery } from '@nashta/outbox/events'
import { connectUserPool, userPoolEndpoint } from '@nashta/service-kit/auth/remote-user-pool'
import { registerHealth } from '@nashta/service-kit/http/health'
import { serveAlone } from '@nashta/service-kit/http/serve-alone'
import { runProcess } from '@nashta/service-kit/process/run-process'
import type { Settings } from '@nashta/service-kit/process/settings'
import { makeDataFolder, startUp } from '@nashta/service-kit/process/start-up'
import { openSqliteShopApi } from './sqlite-shop-api.ts'

/** Without a user pool no shopper can sign in, and only the catalogue works. */
function connectUserPoolIfSet(settings: Settings, now: () => Date) {
  const endpoint = userPoolEndpoint(settings)
  const { AWS_REGION: region, USER_POOL_ID: poolId, USER_POOL_CLIENT_ID: clientId } = settings
  if (!endpoint) return { verifyToken: async () => null, emailOf: async () => null }
  const { verifyToken, emailOf } = connectUserPool({ endpoint, region, poolId, clientId, now })
  return { verifyToken, emailOf }
}

await runProcess(() => {
  const { settings, options, openTelemetry, now } = startUp('shop-api', process.env)
  makeDataFolder(settings.DATA_DIR)

  return serveAlone({
    name: 'The Shop API',
    settings,
    options,
    openTelemetry,
    async startApp(url) {
      const mail = openMail({ settings, dataFolder: settings.DATA_DIR, now })
      const { app, precomputed, probe, close } = openSqliteShopApi({
        ...options,
        dataFolder: settings.DATA_DIR,
        ...connectUserPoolIfSet(settings, now),
        mailTransport: mail.transport,
        deliverEvents: createHttpDelivery(settings),
        paymentGateway: settings.PAYMENTS,
        publicUrl: settings.PUBLIC_URL ?? url,
        rateLimitScale: settings.RATE_LIMIT_SCALE,
        imageHosts: settings.IMAGE_HOSTS,
        now,
      })
      registerHealth(app, { database: probe }, now)
      return {
        app,
        precomputed,
        async onClose() {
          await close()
          await mail.transport.close()
        },
      }
    },
  })
})
