import { join } from 'node:path'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { scanItems } from '@nashta/dynamodb/read-items'
import { createDiskImageStore } from '@nashta/images/disk-image-store'
import { openDynamoStorage } from '../../dynamodb-storage.ts'
import { isNoBill, type TestStorage } from '../../shop.fixture.ts'
import { HELP_PICTURES_FOLDER } from '../../tickets/ticket-pictures.ts'
import type { ShopTables } from './tables.ts'

/** Opens shops on these tables. `client` may scan all of them, and `shopClient` is the shop's. */
export function dynamoTestStorage(
  { client, tables }: ShopTables,
  shopClient: Dynamo,
): TestStorage<ReturnType<typeof openDynamoStorage>> {
  const scanPurchases = () => scanItems(client, tables.purchases)
  return {
    open: (context, dataFolder) => {
      const helpPictures = createDiskImageStore(join(dataFolder, HELP_PICTURES_FOLDER))
      return openDynamoStorage({ ...context, tables, client: shopClient, helpPictures })
    },
    async queuedMails() {
      const mails = (await scanPurchases()).filter(({ topic }) => topic === 'mail')
      return mails.map(({ kind, key }) => ({ kind: String(kind), key: String(key) }))
    },
    async countCharges() {
      return (await scanPurchases()).filter(({ sk }) => sk === 'charge').length
    },
    addUpSales: (opened) => opened.addUpSales(),
    async everything() {
      const all = await Promise.all(Object.values(tables).map((table) => scanItems(client, table)))
      return JSON.stringify(all.flat().filter(isNoBill))
    },
  }
}
