import { queryItems } from '@nashta/dynamodb/read-items'
import { shardOf } from '@nashta/dynamodb/shard-of'
import { putItem } from '@nashta/dynamodb/write-item'
import * as z from 'zod/mini'
import { type ShopTables, toEpochSeconds } from '../tables.ts'
import type { StockShard } from './stock-items.ts'

/** The changes are stored under this many partition keys. A process writes one and reads all. */
const LOG_KEY_COUNT = 4

/** A process writes to the log at most once in this time, however many orders it stores. */
const PUBLISH_EVERY_MS = 500

/** The most changes in one item of the log, which then has about 60 kB. */
const CHANGES_PER_ITEM = 1000

/**
 * An item of the log is deleted after this time. No process reads items that are older than an
 * hour: a process that was idle for longer reloads the whole catalogue.
 */
const EXPIRES_AFTER_MS = 24 * 60 * 60 * 1000

const changesSchema = z.array(
  z.object({ productsId: z.string(), shard: z.number(), units: z.number(), version: z.number() }),
)

export type StockChangesDeps = ShopTables & { now: () => Date; newId: () => string }

/**
 * Publishes to the other processes how much stock is left. A published change has the units that
 * are left in a stock shard, such as 7, not the difference, such as -1. So a change may be read
 * twice, late or never: the next change of the same stock shard corrects the error.
 */
export function createStockChangeLog({ client, tables, now, newId }: StockChangesDeps) {
  const processId = newId()
  const pk = logKey(shardOf(processId, LOG_KEY_COUNT))
  /** The changes that are not written yet: the newest of each stock shard. */
  let pending = new Map<string, StockShard>()
  let itemCount = 0
  let timer: NodeJS.Timeout | undefined
  let mayStartWrite = true
  let writing = Promise.resolve()

  async function write() {
    const changes = [...pending.values()]
    pending = new Map()
    try {
      for (let start = 0; start < changes.length; start += CHANGES_PER_ITEM) {
        await putItem(client, tables.purchases, itemOf(changes.slice(start, start + CHANGES_PER_ITEM)))
      }
    } catch {
      // The changes are pending again, so the next write contains them.
      for (const change of changes) addPending(change)
    }
  }

  function itemOf(changes: readonly StockShard[]) {
    const time = now()
    itemCount += 1
    // The count tells items of the same millisecond apart.
    const sk = `${time.toISOString()}#${processId}#${String(itemCount).padStart(9, '0')}`
    return { pk, sk, changes, expiresAt: toEpochSeconds(new Date(time.getTime() + EXPIRES_AFTER_MS)) }
  }

  /** Ignores a change that is not newer than the pending change of the same stock shard. */
  function addPending({ productsId, shard, units, version }: StockShard) {
    const key = `${shard}#${productsId}`
    const pendingVersion = pending.get(key)?.version ?? -1
    // The argument may be a whole stock item. Only the fields of a change are copied.
    if (version > pendingVersion) pending.set(key, { productsId, shard, units, version })
  }

  /**
   * Starts a write of the pending changes, and a timer. The next write starts when the timer has
   * ended and this write is over. The next write includes the changes of a write that failed.
   */
  function writePending() {
    if (!mayStartWrite || pending.size === 0) return
    mayStartWrite = false
    writing = writing.then(write)
    timer = setTimeout(() => {
      void writing.then(allowNextWrite)
    }, PUBLISH_EVERY_MS)
    timer.unref()
  }

  function allowNextWrite() {
    mayStartWrite = true
    writePending()
  }

  return {
    publish(changes: readonly StockShard[]) {
      for (const change of changes) addPending(change)
      writePending()
    },
    /** Writes the changes that were published so far. Does not throw if the write fails. */
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
  const keys = Array.from({ length: LOG_KEY_COUNT }, (_, index) => logKey(index))
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

function logKey(index: number) {
  return `stock-changes#${index}`
}
