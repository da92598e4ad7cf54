import { registerHealth } from '@nashta/service-kit/health'
import { runProcess } from '@nashta/service-kit/run-process'
import { serve } from '@nashta/service-kit/serve'
import { startUp } from '@nashta/service-kit/start-up'
import { remoteApi } from './remote-api.ts'
import { watchCatalogue } from './watch-catalogue.ts'

// React chooses its development or its production half when it is first imported.
process.env['NODE_ENV'] ??= 'production'
const { createApp } = await import('./create-app.ts')

await runProcess(async () => {
  const { settings, logger, options, now } = startUp('web', process.env)
  if (!settings.SHOP_API_URL)
    throw new Error('SHOP_API_URL is not set: the storefront alone needs a Shop API')

  const { fetchApi, probe } = remoteApi(settings.SHOP_API_URL)
  const app = await createApp({ ...options, fetchApi, catalogueVersion: watchCatalogue({ fetchApi, now }) })
  registerHealth(app, { shopApi: probe }, now)
  await app.ready()

  const served = await serve({
    host: settings.HOST,
    port: settings.PORT,
    https: options.https,
    listener: (request, response) => app.routing(request, response),
    onClose: () => app.close(),
  })
  return { ...served, logger, readyLine: `The storefront is ready at ${served.url}` }
})
