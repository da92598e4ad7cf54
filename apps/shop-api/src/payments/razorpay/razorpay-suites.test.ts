import { describe } from 'vitest'
import { openTestShop } from '../../shop.fixture.ts'
import { razorpayMessagesSuite } from './razorpay-messages.suite.ts'

describe('Razorpay on SQLite', () => {
  razorpayMessagesSuite(openTestShop)
})
