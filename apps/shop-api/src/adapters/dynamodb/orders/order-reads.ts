import { type Item, queryItems, queryPages, readItem, readItems } from '@nashta/dynamodb/read-items'
import { isOpen } from '../../../orders/order/order-state.ts'
import type { OrderRecord } from '../../../orders/order/purchase-store.ts'
import { cartKey } from '../cart-items.ts'
import { BY_DUE, OPEN_ORDER_QUEUES, type ShopTables, shopperPk } from '../tables.ts'
import { ORDER_PREFIX, orderKey, ownerKey, type StoredOrder, toStoredOrder } from './order-items.ts'

/** A page of DynamoDB's own size has hundreds of orders. Other requests would wait while they are parsed. */
const LIST_PAGE_SIZE = 50

export function createOrderReads({ client, tables }: ShopTables) {
  const table = tables.purchases

  /**
   * The user id of an order; null when the order is not stored. A purchase that was given up before
   * its order was stored may have left an owner item without a user id (see `refuseUnlessStored`).
   */
  async function ownerOf(purchaseId: string): Promise<string | null> {
    const item = await readItem<{ userId?: string }>(client, table, ownerKey(purchaseId))
    return item?.userId ?? null
  }

  async function findOfShopper(userId: string, purchaseId: string): Promise<StoredOrder | null> {
    const item = await readItem(client, table, orderKey(userId, purchaseId))
    return item && toStoredOrder(item)
  }

  /** Tries twice, because the order may move to another user before `find` reads the order. */
  async function findAtOwner<Found>(purchaseId: string, find: (userId: string) => Promise<Found | null>) {
    const userId = await ownerOf(purchaseId)
    if (userId === null) return null
    const found = await find(userId)
    if (found) return found
    const newUserId = await ownerOf(purchaseId)
    return newUserId === null || newUserId === userId ? null : find(newUserId)
  }

  /** The keys of the orders in a queue. The attribute `due` of an order is its purchase date. */
  const listQueue = (queue: string, until: Date) =>
    queryItems<{ pk: string; sk: string }>(client, {
      TableName: table,
      IndexName: BY_DUE,
      KeyConditionExpression: 'queue = :queue AND due <= :until',
      ExpressionAttributeValues: { ':queue': queue, ':until': until.toISOString() },
    })

  return {
    findOfShopper,

    async find(purchaseId: string): Promise<StoredOrder | null> {
      return findAtOwner(purchaseId, (userId) => findOfShopper(userId, purchaseId))
    },

    /** Reads the order and the shopper's cart in one request. */
    async findWithCart(purchaseId: string) {
      return findAtOwner(purchaseId, async (userId) => {
        const found = await readItems(client, [
          { table, key: orderKey(userId, purchaseId) },
          { table: tables.carts, key: cartKey(userId) },
        ])
        const [item] = found.get(table) ?? []
        return item ? { stored: toStoredOrder(item), cartItem: found.get(tables.carts)?.[0] } : null
      })
    },

    /** Newest orders first. `previousPageEnd` is the id of the last order of the previous page. */
    async listPage(
      userId: string,
      limit: number,
      previousPageEnd: string | undefined,
    ): Promise<OrderRecord[]> {
      const items = await queryItems(
        client,
        {
          TableName: table,
          KeyConditionExpression: 'pk = :user AND begins_with(sk, :order)',
          FilterExpression: '#state IN (:pending, :placed)',
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: {
            ':user': shopperPk(userId),
            ':order': ORDER_PREFIX,
            ':pending': 'pending',
            ':placed': 'placed',
          },
          ScanIndexForward: false,
          ConsistentRead: true,
          Limit: limit,
        },
        {
          maxItems: limit,
          after: previousPageEnd === undefined ? undefined : orderKey(userId, previousPageEnd),
        },
      )
      return items.map((item) => toStoredOrder(item).order)
    },

    async listAll(userId: string): Promise<StoredOrder[]> {
      const pages = queryPages(client, {
        TableName: table,
        KeyConditionExpression: 'pk = :user AND begins_with(sk, :order)',
        ExpressionAttributeValues: { ':user': shopperPk(userId), ':order': ORDER_PREFIX },
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: LIST_PAGE_SIZE,
      })
      const all: StoredOrder[] = []
      for await (const page of pages) all.push(...page.map(toStoredOrder))
      return all
    },

    /** The index lags behind for a moment, so the orders that it lists are read and checked. */
    async listOpen(until: Date): Promise<OrderRecord[]> {
      const listed = await Promise.all(OPEN_ORDER_QUEUES.map((queue) => listQueue(queue, until)))
      const keys = listed.flat().map(({ pk, sk }) => ({ table, key: { pk, sk } }))
      const items: Item[] = (await readItems(client, keys)).get(table) ?? []
      return items
        .map((item) => toStoredOrder(item).order)
        .filter(isOpen)
        .toSorted((a, b) => (a.purchaseDate < b.purchaseDate ? -1 : 1))
    },
  }
}
