import { describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { openDynamoTestShop } from '../adapters/dynamodb/dynamodb-shop.fixture.ts'
import { ratingsSuite } from './ratings.suite.ts'

describeOnDynamoDbLocal('ratings on DynamoDB', () => {
  ratingsSuite(openDynamoTestShop)
})
