import { describe } from 'vitest'
import { openTestShop } from '../../shop.fixture.ts'
import { offerAttacksSuite } from './offer-attacks.suite.ts'

describe('attacks on offers on SQLite', () => {
  offerAttacksSuite(openTestShop)
})
