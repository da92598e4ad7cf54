import { describe } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'
import { returnsSuite } from './returns.suite.ts'

describe('returns on SQLite', () => {
  returnsSuite(openTestShop)
})
