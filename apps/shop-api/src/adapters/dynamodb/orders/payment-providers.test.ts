import { describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { describe } from 'vitest'
import { razorpayDriver, simulatorDriver, upiDriver } from '../../../payments/provider-drivers.fixture.ts'
import { type OpenPaidShop, providerSuite } from '../../../payments/provider.suite.ts'
import { openDynamoTestShops } from '../dynamodb-shop.fixture.ts'

const open: OpenPaidShop = async (payments) => {
  const [shop] = await openDynamoTestShops(1, { payments })
  if (!shop) throw new Error('No shop was opened')
  return shop
}

describeOnDynamoDbLocal('payments on DynamoDB', () => {
  describe.each([
    ['the simulator', simulatorDriver],
    ["the shop's own UPI id", upiDriver],
    ['Razorpay', async () => (await razorpayDriver()).driver],
  ])('payments through %s', (_name, createDriver) => {
    providerSuite(open, createDriver)
  })
})
