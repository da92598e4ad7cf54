import { connectUserPoolIfSet } from '@nashta/service-kit/auth/remote-user-pool'
import { registerHealth, waitForParts } from '@nashta/service-kit/http/health'
import { connectShopApi } from '@nashta/service-kit/http/remote-shop-api'
import type { Settings } from '@nashta/service-kit/process/settings'
import { runProcess } from '@nashta/service-kit/start/run-process'
import { serveAlone } from '@nashta/service-kit/start/serve-alone'
import { makeDataFolder, startUp } from '@nashta/service-kit/start/start-up'
import type { FastifyBaseLogger } from 'fastify'
import { openSqliteRecommendations, type SqliteRecommendationsOptions } from './sqlite-recommendations.ts'

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
      const storage = await chooseStorage(settings, options.logger)
      const { app, probe, close } = storage.open({
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
          storage.close()
        },
      }
    },
  })
})

type Storage = {
  open: (
    options: Omit<SqliteRecommendationsOptions, 'dataFolder'>,
  ) => Pick<ReturnType<typeof openSqliteRecommendations>, 'app' | 'probe' | 'close'>
  close: () => void
}

/** SQLite, or DynamoDB with CLOUD=aws. The AWS SDK is only loaded with CLOUD=aws. */
async function chooseStorage(settings: Settings, logger: FastifyBaseLogger): Promise<Storage> {
  const dataFolder = settings.DATA_DIR
  if (settings.CLOUD !== 'aws')
    return { open: (options) => openSqliteRecommendations({ ...options, dataFolder }), close() {} }
  const { connectAws } = await import('@nashta/dynamodb/connect-aws')
  const { recommendationsStorageOnAws } = await import('./dynamodb-from-settings.ts')
  const aws = connectAws(settings, process.env)
  const { table, open } = recommendationsStorageOnAws(aws, settings)
  await waitForParts({ dynamodb: () => aws.probe(table) }, logger)
  await aws.probe(table)
  return { open, close: aws.close }
}
