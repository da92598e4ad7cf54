import type { Dynamo } from '@nashta/dynamodb/create-client'
import { createTables } from '@nashta/dynamodb/create-tables'
import { newTableName } from '@nashta/dynamodb/dynamodb-local.fixture'
import { shopTableDefinitions, type ShopTables } from './tables.ts'

/** Fresh and empty, for one test. */
export async function makeShopTables(client: Dynamo): Promise<ShopTables> {
  const tables = {
    products: newTableName('products'),
    carts: newTableName('carts'),
    purchases: newTableName('purchases'),
  }
  // Tests use a clock in the past: expiring items would be deleted before a test reads them.
  const lasting = shopTableDefinitions(tables).map(({ expiresAt: _expiresAt, ...table }) => table)
  await createTables(client, lasting)
  return { client, tables }
}
