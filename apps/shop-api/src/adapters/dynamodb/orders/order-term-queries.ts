import { queryItems } from '@nashta/dynamodb/read-items'
import type { IdRange } from '../../../orders/search/all-orders.ts'
import type { ShopTables } from '../tables.ts'
import { batchesAmong, batchesOfShards, type OrderBatches, type OrderLocation } from './order-batches.ts'
import { canFindByPrefix, LIST_SHARDS, termPk, termSk } from './order-lists.ts'

/**
 * A prefix with more terms than this in one shard is too common to be looked up. The search then
 * checks the newest orders (see `findCandidates`), because some of them are likely to have the
 * prefix.
 */
const TERMS_PER_SHARD_MAX = 100

/** Sorts after every other character, so it ends the range of the terms with a prefix. */
const LAST_CHARACTER = '\u{10FFFF}'

/** Finds orders by the items of their search terms. */
export function createOrderTermQueries({ client, tables }: ShopTables) {
  /** The orders whose terms have this partition key, and a sort key from `first` to `end`. */
  const queryTerms = async (pk: string, first: string, end: string, limit: number) => {
    const items = await queryItems<{ sk: string; userId: string }>(
      client,
      {
        TableName: tables.purchases,
        KeyConditionExpression: 'pk = :term AND sk BETWEEN :first AND :end',
        // A purchase that was given up before its order was stored may have left an item without a
        // user id (see `refuseUnlessStored`).
        FilterExpression: 'attribute_exists(userId)',
        ExpressionAttributeValues: { ':term': pk, ':first': first, ':end': end },
        ScanIndexForward: false,
        Limit: limit,
        ConsistentRead: true,
      },
      { maxItems: limit },
    )
    return items.map(({ sk, userId }): OrderLocation => ({
      purchaseId: sk.slice(sk.lastIndexOf('#') + 1),
      userId,
    }))
  }

  /** The orders that have a term with the prefix. Null when the prefix cannot be looked up. */
  async function findByPrefix(prefix: string) {
    if (!canFindByPrefix(prefix)) return null
    // A partition key has only the first two characters of a term. So a prefix has the same
    // partition keys as all terms with the prefix.
    const ordersPerShard = await Promise.all(
      LIST_SHARDS.map((shard) =>
        queryTerms(termPk(prefix, shard), prefix, prefix + LAST_CHARACTER, TERMS_PER_SHARD_MAX + 1),
      ),
    )
    const isTooCommon = ordersPerShard.some((orders) => orders.length > TERMS_PER_SHARD_MAX)
    return isTooCommon ? null : ordersPerShard.flat()
  }

  return {
    withTerm(term: string, range: IdRange, size: number): OrderBatches {
      return batchesOfShards(
        (shard, { first, end }, limit) =>
          queryTerms(termPk(term, shard), termSk(term, first), termSk(term, end), limit),
        range,
        size,
      )
    },

    /**
     * The orders that have the longest prefix of at least one interpretation (see `SearchStep`).
     * The other prefixes are not checked. Null when a longest prefix is too short or too common to
     * be looked up.
     */
    async withPrefixes(
      interpretations: readonly (readonly string[])[],
      range: IdRange,
      size: number,
    ): Promise<OrderBatches | null> {
      const found = new Map<string, OrderLocation>()
      for (const prefixes of interpretations) {
        // Only the longest prefix is looked up, because longer prefixes have fewer orders.
        const longest = prefixes.reduce((longer, each) => (each.length > longer.length ? each : longer))
        const orders = await findByPrefix(longest)
        if (!orders) return null
        for (const order of orders) found.set(order.purchaseId, order)
      }
      return batchesAmong([...found.values()], range, size)
    },
  }
}
