import { connectAwsIfSet } from '@nashta/dynamodb/connect-aws-if-set'
import { openMail } from '@nashta/mail/open-mail'
import { createHttpDelivery } from '@nashta/outbox/events'
import { connectUserPoolIfSet, userPoolEndpoint } from '@nashta/service-kit/auth/remote-user-pool'
import { registerHealth, waitForParts } from '@nashta/service-kit/http/health'
import { connectInteractions } from '@nashta/service-kit/http/remote-recommendations'
import { openSecretsKey } from '@nashta/service-kit/process/secrets-key'
import { runProcess } from '@nashta/service-kit/start/run-process'
import { serveAlone } from '@nashta/service-kit/start/serve-alone'
import { makeDataFolder, startUp } from '@nashta/service-kit/start/start-up'
import { openPoolDirectory } from './adapters/cognito/open-pool-directory.ts'
import { chooseStorage } from './choose-storage.ts'
import { openShopApi } from './open-shop-api.ts'
import { orderLimitsOf } from './orders/order/purchase.ts'
import { paymentSettingsOf } from './payments/create-providers.ts'

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
      const aws = await connectAwsIfSet(settings, process.env)
      const { openStorage, probeTables } = await chooseStorage(settings, aws)
      await waitForParts({ dynamodb: probeTables }, options.logger)
      // `waitForParts` only waits until DynamoDB responds. This ends the start when the response is an error,
      // such as a missing table.
      await probeTables()
      const poolEndpoint = userPoolEndpoint(settings)
      const { app, precomputed, probe, close } = openShopApi(openStorage, {
        ...options,
        ...connectUserPoolIfSet(settings, now),
        // Changing roles and deleting accounts needs a user pool inside this process.
        operators: null,
        accounts: null,
        directory: poolEndpoint === null ? null : await openPoolDirectory(settings, poolEndpoint),
        mailTransport: mail.transport,
        mailSenders: mail.senders,
        secretsKey: openSecretsKey(settings),
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
          aws?.close()
          await mail.transport.close()
        },
      }
    },
  })
})
