import type { Dynamo } from '@nashta/dynamodb/create-client'
import { createTables } from '@nashta/dynamodb/create-tables'
import { newTableName } from '@nashta/dynamodb/dynamodb-local.fixture'
import { shopTableDefinitions, type ShopTables } from './tables.ts'

/** Creates new empty tables for one test. */
export async function makeShopTables(client: Dynamo): Promise<ShopTables> {
  const tables = {
    products: newTableName('products'),
    carts: newTableName('carts'),
    purchases: newTableName('purchases'),
  }
  // The tables expire no items: tests use a clock in the past, so items would be deleted before a test reads them.
  const withoutExpiry = shopTableDefinitions(tables).map(({ expiryAttribute: _expiry, ...table }) => table)
  await createTables(client, withoutExpiry)
  return { client, tables }
}
