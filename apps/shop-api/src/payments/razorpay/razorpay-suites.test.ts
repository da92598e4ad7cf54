import { describe } from 'vitest'
import { openTestShop } from '../../shop.fixture.ts'
import { razorpayMessagesSuite } from './razorpay-messages.suite.ts'
import { razorpayRefundsSuite } from './razorpay-refunds.suite.ts'

describe('Razorpay on SQLite', () => {
  razorpayMessagesSuite(openTestShop)
  razorpayRefundsSuite(openTestShop)
})
