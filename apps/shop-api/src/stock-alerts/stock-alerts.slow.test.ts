import { describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { describe } from 'vitest'
import { openDynamoTestShop } from '../adapters/dynamodb/dynamodb-shop.fixture.ts'
import { openTestShop } from '../shop.fixture.ts'
import { manyWaitingSuite } from './many-waiting.suite.ts'
import { stockAlertsSuite } from './stock-alerts.suite.ts'

describe('10,000 people who wait, on SQLite', () => {
  manyWaitingSuite(openTestShop, { people: 10_000 })
})

describeOnDynamoDbLocal('stock alerts on DynamoDB', () => {
  stockAlertsSuite(openDynamoTestShop)
  manyWaitingSuite(openDynamoTestShop, { people: 300, places: 10 })
})
