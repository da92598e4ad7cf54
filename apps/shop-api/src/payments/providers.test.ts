import { describe } from 'vitest'
import { openTestShop } from '../shop.fixture.ts'
import { razorpayDriver, simulatorDriver, upiDriver } from './provider-drivers.fixture.ts'
import { providerSuite } from './provider.suite.ts'

describe.each([
  ['the simulator', simulatorDriver],
  ["the shop's own UPI id", upiDriver],
  ['Razorpay', async () => (await razorpayDriver()).driver],
])('payments through %s, on SQLite', (_name, createDriver) => {
  providerSuite((payments) => openTestShop({ payments }), createDriver)
})
