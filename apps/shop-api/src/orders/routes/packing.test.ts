import { describe } from 'vitest'
import { openTestShop } from '../../shop.fixture.ts'
import { packingSuite } from './packing.suite.ts'

describe('packing on SQLite', () => {
  packingSuite(openTestShop)
})
