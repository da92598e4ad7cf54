import { hash } from 'node:crypto'
import type { Item } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import type { PurchaseAttempt, StoredAttempt } from '../../purchases/purchase-attempt.ts'

const KEYLESS = 'attempt-without-key#'

/** Attempts without a key share an item for each fingerprint, which holds the last of them. */
export function attemptKey({ userId, key, fingerprint }: PurchaseAttempt) {
  const sk = key === undefined ? KEYLESS + hash('sha256', fingerprint, 'base64url') : `attempt#${key}`
  return { pk: `user#${userId}`, sk }
}

export function isKeyless(attempt: string) {
  return attempt.startsWith(KEYLESS)
}

export type AttemptFields = Pick<StoredAttempt, 'purchaseId' | 'cartVersionBefore' | 'cartVersionAfter'> & {
  createdAt: string
}

export function attemptItem(attempt: PurchaseAttempt, fields: AttemptFields): Item {
  return { ...attemptKey(attempt), fingerprint: attempt.fingerprint, ...fields }
}

/** Only `attemptItem` writes what this reads. */
export function toAttempt(item: Item | undefined) {
  return item as StoredAttempt | undefined
}

/** Refused when the same attempt was made since `stored` was read. */
export function putAttempt(
  table: string,
  attempt: PurchaseAttempt,
  stored: StoredAttempt | undefined,
  fields: AttemptFields,
): TransactItem {
  return {
    name: 'attempt',
    write: {
      Put: {
        TableName: table,
        Item: attemptItem(attempt, fields),
        ...(stored
          ? {
              ConditionExpression: 'purchaseId = :stored',
              ExpressionAttributeValues: { ':stored': stored.purchaseId },
            }
          : { ConditionExpression: 'attribute_not_exists(pk)' }),
      },
    },
  }
}

export type AttemptOfOrder = { userId: string; attempt: string; purchaseId: string }

/** Left out when the attempt belongs to a later order by now. */
export function setCartVersionAfter(
  table: string,
  { userId, attempt, purchaseId }: AttemptOfOrder,
  version: number,
): TransactItem {
  return {
    name: 'attempt',
    optional: true,
    write: {
      Update: {
        TableName: table,
        Key: { pk: `user#${userId}`, sk: attempt },
        UpdateExpression: 'SET cartVersionAfter = :version',
        ConditionExpression: 'purchaseId = :purchaseId',
        ExpressionAttributeValues: { ':version': version, ':purchaseId': purchaseId },
      },
    },
  }
}

/** The same attempt may then be made again. Left out when it belongs to a later order by now. */
export function removeAttempt(table: string, { userId, attempt, purchaseId }: AttemptOfOrder): TransactItem {
  return {
    name: 'attempt',
    optional: true,
    write: {
      Delete: {
        TableName: table,
        Key: { pk: `user#${userId}`, sk: attempt },
        ConditionExpression: 'purchaseId = :purchaseId',
        ExpressionAttributeValues: { ':purchaseId': purchaseId },
      },
    },
  }
}
