import { join } from 'node:path'
import { SHOP_API_BASE } from '@nashta/contracts/endpoint'
import { IMAGES_BASE } from '@nashta/contracts/pictures'
import { createApp as createImages } from '@nashta/images/create-app'
import { createDiskImageStore } from '@nashta/images/disk-image-store'
import { createMailboxApp, MAILBOX_BASE } from '@nashta/mail/mailbox-app'
import { openMail } from '@nashta/mail/open-mail'
import { createService } from '@nashta/service-kit/create-service'
import { makeDataFolder } from '@nashta/service-kit/data-folder'
import { registerHealth } from '@nashta/service-kit/health'
import type { Started } from '@nashta/service-kit/run-process'
import { type Open, serve } from '@nashta/service-kit/serve'
import type { Environment } from '@nashta/service-kit/settings'
import { startUp } from '@nashta/service-kit/start-up'
import type { WebPart } from '@nashta/web/create-app'
import type { FastifyInstance } from 'fastify'
import { dispatch } from './dispatch.ts'
import { embeddedShopApi, remoteShopApi } from './shop-api-part.ts'

export type StartStoreOptions = { environment: Environment; createWeb: WebPart }

/** The whole store in one process, on an address that is taken before anything else is touched. */
export async function startStore({ environment, createWeb }: StartStoreOptions): Promise<Started> {
  const context = startUp('store', environment)
  const { settings, logger, options } = context
  makeDataFolder(settings.DATA_DIR)

  const served = await serve({
    host: settings.HOST,
    port: settings.PORT,
    https: options.https,
    open: (url) => openStore({ ...context, publicUrl: settings.PUBLIC_URL ?? url, createWeb }),
  })
  return { ...served, logger, readyLine: `Nashta is ready at ${settings.PUBLIC_URL ?? served.url}` }
}

type StoreContext = ReturnType<typeof startUp> & { publicUrl: string; createWeb: WebPart }

/** Wired by hand, from top to bottom. */
async function openStore({ settings, options, now, publicUrl, createWeb }: StoreContext): Promise<Open> {
  const dataFolder = settings.DATA_DIR
  const mail = openMail({ settings, dataFolder, now })
  const imageStore = createDiskImageStore(join(dataFolder, 'images'))
  const images = createImages({ ...options, images: imageStore })
  const shopApi = settings.SHOP_API_URL
    ? await remoteShopApi({ ...options, url: settings.SHOP_API_URL, now })
    : await embeddedShopApi({
        ...options,
        dataFolder,
        images: imageStore,
        mailTransport: mail.transport,
        publicUrl,
        now,
      })
  const web = await createWeb({
    ...options,
    fetchApi: shopApi.fetchApi,
    catalogueVersion: shopApi.catalogueVersion,
  })
  const health = createService(options)
  registerHealth(health, { shopApi: shopApi.probe, images: () => imageStore.probe() }, now)

  const table: [prefix: string, app: FastifyInstance][] = [
    [SHOP_API_BASE, shopApi.app],
    [IMAGES_BASE, images],
    ['/healthz', health],
    ['/readyz', health],
  ]
  if (mail.mailbox) table.push([MAILBOX_BASE, createMailboxApp({ ...options, mailbox: mail.mailbox })])
  const apps = new Set([...table.map(([, app]) => app), web])
  await Promise.all([...apps].map((app) => app.ready()))

  return {
    listener: dispatch(table, web),
    async onClose() {
      await Promise.all([...apps].map((app) => app.close()))
      await shopApi.close()
      await mail.transport.close()
    },
  }
}
