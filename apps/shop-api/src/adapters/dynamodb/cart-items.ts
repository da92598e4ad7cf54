import type { Item } from '@nashta/dynamodb/read-items'
import type { TransactItem } from '@nashta/dynamodb/transact'
import type { CartLineRecord, CartOperation, CartRecord } from '../../cart/cart-store.ts'
import { emptyCart, operationExpiry } from '../../cart/cart-update.ts'
import { secondOf } from './tables.ts'

/** Events about a changed cart, written in the transaction that changes it. */
export type CartEvents = (before: readonly CartLineRecord[], after: CartRecord) => TransactItem[]

/** What the carts table holds under a shopper: the cart, and the operations that changed it. */
export type CartItem = CartRecord & { item: string }
export type OperationItem = { userId: string; item: string; fingerprint: string; expiresAt: number }

export function cartKey(userId: string) {
  return { userId, item: 'cart' }
}

/** Undefined is a cart that was never saved. */
export function toCart(item: Item | undefined, userId: string, now: Date): CartRecord {
  if (!item) return emptyCart(userId, now)
  const { lines, version, createdAt, updatedAt } = item as CartItem
  return { userId, lines, version, createdAt, updatedAt }
}

/** Refused when the cart is no longer at the version of `before`. */
export function cartWrite(table: string, before: CartRecord, after: CartRecord): TransactItem {
  const { userId, lines, version, createdAt, updatedAt } = after
  const isUnchanged =
    before.version === 0
      ? { ConditionExpression: 'attribute_not_exists(userId)' }
      : {
          ConditionExpression: 'version = :before',
          ExpressionAttributeValues: { ':before': before.version },
        }
  const Item = { ...cartKey(userId), lines, version, createdAt, updatedAt }
  return { name: 'cart', write: { Put: { TableName: table, Item, ...isUnchanged } } }
}

export function operationKey(userId: string, { key }: CartOperation) {
  return { userId, item: `operation#${key}` }
}

export function operationItem(userId: string, operation: CartOperation, at: Date): Item {
  const expiresAt = secondOf(operationExpiry(at))
  return { ...operationKey(userId, operation), fingerprint: operation.fingerprint, expiresAt }
}

/** Refused when the operation is stored already and has not expired. */
export function operationWrite(
  table: string,
  userId: string,
  operation: CartOperation,
  at: Date,
): TransactItem {
  return {
    name: 'operation',
    write: {
      Put: {
        TableName: table,
        Item: operationItem(userId, operation, at),
        ConditionExpression: 'attribute_not_exists(userId) OR expiresAt <= :now',
        ExpressionAttributeValues: { ':now': secondOf(at) },
      },
    },
  }
}
