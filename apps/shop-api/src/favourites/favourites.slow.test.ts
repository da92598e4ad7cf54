import { describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { openDynamoTestShop } from '../adapters/dynamodb/dynamodb-shop.fixture.ts'
import { favouritesSuite } from './favourites.suite.ts'

describeOnDynamoDbLocal('favourites on DynamoDB', () => {
  favouritesSuite(openDynamoTestShop)
})
