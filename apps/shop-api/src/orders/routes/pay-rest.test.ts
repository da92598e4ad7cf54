import { describe } from 'vitest'
import { openTestShop } from '../../shop.fixture.ts'
import { payRestSuites } from './pay-rest.suite.ts'

describe('the rest of an edited order on SQLite', () => {
  payRestSuites(openTestShop)
})
