import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { beforeAll } from 'vitest'
import { razorpayDriver } from '../../payments/provider-drivers.fixture.ts'
import { type OpenPaidShop, providerSuite } from '../../payments/provider.suite.ts'
import { openDynamoTestShops } from './dynamodb-shop.fixture.ts'

const open: OpenPaidShop = async (payments) => {
  const [shop] = await openDynamoTestShops(1, { payments })
  if (!shop) throw new Error('No shop was opened')
  return shop
}

// One provider is enough here: all of them store the same records. SQLite runs every provider.
describeOnDynamoDbLocal('payments on DynamoDB through Razorpay', () => {
  beforeAll(async () => {
    await connectDynamoDbLocal()
  }, 150_000)

  providerSuite(open, async () => (await razorpayDriver()).driver)
})
