import type { Shop } from '@nashta/contracts/shop/shop'
import type { Documents } from '@nashta/documents/documents'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { ServiceError } from '@nashta/service-kit/service-error'
import { type Authorship, differences } from '../operator-log/logged-change.ts'
import { type LogEntry, logWrites } from '../operator-log/operator-log.ts'
import { cacheDocument } from './cached-document.ts'
import { DEMO_SHOP } from './demo-shop.ts'

const SHOP_KEY = { pk: 'shop', sk: 'record' }

/** The shop's one record. Before an admin has stored one, it is `DEMO_SHOP`. */
export interface ShopStore {
  /**
   * A changed record is always a new object, so callers may compare records by identity. With
   * DynamoDB, a change by another process is seen up to a second later. While storage cannot be
   * read, the last known record is returned, however old the record is.
   */
  read(): Promise<Shop>

  /** The record that was last read or updated; null before that. */
  current(): Shop | null

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
  const cached = cacheDocument<Shop, Shop>({
    documents,
    key: SHOP_KEY,
    now,
    toValue(stored) {
      const shop = stored ?? DEMO_SHOP
      return { value: shop, version: shopVersion(shop) }
    },
  })

  return {
    read: () => cached.read(),
    current: () => cached.value() ?? null,
    version: () => cached.version(),

    update: (shop, authorship, seen) =>
      documents.retryConflicts(async () => {
        const readAt = now().getTime()
        const stored = await cached.readStored()
        const before = stored?.body ?? DEMO_SHOP
        assertShopVersion(before, seen)
        const entry = logEntryOfShop(before, shop, authorship)
        const isUnchanged = entry === null
        if (isUnchanged) return cached.setCurrent(stored, readAt)
        await documents.commit([{ put: { key: SHOP_KEY, body: shop }, seen: stored }, ...logWrites(entry)])
        return cached.setCurrent({ body: shop, version: (stored?.version ?? 0) + 1 }, readAt)
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
