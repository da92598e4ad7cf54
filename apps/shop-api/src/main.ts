import { makeDataFolder } from '@nashta/service-kit/data-folder'
import { registerHealth } from '@nashta/service-kit/health'
import { runProcess } from '@nashta/service-kit/run-process'
import { serveAlone } from '@nashta/service-kit/serve-alone'
import { startUp } from '@nashta/service-kit/start-up'
import { openSqliteShopApi } from './sqlite-shop-api.ts'

await runProcess(() => {
  const context = startUp('shop-api', process.env)
  const { settings, options, now } = context
  makeDataFolder(settings.DATA_DIR)
  const { app, probe, close } = openSqliteShopApi({
    ...options,
    dataFolder: settings.DATA_DIR,
    // Nobody can sign in before there is a user pool.
    verifyToken: async () => null,
    now,
  })
  registerHealth(app, { database: probe }, now)

  return serveAlone({ ...context, app, name: 'The Shop API', onClose: close })
})
