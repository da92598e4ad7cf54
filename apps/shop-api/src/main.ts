import { openMail } from '@nashta/mail/open-mail'
import { createHttpDelivery } from '@nashta/outbox/events'
import { connectUserPoolIfSet } from '@nashta/service-kit/auth/remote-user-pool'
import { registerHealth, waitForParts } from '@nashta/service-kit/http/health'
import { connectInteractions } from '@nashta/service-kit/http/remote-recommendations'
import type { Settings } from '@nashta/service-kit/process/settings'
import { runProcess } from '@nashta/service-kit/start/run-process'
import { serveAlone } from '@nashta/service-kit/start/serve-alone'
import { makeDataFolder, startUp } from '@nashta/service-kit/start/start-up'
import type { FastifyBaseLogger } from 'fastify'
import { orderLimitsOf } from './orders/order/purchase.ts'
import { paymentSettingsOf } from './payments/create-providers.ts'
import { openSqliteShopApi, type SqliteShopApiOptions } from './sqlite-shop-api.ts'

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
      const storage = await chooseStorage(settings, options.logger)
      const { app, precomputed, probe, close } = storage.open({
        ...options,
        ...connectUserPoolIfSet(settings, now),
        // Changing roles and deleting accounts needs a user pool inside this process.
        operators: null,
        accounts: null,
        directory: null,
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
          storage.close()
          await mail.transport.close()
        },
      }
    },
  })
})

type Storage = {
  open: (
    options: Omit<SqliteShopApiOptions, 'dataFolder'>,
  ) => Pick<ReturnType<typeof openSqliteShopApi>, 'app' | 'precomputed' | 'probe' | 'close'>
  close: () => void
}

/** SQLite, or DynamoDB with CLOUD=aws. The AWS SDK is only loaded with CLOUD=aws. */
async function chooseStorage(settings: Settings, logger: FastifyBaseLogger): Promise<Storage> {
  const dataFolder = settings.DATA_DIR
  if (settings.CLOUD !== 'aws')
    return { open: (options) => openSqliteShopApi({ ...options, dataFolder }), close() {} }
  const { connectAws } = await import('@nashta/dynamodb/connect-aws')
  const { shopStorageOnAws } = await import('./dynamodb-from-settings.ts')
  const aws = connectAws(settings, process.env)
  const { tables, open } = shopStorageOnAws(aws, settings)
  await waitForParts({ dynamodb: () => aws.probe(tables.purchases) }, logger)
  await Promise.all(Object.values(tables).map((table) => aws.probe(table)))
  return { open, close: aws.close }
}
