import { describe } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'
import { bellSuite } from './bell.suite.ts'

describe('on SQLite', () => {
  bellSuite(openTestShop)
})
