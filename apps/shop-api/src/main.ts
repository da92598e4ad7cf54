import { openMail } from '@nashta/mail/open-mail'
import { createHttpDelivery } from '@nashta/outbox/events'
import { connectUserPoolIfSet } from '@nashta/service-kit/auth/remote-user-pool'
import { registerHealth } from '@nashta/service-kit/http/health'
import { connectInteractions } from '@nashta/service-kit/http/remote-recommendations'
import { serveAlone } from '@nashta/service-kit/http/serve-alone'
import { runProcess } from '@nashta/service-kit/process/run-process'
import { makeDataFolder, startUp } from '@nashta/service-kit/process/start-up'
import { paymentSettingsOf } from './payments/create-providers.ts'
import { orderLimitsOf } from './purchases/purchase.ts'
import { openSqliteShopApi } from './sqlite-shop-api.ts'

await runProcess(() => {
  const { settings, options, startTelemetry, now } = startUp('shop-api', process.env)
  makeDataFolder(settings.DATA_DIR)

  return serveAlone({
    name: 'The Shop API',
    settings,
    options,
    startTelemetry,
    async startApp(url) {
      const mail = openMail({ settings, dataFolder: settings.DATA_DIR, now })
      const { app, precomputed, probe, close } = openSqliteShopApi({
        ...options,
        dataFolder: settings.DATA_DIR,
        ...connectUserPoolIfSet(settings, now),
        // Changing roles and deleting accounts needs a user pool inside this process.
        operators: null,
        accounts: null,
        mailTransport: mail.transport,
        deliverEvents: createHttpDelivery(settings),
        fetchInteractions: connectInteractions(settings),
        payments: paymentSettingsOf(settings),
        orderLimits: orderLimitsOf(settings),
        publicUrl: settings.PUBLIC_URL ?? url,
        guestCheckout: settings.GUEST_CHECKOUT,
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
