import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { beforeAll } from 'vitest'
import { purchaseRoutesSuite } from '../../purchases/purchase-routes.suite.ts'
import { openDynamoTestShop } from './dynamodb-shop.fixture.ts'

describeOnDynamoDbLocal('purchase routes on DynamoDB', () => {
  beforeAll(async () => {
    await connectDynamoDbLocal()
  }, 150_000)

  purchaseRoutesSuite(openDynamoTestShop, { crowd: 60 })
})
