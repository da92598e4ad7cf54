import type { Shop } from '@nashta/contracts/shop/shop'
import { contentHash } from '@nashta/service-kit/responses/representation'
import { ServiceError } from '@nashta/service-kit/service-error'
import { type Authorship, differences } from '../operator-log/logged-change.ts'
import type { LogEntry } from '../operator-log/operator-log.ts'

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
   * Throws `SHOP_CHANGED` when `ifVersion` is given and is not the version of the stored record.
   * The check and the write are one transaction.
   */
  update(shop: Shop, authorship: Authorship, ifVersion?: string): Promise<Shop>
}

export function assertShopVersion(stored: Shop, ifVersion: string | undefined) {
  if (ifVersion !== undefined && ifVersion !== shopVersion(stored)) throw shopChanged()
}

/** The log entry of an update; null when the records are equal. */
export function logEntryOfShop(before: Shop, after: Shop, authorship: Authorship): LogEntry | null {
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
