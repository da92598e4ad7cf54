import { registerHealth } from '@nashta/service-kit/http/health'
import { connectShopApi } from '@nashta/service-kit/http/remote-shop-api'
import { serveAlone } from '@nashta/service-kit/http/serve-alone'
import { runProcess } from '@nashta/service-kit/process/run-process'
import { startUp } from '@nashta/service-kit/process/start-up'

// React chooses its development or its production version when it is first imported.
process.env['NODE_ENV'] ??= 'production'
const { createApp } = await import('./create-app.ts')

const SHOP_API_TIMEOUT_MS = 2000

await runProcess(async () => {
  const { settings, options, now } = startUp('web', process.env)
  const { SHOP_API_URL } = settings
  if (!SHOP_API_URL) throw new Error('SHOP_API_URL is not set: the storefront alone needs a Shop API')

  return serveAlone({
    name: 'The storefront',
    settings,
    options,
    async startApp(url) {
      const { fetchShop, catalogueVersion, probe } = connectShopApi(SHOP_API_URL, {
        timeoutMs: SHOP_API_TIMEOUT_MS,
        now,
      })
      const part = await createApp({
        ...options,
        fetchShop,
        publicUrl: settings.PUBLIC_URL ?? url,
        catalogueVersion,
        imageHosts: settings.IMAGE_HOSTS,
        rateLimitScale: settings.RATE_LIMIT_SCALE,
        now,
      })
      registerHealth(part.app, { shopApi: probe }, now)
      return part
    },
  })
})
