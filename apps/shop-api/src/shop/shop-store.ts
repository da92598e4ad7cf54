import type { Shop } from '@nashta/contracts/shop/shop'
import type { Document, Documents } from '@nashta/documents/documents'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { ServiceError } from '@nashta/service-kit/service-error'
import { type Authorship, differences } from '../operator-log/logged-change.ts'
import { type LogEntry, logWrites } from '../operator-log/operator-log.ts'
import { waitForRead } from '../wait-for-read.ts'
import { DEMO_SHOP } from './demo-shop.ts'

const SHOP_KEY = { pk: 'shop', sk: 'record' }

/**
 * The record in memory is used for this long after a read. So a change by another process is seen
 * up to a second later.
 */
const MAX_AGE_MS = 1_000

/** The shop's one record. Before an admin has stored one, it is `DEMO_SHOP`. */
export interface ShopStore {
  /**
   * A changed record is always a new object, so callers may compare records by identity. With
   * DynamoDB, a change by another process is seen up to a second later. While storage cannot be
   * read, the last known record is returned, however old the record is.
   */
  read(): Promise<Shop>

  /** The `shopVersion` of the record that was last read or updated; empty before that. */
  version(): string

  /**
   * Replaces the record and adds its log entry. An equal record is neither stored nor logged.
   * Throws `SHOP_CHANGED` when `seen` is given and is not the version of the stored record.
   * The check and the write are one transaction.
   */
  update(shop: Shop, authorship: Authorship, seen?: string): Promise<Shop>
}

export function createShopStore({ documents, now }: { documents: Documents; now: () => Date }): ShopStore {
  let current: { shop: Shop; writes: number; version: string; readAt: number } | undefined

  const readStored = () => documents.get<Shop>(SHOP_KEY)

  /** An unchanged record stays the same object: callers of `read` compare records by identity. */
  function setCurrent(stored: Pick<Document<Shop>, 'body' | 'version'> | null, readAt: number): Shop {
    const writes = stored ? stored.version : -1
    // A read that began before an update may end after the update, with the old record.
    if (current && writes < current.writes) return current.shop
    const shop = stored?.body ?? DEMO_SHOP
    const version = shopVersion(shop)
    current =
      current?.version === version ? { ...current, writes, readAt } : { shop, writes, version, readAt }
    return current.shop
  }

  return {
    async read() {
      const readAt = now().getTime()
      // The age is negative after the clock was set back. Without `abs`, the record would then
      // count as new until the clock has caught up.
      if (current && Math.abs(readAt - current.readAt) < MAX_AGE_MS) return current.shop
      const reading = readStored().then((stored) => setCurrent(stored, readAt))
      if (!current) return reading
      // If storage fails or is slow, the record of an earlier read is returned.
      await waitForRead(reading)
      return current.shop
    },

    version: () => current?.version ?? '',

    update: (shop, authorship, seen) =>
      documents.retryConflicts(async () => {
        const readAt = now().getTime()
        const stored = await readStored()
        const before = stored?.body ?? DEMO_SHOP
        assertShopVersion(before, seen)
        const entry = logEntryOfShop(before, shop, authorship)
        const isUnchanged = entry === null
        if (isUnchanged) return setCurrent(stored, readAt)
        await documents.commit([{ put: { key: SHOP_KEY, body: shop }, seen: stored }, ...logWrites(entry)])
        return setCurrent({ body: shop, version: (stored?.version ?? 0) + 1 }, readAt)
      }),
  }
}

function assertShopVersion(stored: Shop, seen: string | undefined) {
  if (seen !== undefined && seen !== shopVersion(stored)) throw shopChanged()
}

/** The log entry of an update; null when the records are equal. */
function logEntryOfShop(before: Shop, after: Shop, authorship: Authorship): LogEntry | null {
  const changes = differences(before, after)
  if (Object.keys(changes).length === 0) return null
  return { ...authorship, kind: 'shop', subject: 'shop', action: 'update', changes }
}

/** The response body of `GET /shop`. */
export function shopBody(shop: Shop) {
  return JSON.stringify({ data: shop })
}

/**
 * The version that admins send in `If-Match`. It is the ETag of `GET /shop` without its quotes and
 * compression suffix.
 */
export function shopVersion(shop: Shop) {
  return contentHash(shopBody(shop))
}

function shopChanged() {
  return new ServiceError('SHOP_CHANGED', "The shop's record has changed since; read it again")
}
