import { type Item, readItem } from '@nashta/dynamodb/read-items'
import { transact, type TransactItem } from '@nashta/dynamodb/transact'
import { assertOpenOrders, assertOpenUnits, isFoundByKey } from '../../../purchases/open-orders.ts'
import type { OpenOrderLimit, OrderRecord } from '../../../purchases/purchase-store.ts'
import { toEpochSeconds } from '../tables.ts'
import type { PurchaseDeps } from './order-effects.ts'

/** The ids of the orders that were placed with one key. `version` counts the writes. */
export type OrdersByKey = { purchaseIds: readonly string[]; version: number }

const NONE: OrdersByKey = { purchaseIds: [], version: 0 }

function itemKey(key: string) {
  return { pk: `orders-by-key#${key}`, sk: 'orders' }
}

/** The hash of a network or an account goes a month after its last order, when its orders have long been delivered. */
const LIMIT_KEYS_KEPT_MS = 30 * 24 * 60 * 60 * 1000

export function ordersByKeyItem(key: string, { purchaseIds, version }: OrdersByKey, at: Date): Item {
  const expiresAt = toEpochSeconds(new Date(at.getTime() + LIMIT_KEYS_KEPT_MS))
  return { ...itemKey(key), purchaseIds, version, ...(!key.startsWith('email:') && { expiresAt }) }
}

type Deps = Pick<PurchaseDeps, 'client' | 'tables' | 'orders' | 'now'>

export async function readOrdersByKey({ client, tables }: Deps, key: string): Promise<OrdersByKey> {
  return (await readItem<OrdersByKey>(client, tables.purchases, itemKey(key))) ?? NONE
}

/** Newest first. */
export async function listOrdersByKey(
  { orders }: Deps,
  { purchaseIds }: OrdersByKey,
): Promise<OrderRecord[]> {
  const found = await Promise.all(purchaseIds.toReversed().map((id) => orders.find(id)))
  return found.flatMap((stored) => stored?.order ?? [])
}

/** The item without the order; no item when that was the last one. */
export async function removeFromKey(deps: Deps, key: string, purchaseId: string): Promise<void> {
  const before = await readOrdersByKey(deps, key)
  if (!before.purchaseIds.includes(purchaseId)) return
  const purchaseIds = before.purchaseIds.filter((id) => id !== purchaseId)
  const TableName = deps.tables.purchases
  const version = before.version + 1
  const write =
    purchaseIds.length === 0
      ? { Delete: { TableName, Key: itemKey(key), ...hasVersion(before) } }
      : {
          Put: {
            TableName,
            Item: ordersByKeyItem(key, { purchaseIds, version }, deps.now()),
            ...hasVersion(before),
          },
        }
  await transact(deps.client, [{ name: 'orders by key', write }])
}

/** The transaction is refused when another one has changed the item meanwhile. */
function hasVersion({ version }: OrdersByKey) {
  return version === 0
    ? { ConditionExpression: 'attribute_not_exists(pk)' }
    : { ConditionExpression: 'version = :version', ExpressionAttributeValues: { ':version': version } }
}

/** Throws when a limit of orders is reached. */
export async function readOpenOrders(deps: Deps, limits: readonly OpenOrderLimit[]) {
  const read = await Promise.all(
    limits.map(async (limit) => {
      const before = await readOrdersByKey(deps, limit.key)
      const earlier = await listOrdersByKey(deps, before)
      assertOpenOrders(earlier, limit)
      return { limit, before, earlier }
    }),
  )
  return {
    /** Throws when the order would reach a limit of units. */
    assertUnits(order: OrderRecord) {
      for (const { limit, earlier } of read) assertOpenUnits(order, earlier, limit)
    },
    /** Make a new order found by the keys. */
    writes: (purchaseId: string): TransactItem[] =>
      read.map(({ limit: { key }, before, earlier }) => {
        const kept = earlier.filter((order) => isFoundByKey(order, key)).toReversed()
        const purchaseIds = [...kept.map((order) => order.purchaseId), purchaseId]
        const Put = {
          TableName: deps.tables.purchases,
          Item: ordersByKeyItem(key, { purchaseIds, version: before.version + 1 }, deps.now()),
          ...hasVersion(before),
        }
        return { name: 'orders by key', write: { Put } }
      }),
  }
}
