import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { Item } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import type { CartOperation, CartRecord } from '../../cart/cart-store.ts'
import { emptyCart, operationExpiry } from '../../cart/cart.ts'
import { setFields } from './set-fields.ts'
import { SCHEMA, toEpochSeconds } from './tables.ts'

/**
 * A function that returns the outbox writes for the events of a change. The writes are added to the
 * transaction of the change.
 */
export type EventWrites = (events: readonly ShopEvent[]) => TransactItem[]

/** A shopper's cart in the carts table. `item` is the sort key of this table. */
export type CartItem = CartRecord & { item: string }

/** An operation that changed the cart, in the same table. `expiresAt` is in seconds since 1970. */
export type OperationItem = { userId: string; item: string; fingerprint: string; expiresAt: number }

export function cartKey(userId: string) {
  return { userId, item: 'cart' }
}

/** `item` is undefined when the cart was never saved. */
export function toCart(item: Item | undefined, userId: string, now: Date): CartRecord {
  if (!item) return emptyCart(userId, now)
  const { lines, version, automaticUpdates, createdAt, updatedAt } = item as CartItem
  return { userId, lines, version, automaticUpdates, createdAt, updatedAt }
}

/** The transaction with this write is refused when the stored cart no longer has the version of `before`. */
export function cartWrite(table: string, before: CartRecord, after: CartRecord): TransactItem {
  const { userId, lines, version, automaticUpdates, createdAt, updatedAt } = after
  const condition =
    before.version === 0
      ? { ConditionExpression: 'attribute_not_exists(userId)' }
      : {
          ConditionExpression: 'version = :before',
          ExpressionAttributeValues: { ':before': before.version },
        }
  const fields = { lines, version, automaticUpdates, createdAt, updatedAt, schema: SCHEMA }
  const update = setFields({ table, key: cartKey(userId), fields, condition })
  return { name: 'cart', write: { Update: update } }
}

export function operationKey(userId: string, { key }: CartOperation) {
  return { userId, item: `operation#${key}` }
}

export function operationItem(userId: string, operation: CartOperation, at: Date): Item {
  const expiresAt = toEpochSeconds(operationExpiry(at))
  return { ...operationKey(userId, operation), fingerprint: operation.fingerprint, expiresAt }
}

/** The transaction with this write is refused when the operation is stored already and has not expired. */
export function operationWrite(
  table: string,
  userId: string,
  operation: CartOperation,
  at: Date,
): TransactItem {
  const put = {
    TableName: table,
    Item: operationItem(userId, operation, at),
    ConditionExpression: 'attribute_not_exists(userId) OR expiresAt <= :now',
    ExpressionAttributeValues: { ':now': toEpochSeconds(at) },
  }
  return { name: 'operation', write: { Put: put } }
}
