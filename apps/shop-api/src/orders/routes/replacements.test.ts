import { describe } from 'vitest'
import { openTestShop } from '../../shop.fixture.ts'
import { replacementsSuite } from './replacements.suite.ts'

describe('replacements, on SQLite', () => {
  replacementsSuite(openTestShop)
})
