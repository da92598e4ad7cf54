import { describe } from 'vitest'
import { openTestShop } from '../../shop.fixture.ts'
import { offersSuite } from './offers.suite.ts'

describe('on SQLite', () => {
  offersSuite(openTestShop, { buyersAtOnce: 1000 })
})
