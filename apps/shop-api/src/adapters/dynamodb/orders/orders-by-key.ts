import { type Item, readItem } from '@nashta/dynamodb/read-items'
import { transact, type TransactItem } from '@nashta/dynamodb/transact'
import type { OrderRecord, UnpaidOrderLimit } from '../../../purchases/purchase-store.ts'
import {
  assertCashUnits,
  assertUnpaidOrdersWithinLimit,
  staysListedUnder,
} from '../../../purchases/unpaid-orders.ts'
import { toEpochSeconds } from '../tables.ts'
import type { PurchaseDeps } from './order-effects.ts'

// Each buyer key (see `buyerKeyOf`) has one item, such as `orders-by-key#email:…`.

/** The ids of the orders that were placed under one buyer key, oldest first. */
type OrderIds = readonly string[]

function itemKey(buyerKey: string) {
  return { pk: `orders-by-key#${buyerKey}`, sk: 'orders' }
}

/**
 * The item of a network or an account expires a month after its last order: none of its orders is
 * unpaid by then. The item of an e-mail address never expires, because an erasure finds guest
 * orders by the address.
 */
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

export function ordersByKeyItem(buyerKey: string, purchaseIds: OrderIds, at: Date): Item {
  const item = { ...itemKey(buyerKey), purchaseIds }
  if (buyerKey.startsWith('email:')) return item
  return { ...item, expiresAt: toEpochSeconds(new Date(at.getTime() + LIFETIME_MS)) }
}

type Deps = Pick<PurchaseDeps, 'client' | 'tables' | 'orders' | 'now'>

export async function readOrderIds({ client, tables }: Deps, buyerKey: string): Promise<OrderIds> {
  const item = await readItem<{ purchaseIds: OrderIds }>(client, tables.purchases, itemKey(buyerKey))
  return item?.purchaseIds ?? []
}

/** The orders with these ids, newest first. */
export async function readOrders({ orders }: Deps, purchaseIds: OrderIds) {
  const found = await Promise.all(purchaseIds.toReversed().map((id) => orders.find(id)))
  return found.flatMap((stored) => stored?.order ?? [])
}

/** Removes the order from the item of the buyer key. An item without orders is deleted. */
export async function removeOrderId(deps: Deps, buyerKey: string, purchaseId: string): Promise<void> {
  const before = await readOrderIds(deps, buyerKey)
  if (!before.includes(purchaseId)) return
  const purchaseIds = before.filter((id) => id !== purchaseId)
  const TableName = deps.tables.purchases
  const write =
    purchaseIds.length === 0
      ? { Delete: { TableName, Key: itemKey(buyerKey), ...unchangedSince(before) } }
      : {
          Put: {
            TableName,
            Item: ordersByKeyItem(buyerKey, purchaseIds, deps.now()),
            ...unchangedSince(before),
          },
        }
  await transact(deps.client, [{ name: 'orders by key', write }])
}

/**
 * The condition that the item still has the order ids in `before`. If `before` is empty, there must
 * still be no item.
 */
function unchangedSince(before: OrderIds) {
  return before.length === 0
    ? { ConditionExpression: 'attribute_not_exists(pk)' }
    : { ConditionExpression: 'purchaseIds = :before', ExpressionAttributeValues: { ':before': before } }
}

/**
 * Throws when a buyer key already has as many unpaid orders as its limit allows. Returns two
 * functions that need the new order: a check of its units, and its writes.
 */
export async function checkUnpaidOrders(deps: Deps, limits: readonly UnpaidOrderLimit[]) {
  const checked = await Promise.all(
    limits.map(async (limit) => {
      const earlierIds = await readOrderIds(deps, limit.buyerKey)
      const earlierOrders = await readOrders(deps, earlierIds)
      assertUnpaidOrdersWithinLimit(earlierOrders, limit)
      return { limit, earlierIds, earlierOrders }
    }),
  )
  return {
    /** Throws when the new and the earlier orders together have too many units of a product. */
    assertUnitsWithinLimits(order: OrderRecord) {
      for (const { limit, earlierOrders } of checked) assertCashUnits(order, earlierOrders, limit)
    },
    /** The writes that add the new order to the items of the buyer keys. */
    writes: (newId: string): TransactItem[] =>
      checked.map(({ limit: { buyerKey }, earlierIds, earlierOrders }) => {
        // The item of an e-mail address keeps all orders. Other items keep only unpaid orders.
        const kept = earlierOrders.filter((order) => staysListedUnder(buyerKey, order))
        const keptIds = new Set(kept.map(({ purchaseId }) => purchaseId))
        const purchaseIds = [...earlierIds.filter((id) => keptIds.has(id)), newId]
        const Put = {
          TableName: deps.tables.purchases,
          Item: ordersByKeyItem(buyerKey, purchaseIds, deps.now()),
          ...unchangedSince(earlierIds),
        }
        return { name: 'orders by key', write: { Put } }
      }),
  }
}
