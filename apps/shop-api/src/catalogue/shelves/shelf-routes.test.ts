import { describe } from 'vitest'
import { openTestShop } from '../../shop.fixture.ts'
import { shelvesSuite } from './shelf-routes.suite.ts'

describe('on SQLite', () => {
  shelvesSuite(openTestShop)
})
