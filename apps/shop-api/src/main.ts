import { join } from 'node:path'
import { makeDataFolder } from '@nashta/service-kit/data-folder'
import { registerHealth } from '@nashta/service-kit/health'
import { runProcess } from '@nashta/service-kit/run-process'
import { serve } from '@nashta/service-kit/serve'
import { startUp } from '@nashta/service-kit/start-up'
import { openDatabase } from '@nashta/sqlite/database'
import { shopMigrations } from './adapters/sqlite/migrations.ts'
import { createSqliteProductStore } from './adapters/sqlite/product-store.ts'
import { createApp } from './create-app.ts'

await runProcess(async () => {
  const { settings, logger, options, now } = startUp('shop-api', process.env)
  makeDataFolder(settings.DATA_DIR)
  const database = openDatabase({
    path: join(settings.DATA_DIR, 'shop.sqlite'),
    migrations: shopMigrations,
    now,
  })
  const app = createApp({ ...options, products: createSqliteProductStore(database) })
  registerHealth(app, { database: database.probe }, now)
  await app.ready()

  const served = await serve({
    host: settings.HOST,
    port: settings.PORT,
    listener: (request, response) => app.routing(request, response),
    async onClose() {
      await app.close()
      await database.close()
    },
  })
  return { ...served, logger, readyLine: `The Shop API is ready at ${served.url}/api` }
})
