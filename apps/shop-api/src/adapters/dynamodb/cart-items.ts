import type { Item } from '@nashta/dynamodb/read-items'
import type { TransactItem, Write } from '@nashta/dynamodb/transact'
import type { CartChange, CartLineRecord, CartRecord } from '../../cart/cart-store.ts'
import { secondOf } from './tables.ts'

/** Promised for a day; kept longer, so that a retry at the last minute still finds it. */
const OPERATIONS_KEPT_MS = 48 * 60 * 60 * 1000

export type Operation = NonNullable<CartChange['operation']>

/** Tells of a change, in the transaction that makes it. */
export type CartAnnounce = (before: readonly CartLineRecord[], after: CartRecord) => TransactItem[]

export function cartKey(userId: string) {
  return { userId, item: 'cart' }
}

/** Undefined is a cart that was never saved. */
export function toCart(item: Item | undefined, userId: string, now: () => Date): CartRecord {
  if (!item) {
    const createdAt = now().toISOString()
    return { userId, lines: [], version: 0, createdAt, updatedAt: createdAt }
  }
  // Written by `cartWrite` and by nobody else.
  const { lines, version, createdAt, updatedAt } = item as unknown as CartRecord
  return { userId, lines, version, createdAt, updatedAt }
}

export function changedCart(
  before: CartRecord,
  lines: readonly CartLineRecord[],
  now: () => Date,
): CartRecord {
  return { ...before, lines, version: before.version + 1, updatedAt: now().toISOString() }
}

/** Refused when the cart is another than `before` by now. */
export function cartWrite(table: string, before: CartRecord, after: CartRecord) {
  const { userId, lines, version, createdAt, updatedAt } = after
  return {
    TableName: table,
    Item: { ...cartKey(userId), lines, version, createdAt, updatedAt },
    ...(before.version === 0
      ? { ConditionExpression: 'attribute_not_exists(userId)' }
      : {
          ConditionExpression: 'version = :before',
          ExpressionAttributeValues: { ':before': before.version },
        }),
  } satisfies Write['Put']
}

export function operationKey(userId: string, { key }: Operation) {
  return { userId, item: `operation#${key}` }
}

export function operationItem(userId: string, operation: Operation, at: Date): Item {
  const expiresAt = secondOf(new Date(at.getTime() + OPERATIONS_KEPT_MS))
  return { ...operationKey(userId, operation), fingerprint: operation.fingerprint, expiresAt }
}
