import { queryItems } from '@nashta/dynamodb/read-items'
import { shardOf } from '@nashta/dynamodb/shard-of'
import { putItem } from '@nashta/dynamodb/write-item'
import * as z from 'zod/mini'
import { type ShopTables, toEpochSeconds } from '../tables.ts'
import type { StockShard } from './stock-items.ts'

/**
 * The log has this many shards, one partition key each. A process writes to one of them, and reads
 * all. They have nothing to do with the shards of a product's stock.
 */
const LOG_SHARD_COUNT = 4

/** A process writes to the log at most once in this time, however many orders it stores. */
const PUBLISH_EVERY_MS = 500

/** The most changes in one item of the log. Such an item has about 60 kB. */
const CHANGES_PER_ITEM = 1000

/**
 * How long the log is stored. It is read for an hour only: a process that was idle for longer
 * reloads the whole catalogue.
 */
const EXPIRES_AFTER_MS = 24 * 60 * 60 * 1000

const changesSchema = z.array(
  z.object({ productsId: z.string(), shard: z.number(), units: z.number(), version: z.number() }),
)

export type StockChangesDeps = ShopTables & { now: () => Date; newId: () => string }

/**
 * Publishes to the other processes how much stock is left. An entry has the units after a change,
 * not the difference. So an entry may be read twice, late or never: the next entry of the same
 * stock shard corrects the error.
 */
export function createStockChangeLog({ client, tables, now, newId }: StockChangesDeps) {
  const processId = newId()
  const logShard = shardOf(processId, LOG_SHARD_COUNT)
  const pk = partitionKey(logShard)
  let pending = new Map<string, StockShard>()
  let itemCount = 0
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  async function write() {
    const changes = [...pending.values()]
    pending = new Map()
    try {
      for (let start = 0; start < changes.length; start += CHANGES_PER_ITEM) {
        await putItem(client, tables.purchases, itemOf(changes.slice(start, start + CHANGES_PER_ITEM)))
      }
    } catch {
      // These changes are written with the next ones, unless a newer change of the same stock shard
      // is pending.
      for (const change of changes) addPending(change)
    }
  }

  function itemOf(changes: readonly StockShard[]) {
    const time = now()
    itemCount += 1
    // The number tells items of the same millisecond apart.
    const sk = `${time.toISOString()}#${processId}#${String(itemCount).padStart(9, '0')}`
    return { pk, sk, changes, expiresAt: toEpochSeconds(new Date(time.getTime() + EXPIRES_AFTER_MS)) }
  }

  /**
   * Ignores a change that is not newer than the pending one of the same stock shard. The caller may
   * pass a whole stock item: only the four fields of a change are copied.
   */
  function addPending({ productsId, shard, units, version }: StockShard) {
    const key = `${shard}#${productsId}`
    if ((pending.get(key)?.version ?? -1) < version) pending.set(key, { productsId, shard, units, version })
  }

  /**
   * Starts a write, unless one was started less than `PUBLISH_EVERY_MS` ago. In that case
   * the timer of that write starts the next one.
   */
  function schedule() {
    if (timer) return
    writing = writing.then(write)
    timer = setTimeout(() => {
      timer = undefined
      if (pending.size > 0) schedule()
    }, PUBLISH_EVERY_MS)
    timer.unref()
  }

  return {
    publish(changes: readonly StockShard[]) {
      for (const change of changes) addPending(change)
      if (pending.size > 0) schedule()
    },
    /** Resolves once the changes that were published so far are written, if storage can be reached. */
    async flush() {
      await writing
      if (pending.size === 0) return
      writing = write()
      await writing
    },
    close() {
      clearTimeout(timer)
      return this.flush()
    },
  }
}

/** The changes that were published at or after `since`, in any order. */
export async function readStockChanges({ client, tables }: ShopTables, since: Date): Promise<StockShard[]> {
  const keys = Array.from({ length: LOG_SHARD_COUNT }, (_, logShard) => partitionKey(logShard))
  const items = await Promise.all(
    keys.map((pk) =>
      queryItems(client, {
        TableName: tables.purchases,
        KeyConditionExpression: 'pk = :changes AND sk >= :since',
        ExpressionAttributeValues: { ':changes': pk, ':since': since.toISOString() },
      }),
    ),
  )
  return items.flat().flatMap(({ changes }) => z.parse(changesSchema, changes))
}

function partitionKey(logShard: number) {
  return `stock-changes#${logShard}`
}
