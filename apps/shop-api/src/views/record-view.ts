import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { ProductStore } from '../catalogue/product-store.ts'
import { viewEvent } from '../events/shop-events.ts'

export type ViewDeps = {
  products: ProductStore
  /** Null where no recommendation service listens. */
  keepEvent: ((event: ShopEvent) => Promise<void>) | null
  now: () => Date
}

/** False when there is nothing to note: no such product, or nobody to tell. */
export async function recordView(
  { products, keepEvent, now }: ViewDeps,
  userId: string,
  productId: string,
): Promise<boolean> {
  if (!keepEvent || !(await products.find(productId))) return false
  await keepEvent(viewEvent(userId, productId, now()))
  return true
}
