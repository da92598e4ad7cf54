import { connectDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { scanItems } from '@nashta/dynamodb/read-items'
import { openDynamoShopApi } from '../../dynamodb-shop-api.ts'
import { openTestShopOn, type TestShopOptions, type TestStorage } from '../../shop.fixture.ts'
import { makeShopTables } from './shop-tables.fixture.ts'
import type { ShopTables } from './tables.ts'

let connected: ReturnType<typeof connectDynamoDbLocal> | undefined

/** The real Shop API on fresh tables, with an adjustable clock and tokens for any shopper. */
export async function openDynamoTestShop() {
  const [process] = await openDynamoTestShops(1)
  if (!process) throw new Error('There is one')
  return process
}

/** Several Shop APIs on the same tables, as in processes of their own. */
export async function openDynamoTestShops(count: number, overrides: Partial<TestShopOptions> = {}) {
  const client = await (connected ??= connectDynamoDbLocal())
  const { tables } = await makeShopTables(client)
  return Promise.all(Array.from({ length: count }, () => openOn({ client, tables }, overrides)))
}

function openOn({ client, tables }: ShopTables, overrides: Partial<TestShopOptions>) {
  const stored = () => scanItems(client, tables.purchases)

  const storage: TestStorage<ReturnType<typeof openDynamoShopApi>> = {
    open: (options) => openDynamoShopApi({ ...options, tables, client }),
    async queuedMails() {
      const mails = (await stored()).filter(({ sk }) => sk === 'mail')
      return mails.map(({ kind, dedupKey }) => ({ kind: String(kind), dedupKey: String(dedupKey) }))
    },
    async charges() {
      return (await stored()).filter(({ sk }) => sk === 'charge').length
    },
    async everything() {
      const all = await Promise.all(Object.values(tables).map((table) => scanItems(client, table)))
      return JSON.stringify(all)
    },
  }
  return openTestShopOn(storage, overrides)
}
