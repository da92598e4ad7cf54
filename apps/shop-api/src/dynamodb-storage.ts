import { createDynamoClient } from '@nashta/dynamodb/create-client'
import { createTables } from '@nashta/dynamodb/create-tables'
import { type Copied, copyShop } from './adapters/dynamodb/copy-shop.ts'
import { shopTableDefinitions, type ShopTableNames } from './adapters/dynamodb/tables.ts'
import { openShopDatabase } from './adapters/sqlite/open-shop-database.ts'

export type ShopStorageOptions = {
  tables: ShopTableNames
  region: string
  endpoint: string | undefined
  environment: Record<string, string | undefined>
}

/** For whoever sets up the tables of a shop. */
export function openShopStorage({ tables, ...options }: ShopStorageOptions) {
  const client = createDynamoClient(options)

  return {
    /** Names of the tables that were missing and are made. */
    create: (): Promise<string[]> => createTables(client, shopTableDefinitions(tables)),

    /** The SQLite shop in the data folder must be at rest meanwhile. */
    async copyFrom(dataFolder: string, now: () => Date): Promise<Copied[]> {
      const database = openShopDatabase(dataFolder, now)
      try {
        return await copyShop({ client, tables }, database.connection, now)
      } finally {
        await database.close()
      }
    },

    close: () => client.destroy(),
  }
}
