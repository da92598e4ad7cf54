import { describe } from 'vitest'
import { openTestShop } from '../../shop.fixture.ts'
import { dayBillsSuite } from './day-bills.suite.ts'

describe('bills of days on SQLite', () => {
  dayBillsSuite(openTestShop)
})
