import { isGuestId } from '../order/guest-orders.ts'
import { isOver } from '../order/phase.ts'
import type { OrderRecord, PurchaseStore } from '../order/purchase-store.ts'
import { guestEmailKey } from '../order/unpaid-orders.ts'

/** So many of the latest orders are looked at. More cancelled ones than that in a row count as an order. */
const ORDERS_READ = 20

type Deps = { purchases: PurchaseStore }

/** Whether all earlier orders of the account were cancelled. */
export async function isFirstOrderOfAccount({ purchases }: Deps, userId: string): Promise<boolean> {
  const earlier = await purchases.list(userId, { limit: ORDERS_READ, before: undefined })
  return earlier.length < ORDERS_READ && earlier.every(isOver)
}

/** A guest is known by the e-mail address that they have typed. Without one, nobody knows whether it is the first. */
export async function isFirstOrder(
  deps: Deps,
  { userId, email }: Pick<OrderRecord, 'userId' | 'email'>,
): Promise<boolean> {
  if (!isGuestId(userId)) return isFirstOrderOfAccount(deps, userId)
  if (email === null) return false
  const earlier = await deps.purchases.listByBuyerKey(guestEmailKey(email))
  return earlier.every((order) => isOver(order) || order.userId === userId)
}
