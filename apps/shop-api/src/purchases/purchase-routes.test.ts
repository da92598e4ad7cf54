import { describe } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'
import { purchaseRoutesSuite } from './purchase-routes.suite.ts'

describe('purchase routes on SQLite', () => {
  purchaseRoutesSuite(openTestShop, { crowd: 1000 })
})
