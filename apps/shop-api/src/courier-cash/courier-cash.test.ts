import { describe } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'
import { courierCashSuite } from './courier-cash.suite.ts'

describe('cash of couriers on SQLite', () => {
  courierCashSuite(openTestShop)
})
