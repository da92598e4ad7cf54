import type { DatabaseSync } from 'node:sqlite'
import { type Item, readItem, scanItems } from '@nashta/dynamodb/read-items'
import { transact } from '@nashta/dynamodb/transact'
import { putItem, writeItems } from '@nashta/dynamodb/write-item'
import { prepare } from '@nashta/sqlite/statement'
import { CATALOGUE_KEY } from './catalogue-item.ts'
import { copiedItems } from './copied-items.ts'
import type { ShopTables } from './tables.ts'

const COPY_KEY = { pk: 'copy', sk: 'copy' }
const AT_ONCE = 500

export type Copied = { what: string; count: number }

/**
 * Copies the whole SQLite shop into unused tables. The keys are the same every time, so an interrupted copy is started
 * again from the beginning. A finished copy is never repeated: it would overwrite what shops have written since.
 */
export async function copyShop(
  { client, tables }: ShopTables,
  connection: DatabaseSync,
  now: () => Date,
): Promise<Copied[]> {
  await refuseTablesInUse({ client, tables })
  await putItem(client, tables.purchases, { ...COPY_KEY, state: 'copying' })
  await deleteProducts({ client, tables })

  const copied: Copied[] = []
  for (const { what, table, items } of copiedItems(connection)) {
    copied.push({ what, count: await write({ client, tables }, tables[table], items) })
  }
  const lastChange =
    prepare<{ lastChange: number }>(connection, 'SELECT lastChange FROM catalogue').get()?.lastChange ?? 0
  await publishCatalogue({ client, tables }, lastChange + 1, now)
  return copied
}

async function refuseTablesInUse({ client, tables }: ShopTables) {
  const [copy, catalogue] = await Promise.all([
    readItem(client, tables.purchases, COPY_KEY),
    readItem(client, tables.purchases, CATALOGUE_KEY),
  ])
  if (copy?.['state'] === 'done') {
    throw new Error(
      `Nothing done: the shop was copied at ${String(copy['doneAt'])}; new tables can be filled`,
    )
  }
  if (catalogue) {
    throw new Error(`Nothing done: the table ${tables.purchases} belongs to a shop already; use new tables`)
  }
}

/** Deletes the products of an interrupted copy: the shop may have removed some of them since. */
async function deleteProducts({ client, tables }: ShopTables) {
  const items = await scanItems(client, tables.products)
  await writeItems(
    client,
    tables.products,
    items.map(({ products_id }) => ({ delete: { products_id: String(products_id) } })),
  )
}

async function write({ client }: ShopTables, table: string, items: Iterable<Item>) {
  let count = 0
  let batch: { put: Item }[] = []
  for (const item of items) {
    batch.push({ put: item })
    count += 1
    if (batch.length < AT_ONCE) continue
    await writeItems(client, table, batch)
    batch = []
  }
  await writeItems(client, table, batch)
  return count
}

/** Makes the products visible to the processes of the shop. */
async function publishCatalogue({ client, tables }: ShopTables, version: number, now: () => Date) {
  const TableName = tables.purchases
  const catalogue = { ...CATALOGUE_KEY, version, wholeSince: version, recent: [] }
  await transact(client, [
    { name: 'catalogue', write: { Put: { TableName, Item: catalogue } } },
    {
      name: 'copy',
      write: { Put: { TableName, Item: { ...COPY_KEY, state: 'done', doneAt: now().toISOString() } } },
    },
  ])
}
