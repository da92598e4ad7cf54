import type { Shop } from '@nashta/contracts/shop/shop'
import { type Item, readItem } from '@nashta/dynamodb/read-items'
import { transact } from '@nashta/dynamodb/transact'
import { DEMO_SHOP } from '../../shop/demo-shop.ts'
import { assertShopVersion, logEntryOfShop, type ShopStore, shopVersion } from '../../shop/shop-store.ts'
import { logWrites } from './operator-log.ts'
import { waitForRead } from './read-timeout.ts'
import type { ShopTables } from './tables.ts'
import { withRetries } from './with-retries.ts'

const SHOP_KEY = { pk: 'shop', sk: 'record' }

/**
 * The record in memory is used for this long after a read. So a change by another process is seen
 * up to a second later.
 */
const MAX_AGE_MS = 1_000

/**
 * `record` is JSON text, because DynamoDB does not keep the order of fields, and `shopVersion`
 * depends on that order. `changeCount` is the number of changes that were stored. The key of a
 * change's log entry contains `changeCount`.
 */
type StoredShop = { record: string; changeCount: number }
type ParsedShop = { shop: Shop; changeCount: number }

export type DynamoShopStoreDeps = ShopTables & { now: () => Date }

export function createDynamoShopStore({ client, tables, now }: DynamoShopStoreDeps): ShopStore {
  const table = tables.purchases
  let current: (ParsedShop & { version: string; readAt: number }) | undefined

  const readStored = () => readItem<StoredShop>(client, table, SHOP_KEY)

  /** An unchanged record stays the same object: callers of `read` compare records by identity. */
  function setCurrent({ shop, changeCount }: ParsedShop, readAt: number): Shop {
    // A read that began before an update may end after the update, with the old record.
    if (current && changeCount < current.changeCount) return current.shop
    const version = shopVersion(shop)
    current =
      current?.version === version
        ? { ...current, changeCount, readAt }
        : { shop, changeCount, version, readAt }
    return current.shop
  }

  return {
    async read() {
      const readAt = now().getTime()
      // The age is negative after the clock was set back. Without `abs`, the record would then
      // count as new until the clock has caught up.
      if (current && Math.abs(readAt - current.readAt) < MAX_AGE_MS) return current.shop
      const reading = readStored().then((stored) => setCurrent(parseShop(stored), readAt))
      if (!current) return reading
      // If storage fails or is slow, the record of an earlier read is returned.
      await waitForRead(reading)
      return current.shop
    },

    version: () => current?.version ?? '',

    update: (shop, authorship, ifVersion) =>
      withRetries(async () => {
        const readAt = now().getTime()
        const stored = await readStored()
        const before = parseShop(stored)
        assertShopVersion(before.shop, ifVersion)
        const entry = logEntryOfShop(before.shop, shop, authorship)
        const isUnchanged = entry === null
        if (isUnchanged) {
          setCurrent(before, readAt)
          return before.shop
        }
        const changeCount = before.changeCount + 1
        const put = {
          TableName: table,
          Item: shopItem({ record: JSON.stringify(shop), changeCount }),
          ...unchangedSince(stored),
        }
        await transact(client, [
          { name: 'shop', write: { Put: put } },
          ...logWrites(table, entry, `shop-${changeCount}`),
        ])
        setCurrent({ shop, changeCount }, readAt)
        return shop
      }),
  }
}

function parseShop(stored: StoredShop | null): ParsedShop {
  return stored
    ? { shop: JSON.parse(stored.record), changeCount: stored.changeCount }
    : { shop: DEMO_SHOP, changeCount: 0 }
}

export function shopItem(stored: StoredShop): Item {
  return { ...SHOP_KEY, ...stored }
}

/** The condition that the stored record has not changed since it was read. */
function unchangedSince(stored: StoredShop | null) {
  return stored
    ? {
        ConditionExpression: 'changeCount = :seen',
        ExpressionAttributeValues: { ':seen': stored.changeCount },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' }
}
