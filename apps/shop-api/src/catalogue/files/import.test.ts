import { describe } from 'vitest'
import { openTestShop } from '../../shop.fixture.ts'
import { importSuite } from './import.suite.ts'

describe('files of products on SQLite', () => {
  importSuite(openTestShop, { products: 150 })
})
