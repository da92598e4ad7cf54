import { hash } from 'node:crypto'
import type { Item } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import type { PurchaseAttempt, StoredAttempt } from '../../../purchases/purchase-store.ts'
import { setFields } from '../set-fields.ts'
import { RECORD_LIFETIME_MS, SCHEMA, shopperPk, toEpochSeconds } from '../tables.ts'
import type { StoredOrder } from './order-items.ts'

/** The sort keys of all attempts start with it. */
export const ATTEMPTS_PREFIX = 'attempt'
const KEYLESS_PREFIX = 'attempt-without-key#'

/** Attempts without an idempotency key share one item for each fingerprint. It holds the latest of them. */
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

/** `item` was written by `attemptItem`. */
export function toAttempt(item: Item | undefined) {
  return item as StoredAttempt | undefined
}

/**
 * The transaction with this write is refused when the same attempt was made since `stored` was read, or when the order
 * of the attempt changed the cart. The cart and the attempt are not read at the same moment, and such a cart must not
 * look like one that the shopper changed.
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
  const update = setFields({ table, key, fields: item, known: Object.keys(item), condition })
  return { name: 'attempt', write: { Update: update } }
}

/** The key of the order's attempt, and the condition that the attempt does not belong to a later order by now. */
function attemptKeyAndCondition(table: string, { order: { userId, purchaseId }, attemptSk }: StoredOrder) {
  return {
    TableName: table,
    Key: { pk: shopperPk(userId), sk: attemptSk },
    ConditionExpression: 'purchaseId = :purchaseId',
    ExpressionAttributeValues: { ':purchaseId': purchaseId },
  }
}

export function attemptUpdateWrite(table: string, stored: StoredOrder, version: number): TransactItem {
  const attempt = attemptKeyAndCondition(table, stored)
  const update = {
    ...attempt,
    UpdateExpression: 'SET cartVersionAfter = :version',
    ExpressionAttributeValues: { ...attempt.ExpressionAttributeValues, ':version': version },
  }
  return { name: 'attempt', optional: true, write: { Update: update } }
}

/** After the removal, the same request is a new attempt. */
export function attemptRemovalWrite(table: string, stored: StoredOrder): TransactItem {
  return { name: 'attempt', optional: true, write: { Delete: attemptKeyAndCondition(table, stored) } }
}
