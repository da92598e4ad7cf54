import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Item } from '@nashta/dynamodb/read-items'
import * as z from 'zod/mini'
import type { StockShard } from '../stock/stock-items.ts'

/**
 * The file of the snapshot, a copy of the catalogue. A process that starts reads this file instead
 * of scanning the products table.
 */
export type SnapshotFile = {
  /** Returns null when no snapshot was written yet. */
  read: () => Promise<Uint8Array | null>
  write: (bytes: Uint8Array) => Promise<void>
}

const headSchema = z.object({
  /**
   * The id of the program run that filled the products table. Tables that are deleted and filled
   * again get another id, so that no process loads the snapshot of the deleted tables.
   */
  filledBy: z.string(),
  /** The version of the catalogue item when the snapshot was made. */
  version: z.number(),
  /** The snapshot has all stock changes up to this time, in milliseconds since 1970. */
  at: z.number(),
})

export type SnapshotHead = z.output<typeof headSchema>

/** A product item with the shards of its stock. */
export type SnapshotEntry = { item: Item; stock: StockShard[] }

export type CatalogueSnapshot = { head: SnapshotHead; entries: SnapshotEntry[] }

/**
 * Compresses one line of JSON for the head and one for each product. The lines are streamed, so
 * that the process can serve requests while it compresses.
 */
export function packSnapshot(head: SnapshotHead, entries: Iterable<SnapshotEntry>): Promise<Uint8Array> {
  function* lines() {
    yield `${JSON.stringify(head)}\n`
    for (const entry of entries) yield `${JSON.stringify(entry)}\n`
  }
  return pipeline(lines, createGzip(), buffer)
}

/** Returns null when the bytes are not a snapshot of this format. */
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
