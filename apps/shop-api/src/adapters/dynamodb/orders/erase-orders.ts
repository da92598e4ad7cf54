import { queryItems } from '@nashta/dynamodb/read-items'
import { transact } from '@nashta/dynamodb/transact'
import { writeItems } from '@nashta/dynamodb/write-item'
import type { OrderRecord } from '../../../orders/order/purchase-store.ts'
import { shopperPk } from '../tables.ts'
import { withRetries } from '../with-retries.ts'
import { personWrites, type PurchaseDeps } from './order-effects.ts'
import { NO_ATTEMPT, orderMoveWrites } from './order-items.ts'
import { ATTEMPTS_PREFIX } from './purchase-attempts.ts'

/**
 * Replaces each order of the user by the result of `erase`, then deletes the user's purchase
 * attempts. Each order has a transaction of its own. An interrupted call can be repeated: an erased
 * order has another user id, so the next call finds only the orders that are left.
 */
export async function eraseOrders(
  deps: PurchaseDeps,
  userId: string,
  erase: (order: OrderRecord) => OrderRecord,
): Promise<number> {
  const { client, tables, orders } = deps
  const table = tables.purchases
  // Counts the orders of all tries, because a retry finds only the orders that are left.
  let count = 0
  await withRetries(async () => {
    // `erase` may throw for any of the orders, so it is called for all before the first is written.
    const pairs = (await orders.listAll(userId)).map((stored) => ({ stored, after: erase(stored.order) }))
    for (const { stored, after } of pairs) {
      const erased = { ...stored, order: after, attemptSk: NO_ATTEMPT }
      const figures = await personWrites(deps, stored.order, after)
      await transact(client, orderMoveWrites(table, stored.order, erased).concat(figures))
      count += 1
    }

    const attempts = await queryItems<{ pk: string; sk: string }>(client, {
      TableName: table,
      KeyConditionExpression: 'pk = :user AND begins_with(sk, :attempts)',
      ExpressionAttributeValues: { ':user': shopperPk(userId), ':attempts': ATTEMPTS_PREFIX },
      ConsistentRead: true,
    })
    await writeItems(
      client,
      table,
      attempts.map(({ pk, sk }) => ({ delete: { pk, sk } })),
    )
  })
  return count
}
