import { describe } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'
import { cartRoutesSuite } from './cart-routes.suite.ts'

describe('cart routes on SQLite', () => {
  cartRoutesSuite(openTestShop)
})
