import { describe } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'
import { connectionsSuite } from './connection-routes.suite.ts'

describe('on SQLite', () => {
  connectionsSuite(openTestShop)
})
