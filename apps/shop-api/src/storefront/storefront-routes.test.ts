import { describe } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'
import { homeSuite } from './home.suite.ts'
import { menusSuite } from './menus.suite.ts'

describe('on SQLite', () => {
  homeSuite(openTestShop)
  menusSuite(openTestShop)
})
