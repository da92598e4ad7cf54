import httpProxy from '@fastify/http-proxy'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import type { ImageStore } from '@nashta/images/image-store'
import { createService, type ServiceOptions } from '@nashta/service-kit/http/create-service'
import { remoteApi } from '@nashta/web/remote-api'
import { lookAtList, watchCatalogue } from '@nashta/web/watch-catalogue'
import type { OpenShopApi } from './adapters.ts'
import { loadDemoCatalogue } from './demo-catalogue.ts'

type EmbeddedOptions = Pick<ServiceOptions, 'logger'> & { images: ImageStore; now: () => Date }

/** The Shop API inside this process, with the demo catalogue when its own is empty. */
export async function embeddedShopApi(shop: OpenShopApi, { images, logger, now }: EmbeddedOptions) {
  const { app, atHand, fetchHere: fetchApi, products, mailsWaiting, probe, close } = shop
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
    fetchApi,
    catalogueVersion,
    offerVersion: () => products.version(),
    mailsWaiting,
    probe,
    close,
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
  const catalogueVersion = watchCatalogue({ look: lookAtList(fetchApi), now })

  return {
    app,
    atHand: undefined,
    fetchApi,
    catalogueVersion,
    // From afar one cannot be told from the other.
    offerVersion: catalogueVersion,
    mailsWaiting: null,
    probe,
    close: async () => {},
  }
}
