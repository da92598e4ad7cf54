import { connectDynamoDbLocal, describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { beforeAll } from 'vitest'
import { cartRoutesSuite } from '../../cart/cart-routes.suite.ts'
import { openDynamoTestShop } from './dynamodb-shop.fixture.ts'

describeOnDynamoDbLocal('cart routes on DynamoDB', () => {
  beforeAll(async () => {
    await connectDynamoDbLocal()
  }, 150_000)

  cartRoutesSuite(openDynamoTestShop)
})
