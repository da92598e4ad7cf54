import { hash } from 'node:crypto'
import type { Item } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { Attempt } from '../../purchases/purchase-store.ts'

type Named = Pick<Attempt, 'userId' | 'key' | 'fingerprint'>

const WITHOUT_KEY = 'attempt-without-key#'

/**
 * Which order an attempt led to. A client that gives a key names the attempt itself. For one that gives
 * none, it is the same attempt while the same things are asked for and the shopper has not touched the
 * cart: the version the cart had then, or the one the purchase left it with. Versions only grow, so the last
 * attempt for the same things is the only one that can be meant.
 */
export function attemptKey({ userId, key, fingerprint }: Named) {
  const name = key === undefined ? WITHOUT_KEY + hash('sha256', fingerprint, 'base64url') : `attempt#${key}`
  return { pk: `user#${userId}`, sk: name }
}

export function isWithoutKey(attempt: string) {
  return attempt.startsWith(WITHOUT_KEY)
}

/** The order of the same attempt; null when it is the first. */
export function orderOfAttempt(
  { key, fingerprint }: Named,
  cartVersion: number,
  known: Item | undefined,
): string | null {
  if (!known) return null
  const purchaseId = String(known['purchaseId'])
  if (key === undefined) {
    return [known['cartVersionBefore'], known['cartVersionAfter']].includes(cartVersion) ? purchaseId : null
  }
  if (known['fingerprint'] !== fingerprint) {
    throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another order')
  }
  return purchaseId
}

export type AttemptFields = {
  purchaseId: string
  createdAt: string
  cartVersionBefore: number
  cartVersionAfter?: number
}

export function attemptItem(attempt: Named, fields: AttemptFields): Item {
  return { ...attemptKey(attempt), fingerprint: attempt.fingerprint, ...fields }
}

/** Refused when the same attempt was made since `known` was read. */
export function rememberAttempt(
  table: string,
  attempt: Named,
  known: Item | undefined,
  fields: AttemptFields,
): TransactItem {
  return {
    name: 'attempt',
    write: {
      Put: {
        TableName: table,
        Item: attemptItem(attempt, fields),
        ...(known
          ? {
              ConditionExpression: 'purchaseId = :known',
              ExpressionAttributeValues: { ':known': known['purchaseId'] },
            }
          : { ConditionExpression: 'attribute_not_exists(pk)' }),
      },
    },
  }
}

type Led = { userId: string; attempt: string; purchaseId: string }

/** Left out when the attempt has led to another order since. */
export function cartBecame(
  table: string,
  { userId, attempt, purchaseId }: Led,
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

/** So that it may be made again just as it was. */
export function forgetAttempt(table: string, { userId, attempt, purchaseId }: Led): TransactItem {
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
