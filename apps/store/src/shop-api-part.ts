import httpProxy from '@fastify/http-proxy'
import { SHOP_API_BASE } from '@nashta/contracts/endpoint'
import type { ImageStore } from '@nashta/images/image-store'
import { createService, type ServiceOptions } from '@nashta/service-kit/create-service'
import { inProcessFetch } from '@nashta/service-kit/in-process-fetch'
import { openShopDatabase } from '@nashta/shop-api/adapters/sqlite/open-shop-database'
import { createSqliteProductStore } from '@nashta/shop-api/adapters/sqlite/product-store'
import { createApp } from '@nashta/shop-api/create-app'
import { remoteApi } from '@nashta/web/remote-api'
import { watchCatalogue } from '@nashta/web/watch-catalogue'
import { loadDemoCatalogue } from './demo-catalogue.ts'

type EmbeddedOptions = ServiceOptions & { dataFolder: string; images: ImageStore; now: () => Date }

/** The Shop API inside this process, on SQLite, with the demo catalogue when its own is empty. */
export async function embeddedShopApi({ dataFolder, images, now, ...options }: EmbeddedOptions) {
  const database = openShopDatabase(dataFolder, now)
  const products = createSqliteProductStore(database)
  await loadDemoCatalogue({ products, images, logger: options.logger })
  const app = createApp({ ...options, products })

  return {
    app,
    fetchApi: inProcessFetch(app),
    catalogueVersion: () => products.version(),
    probe: () => database.probe(),
    close: () => database.close(),
  }
}

type RemoteOptions = ServiceOptions & { url: string; now: () => Date }

/** The Shop API at another address: the store passes calls on, so the browser still knows one origin. */
export async function remoteShopApi({ url, now, ...options }: RemoteOptions) {
  const app = createService(options)
  await app.register(httpProxy, {
    upstream: url,
    prefix: SHOP_API_BASE,
    rewritePrefix: SHOP_API_BASE,
    replyOptions: { rewriteHeaders: ({ server: _who, 'x-powered-by': _what, ...headers }) => headers },
  })
  const { fetchApi, probe } = remoteApi(url)

  return { app, fetchApi, catalogueVersion: watchCatalogue({ fetchApi, now }), probe, close: async () => {} }
}
