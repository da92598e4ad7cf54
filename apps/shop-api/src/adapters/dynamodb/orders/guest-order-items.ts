import { type Item, readItem } from '@nashta/dynamodb/read-items'
import { transact, type TransactItem } from '@nashta/dynamodb/transact'
import { assertOpenOrders, isFoundByKey } from '../../../purchases/guest-orders.ts'
import type { GuestLimit, OrderRecord } from '../../../purchases/purchase-store.ts'
import type { PurchaseDeps } from './order-effects.ts'

/** The ids of the orders that guests placed with one key. `version` counts the writes. */
export type GuestOrders = { purchaseIds: readonly string[]; version: number }

const NONE: GuestOrders = { purchaseIds: [], version: 0 }

function guestOrdersKey(key: string) {
  return { pk: `guest-orders#${key}`, sk: 'orders' }
}

export function guestOrdersItem(key: string, { purchaseIds, version }: GuestOrders): Item {
  return { ...guestOrdersKey(key), purchaseIds, version }
}

type Deps = Pick<PurchaseDeps, 'client' | 'tables' | 'orders'>

export async function readGuestOrders({ client, tables }: Deps, key: string): Promise<GuestOrders> {
  return (await readItem<GuestOrders>(client, tables.purchases, guestOrdersKey(key))) ?? NONE
}

/** Newest first. */
export async function listGuestOrders(
  { orders }: Deps,
  { purchaseIds }: GuestOrders,
): Promise<OrderRecord[]> {
  const found = await Promise.all(purchaseIds.toReversed().map((id) => orders.find(id)))
  return found.flatMap((stored) => stored?.order ?? [])
}

/** The item without the order; no item when that was the last one. */
export async function removeGuestOrder(deps: Deps, key: string, purchaseId: string): Promise<void> {
  const before = await readGuestOrders(deps, key)
  if (!before.purchaseIds.includes(purchaseId)) return
  const purchaseIds = before.purchaseIds.filter((id) => id !== purchaseId)
  const TableName = deps.tables.purchases
  const version = before.version + 1
  const write =
    purchaseIds.length === 0
      ? { Delete: { TableName, Key: guestOrdersKey(key), ...hasVersion(before) } }
      : { Put: { TableName, Item: guestOrdersItem(key, { purchaseIds, version }), ...hasVersion(before) } }
  await transact(deps.client, [{ name: 'guest orders', write }])
}

/** The transaction is refused when another one has changed the item meanwhile. */
function hasVersion({ version }: GuestOrders) {
  return version === 0
    ? { ConditionExpression: 'attribute_not_exists(pk)' }
    : { ConditionExpression: 'version = :version', ExpressionAttributeValues: { ':version': version } }
}

/** Throws when a limit is reached. Returns the writes that make a new order found by the keys. */
export async function checkGuestLimits(deps: Deps, limits: readonly GuestLimit[]) {
  const checked = await Promise.all(
    limits.map(async (limit) => {
      const before = await readGuestOrders(deps, limit.key)
      const earlier = await listGuestOrders(deps, before)
      assertOpenOrders(earlier, limit)
      return { key: limit.key, before, earlier }
    }),
  )
  return (purchaseId: string): TransactItem[] =>
    checked.map(({ key, before, earlier }) => {
      const kept = earlier.filter((order) => isFoundByKey(order, key)).toReversed()
      const purchaseIds = [...kept.map((order) => order.purchaseId), purchaseId]
      const Put = {
        TableName: deps.tables.purchases,
        Item: guestOrdersItem(key, { purchaseIds, version: before.version + 1 }),
        ...hasVersion(before),
      }
      return { name: 'guest orders', write: { Put } }
    })
}
