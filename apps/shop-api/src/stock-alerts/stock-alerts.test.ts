import { describe } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'
import { manyWaitingSuite } from './many-waiting.suite.ts'
import { stockAlertsSuite } from './stock-alerts.suite.ts'

describe('stock alerts on SQLite', () => {
  stockAlertsSuite(openTestShop)
  manyWaitingSuite(openTestShop, { people: 200 })
})
