import { describe } from 'vitest'
import { openTestShop } from '../../shop.fixture.ts'
import { editsSuite } from './edits.suite.ts'

describe('edits of orders, on SQLite', () => {
  editsSuite(openTestShop)
})
