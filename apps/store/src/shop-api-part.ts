import httpProxy from '@fastify/http-proxy'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import type { ImageStore } from '@nashta/images/image-store'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'
import { remoteApi } from '@nashta/web/remote-api'
import { watchCatalogue } from '@nashta/web/watch-catalogue'
import type { OpenShopApi } from './adapters.ts'
import { loadDemoCatalogue } from './demo-catalogue.ts'

type EmbeddedOptions = Pick<ServiceOptions, 'logger'> & { images: ImageStore }

/** The Shop API inside this process. An empty catalogue is filled with the demo catalogue. */
export async function embeddedShopApi(shop: OpenShopApi, { images, logger }: EmbeddedOptions) {
  const {
    app,
    precomputed,
    fetchHere: fetchApi,
    catalogueVersion,
    products,
    mailsWaiting,
    probe,
    close,
  } = shop
  await loadDemoCatalogue({ products, images, logger })
  return { app, precomputed, fetchApi, catalogueVersion, mailsWaiting, probe, close }
}

type RemoteOptions = ServiceOptions & { url: string; now: () => Date }

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
  const { fetchApi, probe } = remoteApi(url)
  const catalogueVersion = watchCatalogue({ fetchApi, now })
  return {
    app,
    precomputed: undefined,
    fetchApi,
    catalogueVersion,
    mailsWaiting: null,
    probe,
    close: async () => {},
  }
}
