import { describe } from 'vitest'
import { openTestShop } from '../../shop.fixture.ts'
import { parcelsSuite } from './parcels.suite.ts'

describe('parcels on SQLite', () => {
  parcelsSuite(openTestShop)
})
