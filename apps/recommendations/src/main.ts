import { connectAwsIfSet } from '@nashta/dynamodb/connect-aws-if-set'
import { connectUserPoolIfSet } from '@nashta/service-kit/auth/remote-user-pool'
import { registerHealth, waitForParts } from '@nashta/service-kit/http/health'
import { connectShopApi } from '@nashta/service-kit/http/remote-shop-api'
import { runProcess } from '@nashta/service-kit/start/run-process'
import { serveAlone } from '@nashta/service-kit/start/serve-alone'
import { makeDataFolder, startUp } from '@nashta/service-kit/start/start-up'
import { chooseStorage } from './choose-storage.ts'
import { openRecommendations } from './open-recommendations.ts'

const SHOP_API_TIMEOUT_MS = 20_000

await runProcess(() => {
  const { settings, options, startTelemetry, now } = startUp('recommendations', process.env)
  const { SHOP_API_URL } = settings
  if (!SHOP_API_URL)
    throw new Error('SHOP_API_URL is not set: suggestions are made from the catalogue of a Shop API')
  makeDataFolder(settings.DATA_DIR)

  const { fetchShop, catalogueVersion } = connectShopApi(SHOP_API_URL, {
    timeoutMs: SHOP_API_TIMEOUT_MS,
    now,
  })
  return serveAlone({
    name: 'The recommendation service',
    settings,
    options,
    startTelemetry,
    async startApp() {
      const { verifyToken, birthDateOf } = connectUserPoolIfSet(settings, now)
      const aws = await connectAwsIfSet(settings, process.env)
      const { openStorage, probeTables } = await chooseStorage(settings, aws)
      await waitForParts({ dynamodb: probeTables }, options.logger)
      // `waitForParts` only waits until DynamoDB responds. This ends the start when the response is an error,
      // such as a missing table.
      await probeTables()
      const { app, probe, close } = openRecommendations(openStorage, {
        ...options,
        fetchShop,
        catalogueVersion,
        key: settings.RECOMMENDATIONS_KEY,
        verifyToken,
        birthDateOf,
        rateLimitScale: settings.RATE_LIMIT_SCALE,
        now,
      })
      registerHealth(app, { database: probe }, now)
      return {
        app,
        async onClose() {
          await close()
          aws?.close()
        },
      }
    },
  })
})
