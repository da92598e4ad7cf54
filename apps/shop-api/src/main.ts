import { makeDataFolder } from '@nashta/service-kit/data-folder'
import { registerHealth } from '@nashta/service-kit/health'
import { runProcess } from '@nashta/service-kit/run-process'
import { serve } from '@nashta/service-kit/serve'
import { startUp } from '@nashta/service-kit/start-up'
import { openShopDatabase } from './adapters/sqlite/open-shop-database.ts'
import { createSqliteProductStore } from './adapters/sqlite/product-store.ts'
import { createApp } from './create-app.ts'

await runProcess(async () => {
  const { settings, logger, options, now } = startUp('shop-api', process.env)
  makeDataFolder(settings.DATA_DIR)
  const database = openShopDatabase(settings.DATA_DIR, now)
  const app = createApp({ ...options, products: createSqliteProductStore(database) })
  registerHealth(app, { database: database.probe }, now)
  await app.ready()

  const served = await serve({
    host: settings.HOST,
    port: settings.PORT,
    https: options.https,
    listener: (request, response) => app.routing(request, response),
    async onClose() {
      await app.close()
      await database.close()
    },
  })
  return { ...served, logger, readyLine: `The Shop API is ready at ${served.url}/api` }
})
