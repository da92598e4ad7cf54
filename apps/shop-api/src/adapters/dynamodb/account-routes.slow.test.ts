import { describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { accountRoutesSuite } from '../../account/account-routes.suite.ts'
import { openDynamoTestShop } from './dynamodb-shop.fixture.ts'

describeOnDynamoDbLocal('account routes on DynamoDB', () => {
  accountRoutesSuite(openDynamoTestShop)
})
