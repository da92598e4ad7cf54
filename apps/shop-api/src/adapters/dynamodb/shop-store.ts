import type { Shop } from '@nashta/contracts/shop/shop'
import { type Item, queryItems, readItem } from '@nashta/dynamodb/read-items'
import { transact } from '@nashta/dynamodb/transact'
import { DEMO_SHOP } from '../../shop/demo-shop.ts'
import { changesOfShop, type ShopAudit, type ShopStore, shopVersion } from '../../shop/shop-store.ts'
import { waitForRead } from './read-timeout.ts'
import type { ShopTables } from './tables.ts'
import { withRetries } from './with-retries.ts'

const SHOP_KEY = { pk: 'shop', sk: 'record' }
const AUDIT_PREFIX = 'audit#'

/** The longest time that a read may be behind the changes of other processes. */
const MAX_AGE_MS = 1_000

/**
 * `record` is JSON text, because DynamoDB does not keep the order of fields, and `shopVersion` depends on it.
 * `changeCount` counts the stored changes; the next audit row has the next number.
 */
type StoredShop = { record: string; changeCount: number }

export type DynamoShopStoreDeps = ShopTables & { now: () => Date }

export function createDynamoShopStore({ client, tables, now }: DynamoShopStoreDeps): ShopStore {
  const table = tables.purchases
  let current: { shop: Shop; version: string; readAt: number } | undefined

  const readStored = () => readItem<StoredShop>(client, table, SHOP_KEY)

  /** The same object is returned until the record changes. */
  function remember(shop: Shop, readAt: number): Shop {
    const version = shopVersion(shop)
    current = current?.version === version ? { ...current, readAt } : { shop, version, readAt }
    return current.shop
  }

  return {
    async read() {
      const readAt = now().getTime()
      const known = current
      if (known && readAt - known.readAt < MAX_AGE_MS) return known.shop
      const reading = readStored().then((stored) => remember(parseShop(stored), readAt))
      if (!known) return reading
      // Every page shows the shop's record, so the one in memory is shown when storage fails or takes long.
      await waitForRead(reading)
      return current?.shop ?? known.shop
    },

    version: () => current?.version ?? '',

    update: (shop, authorship, ifVersion) =>
      withRetries(async () => {
        const readAt = now().getTime()
        const stored = await readStored()
        const changes = changesOfShop(parseShop(stored), shop, ifVersion)
        if (!changes) return remember(shop, readAt)
        const changeCount = (stored?.changeCount ?? 0) + 1
        const put = {
          TableName: table,
          Item: shopItem({ record: JSON.stringify(shop), changeCount }),
          ...unchangedSince(stored),
        }
        const audit = { TableName: table, Item: shopAuditItem({ ...authorship, changes }, changeCount) }
        await transact(client, [
          { name: 'shop', write: { Put: put } },
          { name: 'audit', write: { Put: audit } },
        ])
        return remember(shop, readAt)
      }),

    async listAudit() {
      const items = await queryItems<ShopAudit>(client, {
        TableName: table,
        KeyConditionExpression: 'pk = :shop AND begins_with(sk, :audit)',
        ExpressionAttributeValues: { ':shop': SHOP_KEY.pk, ':audit': AUDIT_PREFIX },
        ConsistentRead: true,
      })
      return items.map(({ at, by, changes }) => ({ at, by, changes }))
    },
  }
}

function parseShop(stored: StoredShop | null): Shop {
  return stored ? JSON.parse(stored.record) : DEMO_SHOP
}

export function shopItem(stored: StoredShop): Item {
  return { ...SHOP_KEY, ...stored }
}

/** Zeros make the number sort as text. */
export function shopAuditItem({ at, by: { sub, username }, changes }: ShopAudit, number: number): Item {
  const sk = AUDIT_PREFIX + String(number).padStart(12, '0')
  return { pk: SHOP_KEY.pk, sk, at, by: { sub, username }, changes }
}

function unchangedSince(stored: StoredShop | null) {
  return stored
    ? {
        ConditionExpression: 'changeCount = :seen',
        ExpressionAttributeValues: { ':seen': stored.changeCount },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' }
}
