import { type Item, readItem } from '@nashta/dynamodb/read-items'
import { transact, type TransactItem } from '@nashta/dynamodb/transact'
import type { OrderRecord, UnpaidOrderLimit } from '../../../purchases/purchase-store.ts'
import { assertCashUnits, assertUnpaidOrders, staysInList } from '../../../purchases/unpaid-orders.ts'
import { toEpochSeconds } from '../tables.ts'
import type { PurchaseDeps } from './order-effects.ts'

/**
 * The ids of the orders that were placed with one key, oldest first. The key is that of an
 * `UnpaidOrderLimit`: it stands for an e-mail address, a network or an account. `version` counts
 * the writes.
 */
export type OrdersByKey = { purchaseIds: readonly string[]; version: number }

const NONE: OrdersByKey = { purchaseIds: [], version: 0 }

function itemKey(key: string) {
  return { pk: `orders-by-key#${key}`, sk: 'orders' }
}

/**
 * The keys of networks and accounts only limit unpaid orders. A month after the last order of such
 * a key, none of its orders is unpaid. The keys of e-mail addresses do not expire, because an
 * erasure finds guest orders by them.
 */
const LIMIT_KEY_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

export function ordersByKeyItem(key: string, { purchaseIds, version }: OrdersByKey, at: Date): Item {
  const expiresAt = toEpochSeconds(new Date(at.getTime() + LIMIT_KEY_LIFETIME_MS))
  return { ...itemKey(key), purchaseIds, version, ...(!key.startsWith('email:') && { expiresAt }) }
}

type Deps = Pick<PurchaseDeps, 'client' | 'tables' | 'orders' | 'now'>

export async function readOrderIds({ client, tables }: Deps, key: string): Promise<OrdersByKey> {
  return (await readItem<OrdersByKey>(client, tables.purchases, itemKey(key))) ?? NONE
}

/** The orders with these ids, newest first. */
export async function readOrders({ orders }: Deps, { purchaseIds }: OrdersByKey) {
  const found = await Promise.all(purchaseIds.toReversed().map((id) => orders.find(id)))
  return found.flatMap((stored) => stored?.order ?? [])
}

/** Removes the order from the item of the key. Deletes the item when it has no other order. */
export async function removeLimitKey(deps: Deps, key: string, purchaseId: string): Promise<void> {
  const before = await readOrderIds(deps, key)
  if (!before.purchaseIds.includes(purchaseId)) return
  const purchaseIds = before.purchaseIds.filter((id) => id !== purchaseId)
  const TableName = deps.tables.purchases
  const version = before.version + 1
  const write =
    purchaseIds.length === 0
      ? { Delete: { TableName, Key: itemKey(key), ...unchangedSince(before) } }
      : {
          Put: {
            TableName,
            Item: ordersByKeyItem(key, { purchaseIds, version }, deps.now()),
            ...unchangedSince(before),
          },
        }
  await transact(deps.client, [{ name: 'orders by key', write }])
}

/** The condition that the item has not changed since it was read. */
function unchangedSince({ version }: OrdersByKey) {
  return version === 0
    ? { ConditionExpression: 'attribute_not_exists(pk)' }
    : { ConditionExpression: 'version = :version', ExpressionAttributeValues: { ':version': version } }
}

/**
 * Throws when the earlier orders of a key reach its limit of unpaid orders. Returns the check and
 * the writes that the new order needs later.
 */
export async function checkUnpaidOrders(deps: Deps, limits: readonly UnpaidOrderLimit[]) {
  const checked = await Promise.all(
    limits.map(async (limit) => {
      const before = await readOrderIds(deps, limit.key)
      const earlier = await readOrders(deps, before)
      assertUnpaidOrders(earlier, limit)
      return { limit, before, earlier }
    }),
  )
  return {
    /** Throws when the order and the earlier ones together have too many units of a product. */
    assertUnits(order: OrderRecord) {
      for (const { limit, earlier } of checked) assertCashUnits(order, earlier, limit)
    },
    /** The writes that add a new order to the items of the keys. */
    writes: (purchaseId: string): TransactItem[] =>
      checked.map(({ limit: { key }, before, earlier }) => {
        // The item of an e-mail address keeps all orders. Other items keep only the unpaid ones.
        const newestFirst = earlier.filter((order) => staysInList(order, key))
        const oldestFirst = newestFirst.map((order) => order.purchaseId).toReversed()
        const purchaseIds = [...oldestFirst, purchaseId]
        const Put = {
          TableName: deps.tables.purchases,
          Item: ordersByKeyItem(key, { purchaseIds, version: before.version + 1 }, deps.now()),
          ...unchangedSince(before),
        }
        return { name: 'orders by key', write: { Put } }
      }),
  }
}
