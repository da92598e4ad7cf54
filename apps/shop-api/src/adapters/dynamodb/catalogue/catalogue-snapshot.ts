import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip, createGzip } from 'node:zlib'
import type { Item } from '@nashta/dynamodb/read-items'
import * as z from 'zod/mini'
import type { StockShard } from '../stock/stock-items.ts'

/**
 * A file with the catalogue. A process reads the file when it starts, instead of scanning the
 * products table.
 */
export type SnapshotFile = {
  /** Returns null when there is no snapshot. */
  read: () => Promise<Uint8Array | null>
  write: (bytes: Uint8Array) => Promise<void>
}

const headSchema = z.object({
  /**
   * The catalogue item gets a new id whenever all products are written to empty tables. The id
   * shows whether the tables were deleted and created again under the same names.
   */
  filledBy: z.string(),
  version: z.number(),
  /** When the last read of the tables before this snapshot began, in milliseconds since 1970. */
  at: z.number(),
})

export type SnapshotHead = z.output<typeof headSchema>

/** A product item with the shards of its stock. */
export type SnapshotEntry = { item: Item; stock: StockShard[] }

export type CatalogueSnapshot = { head: SnapshotHead; entries: SnapshotEntry[] }

/**
 * Compresses one line of JSON for the head and one for each product. The lines are a stream, so
 * that the process can serve requests meanwhile.
 */
export function packSnapshot(head: SnapshotHead, entries: Iterable<SnapshotEntry>): Promise<Uint8Array> {
  function* lines() {
    yield `${JSON.stringify(head)}\n`
    for (const entry of entries) yield `${JSON.stringify(entry)}\n`
  }
  return buffer(Readable.from(lines()).pipe(createGzip()))
}

/** Null when the bytes are not a snapshot of this format. */
export async function unpackSnapshot(bytes: Uint8Array): Promise<CatalogueSnapshot | null> {
  const input = createGunzip()
  const lines = createInterface({ input })
  input.end(bytes)
  let head: SnapshotHead | undefined
  const entries: SnapshotEntry[] = []
  try {
    for await (const line of lines) {
      if (head) entries.push(JSON.parse(line) as SnapshotEntry)
      else head = z.parse(headSchema, JSON.parse(line))
    }
  } catch {
    return null
  }
  return head ? { head, entries } : null
}
