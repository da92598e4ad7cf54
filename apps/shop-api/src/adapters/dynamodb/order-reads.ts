import { type Item, queryItems, readItem, readItems } from '@nashta/dynamodb/read-items'
import { createRecent } from '@nashta/service-kit/responses/recent'
import type { OrderRecord } from '../../purchases/purchase-store.ts'
import { cartKey } from './cart-items.ts'
import { isOpen, type KeptOrder, ORDER, orderKey, ownerKey, toKeptOrder } from './order-items.ts'
import { BY_DUE, OPEN_QUEUES, type ShopTables } from './tables.ts'

const OWNERS_REMEMBERED = 10_000

export function createOrderReads({ client, tables }: ShopTables) {
  const table = tables.purchases
  /** An order never changes hands. */
  const owners = createRecent<string>({ max: OWNERS_REMEMBERED })

  async function ownerOf(purchaseId: string): Promise<string | null> {
    const known = owners.get(purchaseId)
    if (known !== undefined) return known
    const item = await readItem(client, table, ownerKey(purchaseId))
    if (!item) return null
    const userId = String(item['userId'])
    owners.set(purchaseId, userId)
    return userId
  }

  async function findOf(userId: string, purchaseId: string): Promise<KeptOrder | null> {
    const item = await readItem(client, table, orderKey(userId, purchaseId))
    return item && toKeptOrder(item)
  }

  const openIn = (queue: string, before: Date) =>
    queryItems(client, {
      TableName: table,
      IndexName: BY_DUE,
      KeyConditionExpression: 'queue = :queue AND due <= :before',
      ExpressionAttributeValues: { ':queue': queue, ':before': before.toISOString() },
    })

  return {
    /** Known from the moment that it is placed. */
    belongs({ purchaseId, userId }: OrderRecord) {
      owners.set(purchaseId, userId)
    },

    findOf,

    async find(purchaseId: string): Promise<KeptOrder | null> {
      const userId = await ownerOf(purchaseId)
      return userId === null ? null : findOf(userId, purchaseId)
    },

    /** Both in one request. */
    async findWithCart(purchaseId: string) {
      const userId = await ownerOf(purchaseId)
      if (userId === null) return null
      const found = await readItems(client, [
        { table, key: orderKey(userId, purchaseId) },
        { table: tables.carts, key: cartKey(userId) },
      ])
      const [item] = found.get(table) ?? []
      return item ? { kept: toKeptOrder(item), cart: found.get(tables.carts)?.[0] } : null
    },

    async page(userId: string, limit: number, before: string | undefined): Promise<OrderRecord[]> {
      const items = await queryItems(
        client,
        {
          TableName: table,
          KeyConditionExpression: 'pk = :user AND begins_with(sk, :order)',
          FilterExpression: '#state IN (:pending, :placed)',
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: {
            ':user': orderKey(userId, '').pk,
            ':order': ORDER,
            ':pending': 'pending',
            ':placed': 'placed',
          },
          ScanIndexForward: false,
          ConsistentRead: true,
          Limit: limit,
        },
        { most: limit, after: before === undefined ? undefined : orderKey(userId, before) },
      )
      return items.map((item) => toKeptOrder(item).order)
    },

    /** The index lags a moment behind: the orders themselves say whether they are open. */
    async unsettled(before: Date): Promise<OrderRecord[]> {
      const found = (await Promise.all(OPEN_QUEUES.map((queue) => openIn(queue, before)))).flat()
      const keys = found.map(({ pk, sk }) => ({ table, key: { pk: String(pk), sk: String(sk) } }))
      const items: Item[] = (await readItems(client, keys)).get(table) ?? []
      return items
        .map((item) => toKeptOrder(item).order)
        .filter(isOpen)
        .toSorted((a, b) => (a.purchaseDate < b.purchaseDate ? -1 : 1))
    },
  }
}
