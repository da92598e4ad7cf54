import { describe } from 'vitest'
import { openTestShop } from '../../shop.fixture.ts'
import { undeliveredSuite } from './undelivered.suite.ts'

describe('orders that come back, on SQLite', () => {
  undeliveredSuite(openTestShop)
})
