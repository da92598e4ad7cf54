import { describeOnDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { cartRoutesSuite } from '../../cart/cart-routes.suite.ts'
import { openDynamoTestShop } from './dynamodb-shop.fixture.ts'

describeOnDynamoDbLocal('cart routes on DynamoDB', () => {
  cartRoutesSuite(openDynamoTestShop)
})
