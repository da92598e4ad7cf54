import { describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { deletedUsersSuite } from '../../customers/deleted-users.suite.ts'
import { openDynamoTestShop } from './dynamodb-shop.fixture.ts'

describeOnDynamoDbLocal('deleted users on DynamoDB', () => {
  deletedUsersSuite(openDynamoTestShop)
})
