import { clientWithoutScan, connectDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import type { ShopApiOptions } from '../../open-shop-api.ts'
import { openTestShopOn } from '../../shop.fixture.ts'
import { dynamoTestStorage } from './dynamodb-storage.fixture.ts'
import { makeShopTables } from './shop-tables.fixture.ts'

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
  const storage = dynamoTestStorage({ client, tables }, shopClient)
  return Promise.all(Array.from({ length: count }, () => openTestShopOn(storage, overrides)))
}
