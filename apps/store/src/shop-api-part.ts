import httpProxy from '@fastify/http-proxy'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import type { ImageStore } from '@nashta/images/image-store'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'
import { connectShopApi } from '@nashta/service-kit/http/remote-shop-api'
import type { OpenShopApi } from './adapters.ts'
import { loadDemoCatalogue } from './demo-catalogue.ts'

type EmbeddedOptions = Pick<ServiceOptions, 'logger'> & { images: ImageStore }

/** The Shop API inside this process. An empty catalogue is filled with the demo catalogue. */
export async function embeddedShopApi(shop: OpenShopApi, { images, logger }: EmbeddedOptions) {
  const { app, precomputed, fetchShop, catalogueVersion, products, mailsWaiting, probe, close } = shop
  await loadDemoCatalogue({ products, images, logger })
  return { app, precomputed, fetchShop, catalogueVersion, mailsWaiting, probe, close }
}

type RemoteOptions = ServiceOptions & { url: string; now: () => Date }

const TIMEOUT_MS = 2000

/** The Shop API at another URL. The store proxies requests to it, so that the browser knows one origin. */
export async function remoteShopApi({ url, now, ...options }: RemoteOptions) {
  const app = createService(options)
  await app.register(httpProxy, {
    upstream: url,
    prefix: SHOP_API_BASE,
    rewritePrefix: SHOP_API_BASE,
    replyOptions: {
      rewriteHeaders: ({ server: _server, 'x-powered-by': _poweredBy, ...headers }) => headers,
    },
  })
  const { fetchShop, catalogueVersion, probe } = connectShopApi(url, { timeoutMs: TIMEOUT_MS, now })
  return {
    app,
    precomputed: undefined,
    fetchShop,
    catalogueVersion,
    mailsWaiting: null,
    probe,
    close: async () => {},
  }
}
