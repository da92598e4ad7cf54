import { connectUserPoolIfSet } from '@nashta/service-kit/auth/remote-user-pool'
import { registerHealth } from '@nashta/service-kit/http/health'
import { connectShopApi } from '@nashta/service-kit/http/remote-shop-api'
import { serveAlone } from '@nashta/service-kit/http/serve-alone'
import { runProcess } from '@nashta/service-kit/process/run-process'
import { makeDataFolder, startUp } from '@nashta/service-kit/process/start-up'
import { openSqliteRecommendations } from './sqlite-recommendations.ts'

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
      const { app, probe, close } = openSqliteRecommendations({
        ...options,
        dataFolder: settings.DATA_DIR,
        fetchShop,
        catalogueVersion,
        key: settings.RECOMMENDATIONS_KEY,
        verifyToken,
        birthDateOf,
        now,
      })
      registerHealth(app, { database: probe }, now)
      return { app, onClose: close }
    },
  })
})
