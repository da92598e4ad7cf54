import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { beforeAll } from 'vitest'
import { accountRoutesSuite } from '../../account/account-routes.suite.ts'
import { openDynamoTestShop } from './dynamodb-shop.fixture.ts'

describeOnDynamoDbLocal('account routes on DynamoDB', () => {
  beforeAll(async () => {
    await connectDynamoDbLocal()
  }, 150_000)

  accountRoutesSuite(openDynamoTestShop)
})
