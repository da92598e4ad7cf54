import { describe } from 'vitest'
import { openTestShop } from '../../shop.fixture.ts'
import { orderMailsSuite } from './order-mails.suite.ts'

describe('mails of orders on SQLite', () => {
  orderMailsSuite(openTestShop)
})
