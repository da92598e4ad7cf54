import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { type Item, readItem, scanPages } from '@nashta/dynamodb/read-items'
import { transact } from '@nashta/dynamodb/transact'
import { putItem, writeItems } from '@nashta/dynamodb/write-item'
import { prepare } from '@nashta/sqlite/statement'
import { CATALOGUE_KEY } from './catalogue/catalogue-item.ts'
import { copiedItems } from './copied-items.ts'
import { shopTableDefinitions, type ShopTables } from './tables.ts'

/**
 * The key of the item with the state of the copy. The item is in the purchases table, as is the
 * catalogue item: that table holds everything but products and carts.
 */
const COPY_KEY = { pk: 'copy', sk: 'copy' }

/** How many items are in memory at once. */
const BATCH_ITEMS = 500

/** For the report: how many rows of a kind were copied. */
export type CopiedRows = { what: string; count: number }

/**
 * Copies the whole SQLite shop into unused tables. An interrupted copy can be started again. A
 * finished copy is never repeated, because it would overwrite the shop's later changes.
 */
export async function copyShop(
  { client, tables }: ShopTables,
  connection: DatabaseSync,
  now: () => Date,
): Promise<CopiedRows[]> {
  const { isInterrupted } = await readCopyState({ client, tables })
  // The SQLite shop may have removed some of the copied rows since, for example by an erasure.
  if (isInterrupted) await deleteCopiedItems({ client, tables })
  await putItem(client, tables.purchases, { ...COPY_KEY, state: 'copying' })

  const copied: CopiedRows[] = []
  for (const { what, table, items } of copiedItems(connection, now())) {
    copied.push({ what, count: await writeAll({ client, tables }, tables[table], items) })
  }
  const selectLastChange = prepare<{ lastChange: number }>(connection, 'SELECT lastChange FROM catalogue')
  // Version 0 would mean that the catalogue is still being filled.
  const version = (selectLastChange.get()?.lastChange ?? 0) + 1
  await finishCopy({ client, tables }, version, now)
  return copied
}

/** Throws when the tables belong to a shop, or when the copy is done. */
async function readCopyState({ client, tables }: ShopTables) {
  const [copy, catalogue] = await Promise.all([
    readItem(client, tables.purchases, COPY_KEY),
    readItem(client, tables.purchases, CATALOGUE_KEY),
  ])
  if (copy?.['state'] === 'done') {
    throw new Error(`Nothing done: the shop was copied at ${String(copy['doneAt'])}; use new tables`)
  }
  if (catalogue) {
    throw new Error(`Nothing done: the table ${tables.purchases} belongs to a shop already; use new tables`)
  }
  return { isInterrupted: copy?.['state'] === 'copying' }
}

/** Deletes everything but the state of the copy, so that this call can be interrupted too. */
async function deleteCopiedItems({ client, tables }: ShopTables) {
  for (const { name, key } of shopTableDefinitions(tables)) {
    const keyNames = [key.hash, key.range].filter((keyName) => keyName !== undefined)
    for await (const items of scanPages(client, { TableName: name })) {
      const copied = items.filter(({ pk }) => pk !== COPY_KEY.pk)
      const keys = copied.map((item) =>
        Object.fromEntries(keyNames.map((each) => [each, String(item[each])])),
      )
      await writeItems(
        client,
        name,
        keys.map((each) => ({ delete: each })),
      )
    }
  }
}

async function writeAll({ client }: ShopTables, table: string, items: Iterable<Item>) {
  let count = 0
  let batch: { put: Item }[] = []
  for (const item of items) {
    batch.push({ put: item })
    count += 1
    if (batch.length < BATCH_ITEMS) continue
    await writeItems(client, table, batch)
    batch = []
  }
  await writeItems(client, table, batch)
  return count
}

/** The products become visible to the processes of the shop when the catalogue item has a version. */
async function finishCopy({ client, tables }: ShopTables, version: number, now: () => Date) {
  const TableName = tables.purchases
  const catalogue = {
    ...CATALOGUE_KEY,
    version,
    filledAtVersion: version,
    recent: [],
    filledBy: randomUUID(),
  }
  const copy = { ...COPY_KEY, state: 'done', doneAt: now().toISOString() }
  await transact(client, [
    { name: 'catalogue', write: { Put: { TableName, Item: catalogue } } },
    { name: 'copy', write: { Put: { TableName, Item: copy } } },
  ])
}
