import { describe } from 'vitest'
import { openTestShop } from '../../shop.fixture.ts'
import { batchesSuite } from './batches.suite.ts'

describe('batches on SQLite', () => {
  batchesSuite(openTestShop, { histories: 8, steps: 64 })
})
