import { describe } from 'vitest'
import { openTestShop } from '../../shop.fixture.ts'
import { billsSuite } from './bills.suite.ts'

describe('bills on SQLite', () => {
  billsSuite(openTestShop)
})
