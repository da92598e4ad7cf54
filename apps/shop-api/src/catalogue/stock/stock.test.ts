import { describe } from 'vitest'
import { openTestShop } from '../../shop.fixture.ts'
import { stockSuite } from './stock.suite.ts'

describe('stock on SQLite', () => {
  stockSuite(openTestShop, { histories: 6, steps: 40 })
})
