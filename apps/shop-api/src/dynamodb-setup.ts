import { createDynamoClient } from '@nashta/dynamodb/create-client'
import { createTables } from '@nashta/dynamodb/create-tables'
import { type CopiedRows, copyShop } from './adapters/dynamodb/copy-shop.ts'
import { shopTableDefinitions, type ShopTableNames } from './adapters/dynamodb/tables.ts'
import { openShopDatabase } from './adapters/sqlite/open-shop-database.ts'

export type ShopStorageOptions = {
  tables: ShopTableNames
  region: string
  endpoint: string | undefined
  environment: Record<string, string | undefined>
}

/** Sets up the tables of a shop, for `npm run storage`. */
export function openShopStorage({ tables, ...options }: ShopStorageOptions) {
  const client = createDynamoClient(options)

  return {
    /** Creates the missing tables and returns their names. */
    create: (): Promise<string[]> => createTables(client, shopTableDefinitions(tables)),

    /** Copies the SQLite shop in the data folder to the tables. That shop must not run meanwhile. */
    async copyFrom(dataFolder: string, now: () => Date): Promise<CopiedRows[]> {
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
