import { type Item, readItem } from '@nashta/dynamodb/read-items'
import { transact, type TransactItem } from '@nashta/dynamodb/transact'
import type { OrderRecord, UnpaidOrderLimit } from '../../../orders/order/purchase-store.ts'
import { holdsUnpaidStock } from '../../../orders/order/unpaid-orders.ts'
import { type ShopTables, toEpochSeconds } from '../tables.ts'
import type { createOrderReads } from './order-reads.ts'

// Each buyer key (see `buyerKeyOf`) has one item, such as `orders-by-key#email:…`.

/** The ids of the orders that were placed under one buyer key, oldest first. */
type OrderIds = readonly string[]

function itemKey(buyerKey: string) {
  return { pk: `orders-by-key#${buyerKey}`, sk: 'orders' }
}

/**
 * The item of a limit expires a month after its last order. After a month, no order is unpaid any more.
 * The item of an e-mail address never expires, because an erasure finds guest orders by the address.
 */
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

export function ordersByKeyItem(buyerKey: string, purchaseIds: OrderIds, at: Date): Item {
  const item = { ...itemKey(buyerKey), purchaseIds }
  if (buyerKey.startsWith('email:')) return item
  return { ...item, expiresAt: toEpochSeconds(new Date(at.getTime() + LIFETIME_MS)) }
}

type Deps = ShopTables & { orders: ReturnType<typeof createOrderReads>; now: () => Date }

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

/** The write that adds an order to the item of a buyer key without a limit. */
export function listingWrite({ tables }: Deps, buyerKey: string, purchaseId: string): TransactItem {
  const Update = {
    TableName: tables.purchases,
    Key: itemKey(buyerKey),
    UpdateExpression: 'SET purchaseIds = list_append(if_not_exists(purchaseIds, :none), :added)',
    ExpressionAttributeValues: { ':none': [], ':added': [purchaseId] },
  }
  return { name: 'orders by key', write: { Update } }
}

/**
 * Reads the orders that count towards the limits. Returns them by their buyer key, and the writes that
 * count a new order under some of the keys. A limit allows few orders, so all of them are read.
 */
export async function readUnpaidOrders(deps: Deps, limits: readonly UnpaidOrderLimit[]) {
  const read = await Promise.all(
    limits.map(async (limit) => {
      const earlierIds = await readOrderIds(deps, limit.buyerKey)
      return { limit, earlierIds, earlierOrders: await readOrders(deps, earlierIds) }
    }),
  )
  return {
    earlierOrders: (buyerKey: string): readonly OrderRecord[] =>
      read.find(({ limit }) => limit.buyerKey === buyerKey)?.earlierOrders ?? [],
    writes(newId: string, buyerKeys: readonly string[]): TransactItem[] {
      const counting = read.filter(({ limit }) => buyerKeys.includes(limit.buyerKey))
      return counting.map(({ limit: { buyerKey }, earlierIds, earlierOrders }) => {
        // Orders that no longer count leave the item when the next order is added.
        const counted = earlierOrders.filter(holdsUnpaidStock)
        const countedIds = new Set(counted.map(({ purchaseId }) => purchaseId))
        const purchaseIds = [...earlierIds.filter((id) => countedIds.has(id)), newId]
        const Put = {
          TableName: deps.tables.purchases,
          Item: ordersByKeyItem(buyerKey, purchaseIds, deps.now()),
          ...unchangedSince(earlierIds),
        }
        return { name: 'orders by key', write: { Put } }
      })
    },
  }
}
