import { describe } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'
import { exportsSuite } from './exports.suite.ts'

describe('exported files on SQLite', () => {
  exportsSuite(openTestShop)
})
