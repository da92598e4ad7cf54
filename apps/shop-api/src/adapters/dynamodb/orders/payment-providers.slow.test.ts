import { describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { describe } from 'vitest'
import { razorpayDriver, simulatorDriver, upiDriver } from '../../../payments/provider-drivers.fixture.ts'
import { type OpenWithPayments, providerSuite } from '../../../payments/provider.suite.ts'
import { razorpayMessagesSuite } from '../../../payments/razorpay/razorpay-messages.suite.ts'
import { razorpayRefundsSuite } from '../../../payments/razorpay/razorpay-refunds.suite.ts'
import { openDynamoTestShop } from '../dynamodb-shop.fixture.ts'

const open: OpenWithPayments = (payments) => openDynamoTestShop({ payments })

describeOnDynamoDbLocal('payments on DynamoDB', () => {
  describe.each([
    ['the simulator', simulatorDriver],
    ["the shop's own UPI id", upiDriver],
    ['Razorpay', async () => (await razorpayDriver()).driver],
  ])('payments through %s', (_name, createDriver) => {
    providerSuite(open, createDriver)
  })
  describe('Razorpay', () => {
    razorpayMessagesSuite(openDynamoTestShop)
    razorpayRefundsSuite(openDynamoTestShop)
  })
})
