import * as contract from '@nashta/contracts/catalogue/view'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import { type Route, route } from '@nashta/service-kit/http/routes'
import type { ProductStore } from '../catalogue/product-store.ts'
import { viewEvent } from '../events/shop-events.ts'

export type ViewDeps = {
  products: ProductStore
  /** Null without a recommendation service. */
  publishEvent: ((event: ShopEvent) => Promise<void>) | null
  now: () => Date
}

export function viewRoutes(deps: ViewDeps): Route[] {
  return [
    route(contract.recordView, async ({ body, caller }) => ({
      data: { noted: await recordView(deps, caller.sub, body.productId) },
    })),
  ]
}

/** Returns false when there is no such product or no recommendation service. */
async function recordView({ products, publishEvent, now }: ViewDeps, userId: string, productId: string) {
  if (!publishEvent || !(await products.find(productId))) return false
  await publishEvent(viewEvent(userId, productId, now()))
  return true
}
