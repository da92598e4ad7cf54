import { describe } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'
import { figuresSuite } from './figures.suite.ts'

describe('figures on SQLite', () => {
  figuresSuite(openTestShop)
})
