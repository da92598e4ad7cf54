import { describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { draftsSuite } from '../../../catalogue/admin/drafts.suite.ts'
import { openDynamoTestShop } from '../dynamodb-shop.fixture.ts'

describeOnDynamoDbLocal('drafts on DynamoDB', () => {
  draftsSuite(openDynamoTestShop)
})
