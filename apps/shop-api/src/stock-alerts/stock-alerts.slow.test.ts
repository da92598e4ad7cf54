import { describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { openDynamoTestShop } from '../adapters/dynamodb/dynamodb-shop.fixture.ts'
import { stockAlertsSuite } from './stock-alerts.suite.ts'

describeOnDynamoDbLocal('stock alerts on DynamoDB', () => {
  stockAlertsSuite(openDynamoTestShop)
})
