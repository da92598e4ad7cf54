import httpProxy from '@fastify/http-proxy'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import type { ImageStore } from '@nashta/images/image-store'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'
import { connectShopApi } from '@nashta/service-kit/http/remote-shop-api'
import { watchCatalogue } from '@nashta/web/watch-catalogue'
import type { OpenShopApi } from './adapters.ts'
import { loadDemoCatalogue } from './demo-catalogue.ts'

type EmbeddedOptions = Pick<ServiceOptions, 'logger'> & { images: ImageStore; now: () => Date }

/** The Shop API inside this process, with the demo catalogue when its own is empty. */
export async function embeddedShopApi(shop: OpenShopApi, { images, logger, now }: EmbeddedOptions) {
  const { app, atHand, fetchShop, products, mailsWaiting, probe, close } = shop
  await loadDemoCatalogue({ products, images, logger })

  const stockAndSales = watchCatalogue({ look: shop.stockAndSales, now })
  // What is offered shows at once; stock and the order of sales move with every purchase, and show a moment later.
  const catalogueVersion = () => {
    const [offered, moving] = [products.version(), stockAndSales()]
    if (typeof offered === 'string' && typeof moving === 'string') return `${offered} ${moving}`
    return Promise.all([offered, moving]).then((both) => both.join(' '))
  }

  return {
    app,
    atHand,
    fetchShop,
    catalogueVersion,
    offerVersion: () => products.version(),
    mailsWaiting,
    probe,
    close,
  }
}

type RemoteOptions = ServiceOptions & { url: string; now: () => Date }

const TIMEOUT_MS = 2000

/** The Shop API at another address: the store is its proxy, so that the browser uses one origin. */
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
  const { fetchShop, probe, ...shop } = connectShopApi(url, { timeoutMs: TIMEOUT_MS })
  const catalogueVersion = watchCatalogue({ look: shop.catalogueVersion, now })

  return {
    app,
    atHand: undefined,
    fetchShop,
    catalogueVersion,
    // The ETag of a remote Shop API does not tell a change of the offer from a change of stock.
    offerVersion: catalogueVersion,
    mailsWaiting: null,
    probe,
    close: async () => {},
  }
}
