import type { DatabaseSync } from 'node:sqlite'
import { type Item, readItem, scanItems } from '@nashta/dynamodb/read-items'
import { transact } from '@nashta/dynamodb/transact'
import { putItem, writeItems } from '@nashta/dynamodb/write-item'
import { CATALOGUE_KEY } from './catalogue-item.ts'
import { copiedItems } from './copied-items.ts'
import type { ShopTables } from './tables.ts'

const COPY_KEY = { pk: 'copy', sk: 'copy' }
const AT_ONCE = 500

export type Copied = { what: string; count: number }

/**
 * Everything of the SQLite shop into tables that nobody uses yet. Under the same keys every time, so that a copy
 * that broke off is begun again from the start; once it is whole it is refused for ever, because the tables
 * then have a life of their own.
 */
export async function copyShop(
  { client, tables }: ShopTables,
  connection: DatabaseSync,
  now: () => Date,
): Promise<Copied[]> {
  await refuseTablesInUse({ client, tables })
  await putItem(client, tables.purchases, { ...COPY_KEY, state: 'copying' })
  await forgetProducts({ client, tables })

  const copied: Copied[] = []
  for (const { what, table, items } of copiedItems(connection)) {
    copied.push({ what, count: await write({ client, tables }, tables[table], items) })
  }
  const version = Number(connection.prepare('SELECT version FROM catalogue').get()?.['version'] ?? 0)
  await open({ client, tables }, version, now)
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

/** Of a copy that broke off: the shop may have dropped them since. */
async function forgetProducts({ client, tables }: ShopTables) {
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

/** Only now do processes see the catalogue, and with it a shop. */
async function open({ client, tables }: ShopTables, version: number, now: () => Date) {
  const TableName = tables.purchases
  const catalogue = { ...CATALOGUE_KEY, version: version + 1, wholeSince: version + 1, recent: [] }
  await transact(client, [
    { name: 'catalogue', write: { Put: { TableName, Item: catalogue } } },
    {
      name: 'copy',
      write: { Put: { TableName, Item: { ...COPY_KEY, state: 'done', doneAt: now().toISOString() } } },
    },
  ])
}
