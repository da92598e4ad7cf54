import { hash } from 'node:crypto'
import type { Item } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import type { PurchaseAttempt, StoredAttempt } from '../../../purchases/purchase-store.ts'
import { setFields } from '../set-fields.ts'
import { RECORD_LIFETIME_MS, SCHEMA, shopperPk, toEpochSeconds } from '../tables.ts'
import type { StoredOrder } from './order-items.ts'

/** The sort keys of all attempts start with this prefix. */
export const ATTEMPTS_PREFIX = 'attempt'
const KEYLESS_PREFIX = 'attempt-without-key#'

/** Attempts without an idempotency key share one item for each fingerprint. The item holds the latest attempt. */
export function attemptKey({ userId, key, fingerprint }: PurchaseAttempt) {
  const sk = key === undefined ? KEYLESS_PREFIX + hash('sha256', fingerprint, 'base64url') : `attempt#${key}`
  return { pk: shopperPk(userId), sk }
}

export function isKeyless(attemptSk: string) {
  return attemptSk.startsWith(KEYLESS_PREFIX)
}

export type AttemptFields = Omit<StoredAttempt, 'fingerprint'>

export function attemptItem(attempt: PurchaseAttempt, fields: AttemptFields): Item {
  const expiresAt = toEpochSeconds(new Date(Date.parse(fields.createdAt) + RECORD_LIFETIME_MS))
  return { ...attemptKey(attempt), fingerprint: attempt.fingerprint, ...fields, schema: SCHEMA, expiresAt }
}

/** Only for items that `attemptItem` made. */
export function toAttempt(item: Item | undefined) {
  return item as StoredAttempt | undefined
}

/**
 * Stores the attempt of a new order. Refused when the stored attempt has changed since `stored` was
 * read, because the new order may then be a duplicate:
 *
 * - The same request was sent again meanwhile, and has placed its order.
 * - The order of `stored` has removed its lines from the cart meanwhile. A repeated keyless request
 *   is recognised by the cart's version, and `stored` lacks the version after this removal.
 */
export function attemptWrite(
  table: string,
  attempt: PurchaseAttempt,
  stored: StoredAttempt | undefined,
  fields: AttemptFields,
): TransactItem {
  const condition = stored
    ? {
        ConditionExpression: 'purchaseId = :stored AND cartVersionAfter = :after',
        ExpressionAttributeValues: { ':stored': stored.purchaseId, ':after': stored.cartVersionAfter },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' }
  const item = attemptItem(attempt, fields)
  const key = attemptKey(attempt)
  const update = setFields({ table, key, fields: item, condition })
  return { name: 'attempt', write: { Update: update } }
}

/** The key of the order's attempt. The condition fails if a later order has overwritten it. */
function attemptKeyAndCondition(table: string, { order: { userId, purchaseId }, attemptSk }: StoredOrder) {
  return {
    TableName: table,
    Key: { pk: shopperPk(userId), sk: attemptSk },
    ConditionExpression: 'purchaseId = :purchaseId',
    ExpressionAttributeValues: { ':purchaseId': purchaseId },
  }
}

/** Stores the version of the cart after the order has removed its lines. */
export function attemptUpdateWrite(table: string, stored: StoredOrder, cartVersion: number): TransactItem {
  const attempt = attemptKeyAndCondition(table, stored)
  const update = {
    ...attempt,
    UpdateExpression: 'SET cartVersionAfter = :version',
    ExpressionAttributeValues: { ...attempt.ExpressionAttributeValues, ':version': cartVersion },
  }
  return { name: 'attempt', optional: true, write: { Update: update } }
}

/** After the removal, the same request is a new attempt. */
export function attemptRemovalWrite(table: string, stored: StoredOrder): TransactItem {
  return { name: 'attempt', optional: true, write: { Delete: attemptKeyAndCondition(table, stored) } }
}
