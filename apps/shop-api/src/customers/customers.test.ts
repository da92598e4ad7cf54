import { describe } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'
import { customersSuite } from './customers.suite.ts'

describe('customers on SQLite', () => {
  customersSuite(openTestShop, { steps: 150 })
})
