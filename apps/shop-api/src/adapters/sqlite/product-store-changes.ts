import type { DatabaseSync } from 'node:sqlite'
import type { CatalogueChanges, PlacedProduct } from '../../catalogue/product-store.ts'
import { PRODUCT_COLUMNS, toPlaced } from './product-store-rows.ts'

/** A large catalogue is read in slices, so that those who wait for something else get their turn. */
const SLICE = 500

export type Counters = { version: number; revision: number }

export function createChangeReader(connection: DatabaseSync, counters: () => Counters) {
  const slice = connection.prepare(
    `SELECT ${PRODUCT_COLUMNS} FROM products WHERE position > ? ORDER BY position LIMIT ${SLICE}`,
  )
  const changed = connection.prepare(`SELECT ${PRODUCT_COLUMNS} FROM products WHERE revision > ?`)
  const removed = connection.prepare('SELECT productsId FROM removedProducts WHERE revision > ?')

  async function readWhole(): Promise<PlacedProduct[]> {
    const placed: PlacedProduct[] = []
    for (;;) {
      const rows = slice.all(placed.at(-1)?.position ?? -1)
      for (const row of rows) placed.push(toPlaced(row))
      if (rows.length < SLICE) return placed
      await new Promise(setImmediate)
    }
  }

  async function changesSince(since: string | null): Promise<CatalogueChanges> {
    const { version, revision } = counters()
    const known = { version: String(version), revision: String(revision) }
    const from = Number(since ?? Number.NaN)
    // A later revision than ours is from before a backup was restored.
    if (!Number.isInteger(from) || from > revision) {
      return { ...known, whole: true, placed: await readWhole(), removed: [] }
    }
    return {
      ...known,
      whole: false,
      placed: changed.all(from).map(toPlaced),
      removed: removed.all(from).map((row) => String(row['productsId'])),
    }
  }

  return { readWhole, changesSince }
}
