import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { beforeAll } from 'vitest'
import { draftsSuite } from '../../../catalogue/admin/drafts.suite.ts'
import { openDynamoTestShop } from '../dynamodb-shop.fixture.ts'

describeOnDynamoDbLocal('drafts on DynamoDB', () => {
  beforeAll(async () => {
    await connectDynamoDbLocal()
  }, 150_000)

  draftsSuite(openDynamoTestShop)
})
