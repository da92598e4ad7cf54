import { hash } from 'node:crypto'
import type { Item } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import type { PurchaseAttempt, StoredAttempt } from '../../../orders/order/purchase-store.ts'
import { setFields } from '../set-fields.ts'
import { RECORD_LIFETIME_MS, SCHEMA, shopperPk, toEpochSeconds } from '../tables.ts'
import type { StoredOrder } from './order-items.ts'

/** The sort keys of all attempts start with this prefix. */
export const ATTEMPTS_PREFIX = 'attempt'
const KEYLESS_PREFIX = 'attempt-without-key#'

/**
 * An attempt with an idempotency key has an item of its own. Keyless attempts with the same
 * fingerprint share one item, which holds the latest attempt.
 */
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
 * Stores the attempt of a new order in place of `seen`, the earlier attempt that `findReplay` has
 * compared with the request. If another attempt was stored meanwhile, the transaction with this
 * write is refused, and `findReplay` compares again.
 */
export function attemptWrite(
  table: string,
  attempt: PurchaseAttempt,
  seen: StoredAttempt | undefined,
  fields: AttemptFields,
): TransactItem {
  const item = attemptItem(attempt, fields)
  const key = attemptKey(attempt)
  const update = setFields({ table, key, fields: item, condition: unchangedSince(seen) })
  return { name: 'attempt', write: { Update: update } }
}

/**
 * The condition that the stored attempt has not changed since it was read:
 *
 * - `purchaseId` changes when a concurrent copy of the request places an order.
 * - `cartVersionAfter` changes when the order of a keyless attempt removes its lines from the cart.
 *
 * Without the check of `cartVersionAfter`, two equal keyless requests at the same time could place
 * two orders: request B reads the attempt, then the order of request A removes its lines from the
 * cart, then B reads the cart. For `findReplay`, the shopper has then changed the cart, so B is a
 * new order.
 */
function unchangedSince(seen: StoredAttempt | undefined) {
  return seen
    ? {
        ConditionExpression: 'purchaseId = :purchaseId AND cartVersionAfter = :after',
        ExpressionAttributeValues: { ':purchaseId': seen.purchaseId, ':after': seen.cartVersionAfter },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' }
}

/** Stores the version of the cart after the order has removed its lines. */
export function attemptUpdateWrite(
  table: string,
  stored: StoredOrder,
  cartVersionAfter: number,
): TransactItem {
  const keyAndCondition = attemptKeyAndCondition(table, stored)
  const update = {
    ...keyAndCondition,
    UpdateExpression: 'SET cartVersionAfter = :after',
    ExpressionAttributeValues: {
      ...keyAndCondition.ExpressionAttributeValues,
      ':after': cartVersionAfter,
    },
  }
  return { name: 'attempt', optional: true, write: { Update: update } }
}

/** After the removal, the same request places a new order. */
export function attemptRemovalWrite(table: string, stored: StoredOrder): TransactItem {
  const deletion = attemptKeyAndCondition(table, stored)
  return { name: 'attempt', optional: true, write: { Delete: deletion } }
}

/**
 * The key of the order's attempt, with the condition that the attempt still belongs to the order. A
 * later keyless attempt with the same fingerprint may have overwritten the item.
 */
function attemptKeyAndCondition(table: string, { order, attemptSk }: StoredOrder) {
  return {
    TableName: table,
    Key: { pk: shopperPk(order.userId), sk: attemptSk },
    ConditionExpression: 'purchaseId = :purchaseId',
    ExpressionAttributeValues: { ':purchaseId': order.purchaseId },
  }
}
