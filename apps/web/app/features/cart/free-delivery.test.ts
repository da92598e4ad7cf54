import { rupeesToPaise } from '@nashta/contracts/money'
import { expect, it } from 'vitest'
import { freeDeliveryProgress } from './free-delivery.ts'

const threshold = rupeesToPaise(1000)

it.each([
  [227, 773],
  [999.5, 0.5],
  [1000, 0],
  [2500, 0],
])('a cart of ₹%d lacks ₹%d for free delivery', (total, missing) => {
  const progress = freeDeliveryProgress(rupeesToPaise(total), { fee: 49, freeFrom: 1000 })
  expect(progress).toEqual({ threshold, missing: rupeesToPaise(missing) })
})

it.each([227, 2500])('freeDeliveryProgress of ₹%d is null when delivery costs nothing', (total) => {
  expect(freeDeliveryProgress(rupeesToPaise(total), { fee: 0, freeFrom: 1000 })).toBeNull()
})

it('freeDeliveryProgress is null when delivery is never free', () => {
  expect(freeDeliveryProgress(rupeesToPaise(2500), { fee: 49 })).toBeNull()
})
