import { describe } from 'vitest'
import { openTestShop } from '../../shop.fixture.ts'
import { draftsSuite } from './drafts.suite.ts'

describe('drafts on SQLite', () => {
  draftsSuite(openTestShop)
})
