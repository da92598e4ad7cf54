import { calendarDay } from '@nashta/contracts/dates'
import type { WorkState } from '@nashta/contracts/orders/desk/desk-order'
import { countItems, queryItems } from '@nashta/dynamodb/read-items'
import { newPurchaseId, timeOfId } from '../../../orders/order/purchase-id.ts'
import { EVERY_ID, type IdRange } from '../../../orders/search/all-orders.ts'
import { BY_LIST, type ShopTables } from '../tables.ts'
import { batchesOfShards, newestFirst, type OrderBatches, type OrderLocation } from './order-batches.ts'
import { dayListKey, LIST_SHARDS, ORDER_DAYS_PK, workListKey } from './order-lists.ts'

/** A page reads the orders of at most this many days. */
const DAYS_MAX = 31
/** All orders are earlier than this day. */
const FAR_FUTURE_DAY = '9999-12-31'

/**
 * Lists orders by their work or day. The index `byList` lags behind for a moment, so each order
 * must then be read and checked.
 */
export function createOrderListQueries({ client, tables }: ShopTables) {
  const table = tables.purchases

  /** May also return the order with the id `end`, because BETWEEN includes `end`. */
  const queryList = (
    listKey: string,
    { first, end }: IdRange,
    limit: number,
    { isOldestFirst = false } = {},
  ) =>
    queryItems<OrderLocation>(
      client,
      {
        TableName: table,
        IndexName: BY_LIST,
        KeyConditionExpression: '#list = :list AND purchaseId BETWEEN :first AND :end',
        ExpressionAttributeNames: { '#list': 'list' },
        // DynamoDB refuses an empty key value.
        ExpressionAttributeValues: { ':list': listKey, ':first': first || '0', ':end': end },
        ScanIndexForward: isOldestFirst,
        Limit: limit,
      },
      { maxItems: limit },
    )

  /** The days of the range on which orders were placed, newest first, at most `DAYS_MAX`. */
  async function daysOf({ first, end }: IdRange) {
    // A day is a text such as `2026-01-31`. `0` sorts before every day, and `~` after every day.
    const firstDay = first === EVERY_ID.first ? '0' : calendarDay(timeOfId(first))
    // The end `~` of `EVERY_ID` has no day. The text of a year with five digits begins with `+`, and
    // would sort before every other day.
    const endsInFarFuture = end >= firstIdOf(FAR_FUTURE_DAY)
    const lastDay = endsInFarFuture ? '~' : calendarDay(timeOfId(end))
    const days = await queryItems<{ sk: string }>(
      client,
      {
        TableName: table,
        KeyConditionExpression: 'pk = :days AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: { ':days': ORDER_DAYS_PK, ':first': firstDay, ':last': lastDay },
        ScanIndexForward: false,
      },
      { maxItems: DAYS_MAX },
    )
    return days.map(({ sk }) => sk)
  }

  async function* batchesOfDays(days: readonly string[], range: IdRange, size: number): OrderBatches {
    for (const day of days)
      yield* batchesOfShards(
        (shard, idRange, limit) => queryList(dayListKey(day, shard), idRange, limit),
        range,
        size,
      )
  }

  return {
    withWork(work: WorkState, range: IdRange, size: number): OrderBatches {
      return batchesOfShards(
        (shard, idRange, limit) => queryList(workListKey(work, shard), idRange, limit),
        range,
        size,
      )
    },

    /**
     * The orders of the newest days of the range. The orders of older days have ids before
     * `nextBefore`, which is null when there are no older days.
     */
    async ofNewestDays(range: IdRange, size: number) {
      const days = await daysOf(range)
      const oldestDay = days.at(-1)
      const mayHaveOlder = oldestDay !== undefined && days.length === DAYS_MAX
      return {
        batches: batchesOfDays(days, range, size),
        nextBefore: mayHaveOlder ? firstIdOf(oldestDay) : null,
      }
    },

    /** The oldest orders with this work, oldest first. */
    async oldestWithWork(work: WorkState, limit: number): Promise<OrderLocation[]> {
      const found = await Promise.all(
        LIST_SHARDS.map((shard) =>
          queryList(workListKey(work, shard), EVERY_ID, limit, { isOldestFirst: true }),
        ),
      )
      return found
        .flat()
        .toSorted((a, b) => newestFirst(b, a))
        .slice(0, limit)
    },

    async countWithWork(work: WorkState): Promise<number> {
      const counts = await Promise.all(
        LIST_SHARDS.map((shard) =>
          countItems(client, {
            TableName: table,
            IndexName: BY_LIST,
            KeyConditionExpression: '#list = :list',
            ExpressionAttributeNames: { '#list': 'list' },
            ExpressionAttributeValues: { ':list': workListKey(work, shard) },
          }),
        ),
      )
      return counts.reduce((sum, count) => sum + count, 0)
    },
  }
}

/** The smallest id that an order of this day in India may have. */
function firstIdOf(day: string) {
  return newPurchaseId(new Date(`${day}T00:00:00+05:30`), (count) => new Uint8Array(count))
}
