import { describe } from 'vitest'
import { openTestShop } from '../../shop.fixture.ts'
import { takeOrderSuite } from './take-order.suite.ts'

describe('orders that an operator takes on SQLite', () => {
  takeOrderSuite(openTestShop)
})
