import { expect, it } from 'vitest'
import { feeAndDiscounts } from './order-sums.ts'

it('the fee before offers, less all discounts, is what is paid for the delivery', () => {
  const discounts = [
    { name: 'Diwali', code: 'DIWALI', amount: 55.9 },
    { name: 'Free delivery', amount: 40, delivery: 40 },
  ]
  expect(feeAndDiscounts({ discounts })).toEqual({
    shippingPaise: 4000,
    discounts: [
      { label: 'Diwali (DIWALI)', paise: 5590 },
      { label: 'Free delivery', paise: 4000 },
    ],
  })
  expect(feeAndDiscounts({ shippingFee: 80 })).toEqual({ shippingPaise: 8000, discounts: [] })
})
