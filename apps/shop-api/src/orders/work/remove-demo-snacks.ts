import { isDemoSnack } from '@nashta/contracts/catalogue/demo-snacks'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import type { DemoMark } from '../../catalogue/demo-mark.ts'
import type { ProductStore } from '../../catalogue/product-store.ts'
import { type AuthorshipDeps, authorshipOf } from '../../operator-log/logged-change.ts'
import type { AllOrders } from '../search/all-orders.ts'

const ORDERS_PER_READ = 100

export type RemoveDemoSnacksDeps = AuthorshipDeps & {
  products: ProductStore
  allOrders: AllOrders
  demoMark: DemoMark
}

/** Removes the demo snacks that no order has. Each has its own entry in the log. */
export async function removeDemoSnacks(deps: RemoveDemoSnacksDeps, caller: Caller) {
  const { products, demoMark } = deps
  const demo = (await products.listWithDrafts()).filter(isDemoSnack).map(({ products_id }) => products_id)
  const sold = await findSold(deps, demo)
  // Before the removals: if the process died after them, the next start would fill the empty catalogue again.
  await demoMark.markRemoved()
  const removed = demo.filter((id) => !sold.has(id))
  for (const id of removed) await products.remove(id, await authorshipOf(deps, caller))
  return { removed, sold: demo.filter((id) => sold.has(id)) }
}

/** Which of the products are in an order. Reads all orders, or as many as it takes to find all products. */
async function findSold({ allOrders }: RemoveDemoSnacksDeps, ids: readonly string[]): Promise<Set<string>> {
  const wanted = new Set(ids)
  const sold = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await allOrders.list({}, { limit: ORDERS_PER_READ, cursor })
    for (const { productId } of page.orders.flatMap(({ lines }) => lines))
      if (wanted.has(productId)) sold.add(productId)
    cursor = page.next ?? undefined
  } while (cursor !== undefined && sold.size < wanted.size)
  return sold
}
