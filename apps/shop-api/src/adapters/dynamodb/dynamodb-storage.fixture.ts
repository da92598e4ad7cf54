import { join } from 'node:path'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { type Item, scanItems } from '@nashta/dynamodb/read-items'
import { createDiskImageStore } from '@nashta/images/disk-image-store'
import { openDynamoStorage } from '../../dynamodb-storage.ts'
import { isNoBill, type TestStorage } from '../../shop.fixture.ts'
import { HELP_PICTURES_FOLDER } from '../../tickets/ticket-pictures.ts'
import type { ShopTables } from './tables.ts'

/** Expired items may stay for so long. */
const EXPIRED_FOR_MS = 2 * 24 * 60 * 60 * 1000

/** Opens shops on these tables. `client` may scan all of them, and `shopClient` is the shop's. */
export function dynamoTestStorage(
  { client, tables }: ShopTables,
  shopClient: Dynamo,
): TestStorage<ReturnType<typeof openDynamoStorage>> {
  const scanPurchases = () => scanItems(client, tables.purchases)
  let now: (() => Date) | undefined
  /** DynamoDB deletes expired items by its own clock, and DynamoDB Local not at all. */
  const isDeletedByNow = ({ expiresAt }: Item) =>
    typeof expiresAt === 'number' && expiresAt * 1000 + EXPIRED_FOR_MS < Number(now?.())
  return {
    open: (context, dataFolder) => {
      now = context.now
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
    // The background task of the same process may add up the same sales at this moment.
    addUpSales: (opened) => opened.addUpSales().catch(() => opened.addUpSales()),
    async everything() {
      const all = await Promise.all(Object.values(tables).map((table) => scanItems(client, table)))
      return JSON.stringify(all.flat().filter((item) => isNoBill(item) && !isDeletedByNow(item)))
    },
  }
}
