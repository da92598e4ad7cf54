import { describe } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'
import { accountRoutesSuite } from './account-routes.suite.ts'

describe('account routes on SQLite', () => {
  accountRoutesSuite(openTestShop)
})
