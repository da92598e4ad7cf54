import { join } from 'node:path'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { clientWithoutScan, connectDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { scanItems } from '@nashta/dynamodb/read-items'
import { createDiskImageStore } from '@nashta/images/disk-image-store'
import { openDynamoStorage } from '../../dynamodb-storage.ts'
import type { ShopApiOptions } from '../../open-shop-api.ts'
import { openTestShopOn, type TestStorage } from '../../shop.fixture.ts'
import { HELP_PICTURES_FOLDER } from '../../tickets/ticket-pictures.ts'
import { makeShopTables } from './shop-tables.fixture.ts'
import type { ShopTables } from './tables.ts'

let connections: ReturnType<typeof connect> | undefined

/** The client of the tests may scan all tables. The shop's client may scan only the products. */
async function connect() {
  return {
    client: await connectDynamoDbLocal(),
    shopClient: await clientWithoutScan({ exceptOf: 'products' }),
  }
}

/** The real Shop API on fresh tables, with an adjustable clock and tokens for any shopper. */
export async function openDynamoTestShop(overrides?: Partial<ShopApiOptions>) {
  const [shop] = await openDynamoTestShops(1, overrides)
  if (!shop) throw new Error('No shop was opened')
  return shop
}

/** Several Shop APIs on the same tables, as several processes would open them. */
export async function openDynamoTestShops(count: number, overrides: Partial<ShopApiOptions> = {}) {
  const { client, shopClient } = await (connections ??= connect())
  const { tables } = await makeShopTables(client)
  return Promise.all(Array.from({ length: count }, () => openOn({ client, tables }, shopClient, overrides)))
}

function openOn({ client, tables }: ShopTables, shopClient: Dynamo, overrides: Partial<ShopApiOptions>) {
  const scanPurchases = () => scanItems(client, tables.purchases)

  const storage: TestStorage<ReturnType<typeof openDynamoStorage>> = {
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
      return JSON.stringify(all)
    },
  }
  return openTestShopOn(storage, overrides)
}
