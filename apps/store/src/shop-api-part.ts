import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import type { ImageStore } from '@nashta/images/image-store'
import type { ServiceOptions } from '@nashta/service-kit/http/create-service'
import { connectShopApi } from '@nashta/service-kit/http/remote-shop-api'
import type { openShopApi } from '@nashta/shop-api/open-shop-api'
import { createProxy } from './create-proxy.ts'
import { loadDemoCatalogue } from './demo-catalogue.ts'

export type RunningShopApi = ReturnType<typeof openShopApi>

type EmbeddedOptions = Pick<ServiceOptions, 'logger'> & { images: ImageStore }

/** The Shop API inside this process. An empty catalogue is filled with the demo catalogue. */
export async function embeddedShopApi(service: RunningShopApi, { images, logger }: EmbeddedOptions) {
  const { products, demoMark, ...parts } = service
  await loadDemoCatalogue({ products, images, logger, isRemoved: demoMark.isRemoved })
  return parts
}

type RemoteOptions = ServiceOptions & { url: string; now: () => Date }

/** How long a page waits for the Shop API. */
const TIMEOUT_MS = 2000

/** The Shop API at another URL, behind a proxy. */
export async function remoteShopApi({ url, now, ...options }: RemoteOptions) {
  return {
    ...connectShopApi(url, { timeoutMs: TIMEOUT_MS, now }),
    app: await createProxy(SHOP_API_BASE, url, options),
    // Only the other process can read its outbox, and erase a user.
    outboxState: null,
    eraseDeletedUser: null,
    close: async () => {},
  }
}
