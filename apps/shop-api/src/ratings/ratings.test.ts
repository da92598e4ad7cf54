import { describe } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'
import { ratingsSuite } from './ratings.suite.ts'

describe('ratings on SQLite', () => {
  ratingsSuite(openTestShop)
})
