import { join } from 'node:path'
import { SHOP_API_BASE } from '@nashta/contracts/endpoint'
import { IMAGES_BASE } from '@nashta/contracts/pictures'
import { createApp as createImages } from '@nashta/images/create-app'
import { createDiskImageStore } from '@nashta/images/disk-image-store'
import { createService } from '@nashta/service-kit/create-service'
import { makeDataFolder } from '@nashta/service-kit/data-folder'
import { registerHealth } from '@nashta/service-kit/health'
import type { Started } from '@nashta/service-kit/run-process'
import { serve } from '@nashta/service-kit/serve'
import type { Environment } from '@nashta/service-kit/settings'
import { startUp } from '@nashta/service-kit/start-up'
import type { WebPart } from '@nashta/web/create-app'
import { dispatch } from './dispatch.ts'
import { embeddedShopApi, remoteShopApi } from './shop-api-part.ts'

export type StartStoreOptions = { environment: Environment; createWeb: WebPart }

/** The whole store in one process, wired by hand from top to bottom. */
export async function startStore({ environment, createWeb }: StartStoreOptions): Promise<Started> {
  const { settings, logger, options, now } = startUp('store', environment)
  makeDataFolder(settings.DATA_DIR)

  const imageStore = createDiskImageStore(join(settings.DATA_DIR, 'images'))
  const images = createImages({ ...options, images: imageStore })
  const shopApi = settings.SHOP_API_URL
    ? await remoteShopApi({ ...options, url: settings.SHOP_API_URL, now })
    : await embeddedShopApi({ ...options, dataFolder: settings.DATA_DIR, images: imageStore, now })
  const web = await createWeb({
    ...options,
    fetchApi: shopApi.fetchApi,
    catalogueVersion: shopApi.catalogueVersion,
  })
  const health = createService(options)
  registerHealth(health, { shopApi: shopApi.probe, images: () => imageStore.probe() }, now)

  const apps = [shopApi.app, images, health, web]
  await Promise.all(apps.map((app) => app.ready()))
  const served = await serve({
    host: settings.HOST,
    port: settings.PORT,
    https: options.https,
    listener: dispatch(
      [
        [SHOP_API_BASE, shopApi.app],
        [IMAGES_BASE, images],
        ['/healthz', health],
        ['/readyz', health],
      ],
      web,
    ),
    async onClose() {
      await Promise.all(apps.map((app) => app.close()))
      await shopApi.close()
    },
  })
  return { ...served, logger, readyLine: `Nashta is ready at ${settings.PUBLIC_URL ?? served.url}` }
}
