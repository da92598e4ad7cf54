import { describe } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'
import { favouritesSuite } from './favourites.suite.ts'

describe('favourites on SQLite', () => {
  favouritesSuite(openTestShop)
})
