import { makeDataFolder } from '@nashta/service-kit/data-folder'
import { registerHealth } from '@nashta/service-kit/health'
import { runProcess } from '@nashta/service-kit/run-process'
import { serveAlone } from '@nashta/service-kit/serve-alone'
import { startUp } from '@nashta/service-kit/start-up'
import { openShopDatabase } from './adapters/sqlite/open-shop-database.ts'
import { createSqliteProductStore } from './adapters/sqlite/product-store.ts'
import { createApp } from './create-app.ts'

await runProcess(() => {
  const context = startUp('shop-api', process.env)
  const { settings, options, now } = context
  makeDataFolder(settings.DATA_DIR)
  const database = openShopDatabase(settings.DATA_DIR, now)
  const app = createApp({ ...options, products: createSqliteProductStore(database) })
  registerHealth(app, { database: database.probe }, now)

  return serveAlone({ ...context, app, name: 'The Shop API', onClose: database.close })
})
