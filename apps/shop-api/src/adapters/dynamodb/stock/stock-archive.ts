import { queryItems, readItems } from '@nashta/dynamodb/read-items'
import { putItem, updateItem } from '@nashta/dynamodb/write-item'
import type { StockEntry, StockHistory } from '../../../catalogue/stock/stock-entry.ts'
import type { ShopTables } from '../tables.ts'
import { pendingEntries, STOCK_SHARDS_MAX, type StockItem, stockKey, stockKeys } from './stock-items.ts'

/**
 * How many entries of a shard move together to one item of the archive. A shard then has less than a
 * kilobyte, which DynamoDB charges as one write. The archive costs one write for eight orders.
 */
const CHUNK_ENTRIES = 8

/** Entries of one shard that follow one another. */
type Chunk = { pk: string; sk: string; first: number; entries: StockEntry[] }

/** An entry of a shard. `index` counts the entries of the shard, and `key` sorts those of all shards. */
type PlacedEntry = { key: string; shard: number; index: number; entry: StockEntry }

/**
 * Moves entries of a shard to the archive, if there are enough of them. The item of the archive is
 * written first and always has the same key, so that another process can finish what one left undone.
 */
export async function archiveEntries({ client, tables }: ShopTables, item: StockItem): Promise<void> {
  const { length } = item.entries ?? []
  // Each of several concurrent changes sees another number of entries, so only one of them sees a full
  // chunk. If that change fails, later changes see two chunks.
  const isChunkDue = length === CHUNK_ENTRIES || length >= 2 * CHUNK_ENTRIES
  if (!isChunkDue) return
  const { productsId, shard, archived = 0 } = item
  const placed = placeEntries(item).slice(0, CHUNK_ENTRIES)
  const chunk = chunkOf(productsId, placed)
  if (!chunk) return
  await putItem(client, tables.purchases, chunk)
  await updateItem(client, {
    TableName: tables.products,
    Key: stockKey(productsId, shard),
    UpdateExpression: `SET archived = :archived, lastAt = :at REMOVE ${placed.map((_, index) => `entries[${index}]`).join(', ')}`,
    ConditionExpression: 'archived = :seen',
    ExpressionAttributeValues: {
      ':archived': archived + placed.length,
      ':at': placed.at(-1)?.entry.at,
      ':seen': archived,
    },
  })
}

/** The items of the archive for a stock whose history comes from elsewhere, or which is removed. */
export function archiveItems(
  item: Pick<StockItem, 'productsId' | 'shard' | 'entries' | 'archived' | 'lastAt'>,
) {
  const placed = placeEntries(item)
  const chunks: Chunk[] = []
  for (let start = 0; start < placed.length; start += CHUNK_ENTRIES) {
    const chunk = chunkOf(item.productsId, placed.slice(start, start + CHUNK_ENTRIES))
    if (chunk) chunks.push(chunk)
  }
  return chunks
}

/** Reads the history from the shards of the stock and from the archive. */
export async function readStockHistory(
  { client, tables, now }: ShopTables & { now: () => Date },
  productsId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<StockHistory> {
  const keys = stockKeys(tables.products, productsId, STOCK_SHARDS_MAX)
  // The shards are read first: entries that move to the archive meanwhile are then found twice, not never.
  const shards = (await readItems<StockItem>(client, keys)).get(tables.products) ?? []
  const chunkMax = Math.ceil(limit / CHUNK_ENTRIES) + 1
  const archives = await Promise.all(
    Array.from({ length: STOCK_SHARDS_MAX }, (_, shard) => {
      const pk = archivePk(productsId, shard)
      return queryItems<Chunk>(
        client,
        {
          TableName: tables.purchases,
          KeyConditionExpression: before === undefined ? 'pk = :pk' : 'pk = :pk AND sk < :before',
          ExpressionAttributeValues: { ':pk': pk, ...(before !== undefined && { ':before': before }) },
          ConsistentRead: true,
          ScanIndexForward: false,
          Limit: chunkMax,
        },
        { maxItems: chunkMax },
      )
    }),
  )
  const found = new Map<string, PlacedEntry>()
  const add = (placed: PlacedEntry) => {
    if (before === undefined || placed.key < before) found.set(`${placed.shard}#${placed.index}`, placed)
  }
  for (const shard of shards) placeEntries(shard).forEach(add)
  for (const [shard, chunks] of archives.entries()) {
    for (const { first, entries } of chunks)
      entries.forEach((entry, index) => add(place(entry, shard, first + index)))
  }
  // The keys down to which the archives of some shards were read. Older entries may be incomplete, so
  // they are left to a later page.
  const readDownTo = archives
    .filter(({ length }) => length === chunkMax)
    .map((chunks) => chunks.at(-1)?.sk ?? '')
  const complete = Array.from(found.values())
    .filter(({ key }) => readDownTo.every((sk) => key >= sk))
    .toSorted((a, b) => (a.key < b.key ? 1 : -1))
  const shown = complete.slice(0, limit)
  const hasMore = complete.length > limit || readDownTo.length > 0
  return {
    stock: shards.length > 0 ? shards.reduce((sum, { units }) => sum + units, 0) : undefined,
    entries: [
      // Orders that are being stored: their units are taken.
      ...(before === undefined ? shards.flatMap((shard) => pendingEntries(shard, now())) : []),
      ...shown.map(({ entry }) => entry),
    ],
    next: hasMore ? (shown.at(-1)?.key ?? null) : null,
  }
}

function archivePk(productsId: string, shard: number) {
  return `stock-history#${shard}#${productsId}`
}

function chunkOf(productsId: string, placed: readonly PlacedEntry[]): Chunk | undefined {
  const [first] = placed
  if (!first) return undefined
  const pk = archivePk(productsId, first.shard)
  return { pk, sk: first.key, first: first.index, entries: placed.map(({ entry }) => entry) }
}

/**
 * The entries that are still in a shard. Clocks of processes differ, so an entry whose time is before
 * that of its predecessor gets the time of the predecessor.
 */
function placeEntries({
  shard,
  entries = [],
  archived = 0,
  lastAt = '',
}: Pick<StockItem, 'shard' | 'entries' | 'archived' | 'lastAt'>): PlacedEntry[] {
  let latest = lastAt
  return entries.map((entry, index) => {
    if (entry.at > latest) latest = entry.at
    return place({ ...entry, at: latest }, shard, archived + index)
  })
}

const INDEX_LENGTH = 16

function place(entry: StockEntry, shard: number, index: number): PlacedEntry {
  const key = `${entry.at}#${String(index).padStart(INDEX_LENGTH, '0')}#${shard}`
  return { key, shard, index, entry }
}
