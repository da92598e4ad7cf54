import { join } from 'node:path'
import { registerHealth } from '@nashta/service-kit/http/health'
import { connectShopApi } from '@nashta/service-kit/http/remote-shop-api'
import { createDiskReleaseFiles } from '@nashta/service-kit/releases/disk-release-files'
import { runProcess } from '@nashta/service-kit/start/run-process'
import { serveAlone } from '@nashta/service-kit/start/serve-alone'
import { startUp } from '@nashta/service-kit/start/start-up'

// React chooses its development or production build at its first import, so NODE_ENV is set before that.
process.env['NODE_ENV'] ??= 'production'
const { createApp } = await import('./create-app.ts')

/** Shorter than `streamTimeout` of entry.server.tsx, after which the whole page fails. */
const SHOP_API_TIMEOUT_MS = 2000

await runProcess(async () => {
  const { settings, options, startTelemetry, now } = startUp('web', process.env)
  const { SHOP_API_URL } = settings
  if (!SHOP_API_URL) throw new Error('SHOP_API_URL is not set: the storefront alone needs a Shop API')

  return serveAlone({
    name: 'The storefront',
    settings,
    options,
    startTelemetry,
    async startApp(url) {
      const shopApi = connectShopApi(SHOP_API_URL, { timeoutMs: SHOP_API_TIMEOUT_MS, now })
      const web = await createApp({
        ...options,
        fetchShop: shopApi.fetchShop,
        publicUrl: settings.PUBLIC_URL ?? url,
        realTimeSync: settings.REAL_TIME_SYNC,
        guestCheckout: settings.GUEST_CHECKOUT,
        catalogueVersion: shopApi.catalogueVersion,
        imageHosts: settings.IMAGE_HOSTS,
        rateLimitScale: settings.RATE_LIMIT_SCALE,
        releaseFiles: createDiskReleaseFiles(join(settings.DATA_DIR, 'releases'), now),
        now,
      })
      registerHealth(web.app, { shopApi: shopApi.probe }, now)
      return web
    },
  })
})
