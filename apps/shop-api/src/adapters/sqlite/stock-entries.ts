import type { Database } from '@nashta/sqlite/database'
import type { StockEntry } from '../../catalogue/stock/stock-entry.ts'

/** `entry` is JSON. Each stock that is counted already begins with an entry of its units. */
export const STOCK_ENTRIES_SQL = `
  CREATE TABLE stockEntries (
    entryId INTEGER PRIMARY KEY,
    productsId TEXT NOT NULL,
    entry TEXT NOT NULL
  ) STRICT;
  CREATE INDEX stockEntriesByProduct ON stockEntries (productsId, entryId);
  INSERT INTO stockEntries (productsId, entry)
    SELECT productsId, json_object('kind', 'start', 'at', updatedAt, 'units', stock)
    FROM products WHERE stock IS NOT NULL;
`

export type AddStockEntry = (productsId: string, entry: StockEntry) => void

/** Must be called inside the `write` that changes the stock. */
export function prepareAddStockEntry({ prepare }: Database): AddStockEntry {
  const insert = prepare('INSERT INTO stockEntries (productsId, entry) VALUES (?, ?)')
  return (productsId, entry) => {
    insert.run(productsId, JSON.stringify(entry))
  }
}

/** Returns a function that reads entries, newest first, beginning after the entry with the id `before`. */
export function prepareStockEntryPages({ prepare }: Database) {
  const select = prepare<{ entryId: number; entry: string }>(`
    SELECT entryId, entry FROM stockEntries
    WHERE productsId = ?1 AND (?2 IS NULL OR entryId < ?2) ORDER BY entryId DESC LIMIT ?3
  `)
  return (productsId: string, limit: number, before: string | undefined) => {
    // A cursor of another storage finds nothing.
    const rows = select.all(productsId, before === undefined ? null : Number(before) || 0, limit + 1)
    const shown = rows.slice(0, limit)
    return {
      entries: shown.map(({ entry }): StockEntry => JSON.parse(entry)),
      next: rows.length > limit ? String(shown.at(-1)?.entryId) : null,
    }
  }
}
