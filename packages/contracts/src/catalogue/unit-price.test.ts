import { expect, it } from 'vitest'
import { asPaise } from '../money.ts'
import { netQuantityText, unitPrice, unitPriceKey } from './unit-price.ts'

it.each([
  [60, 200, 'g', '₹0.30 per g'],
  [500, 5000, 'ml', '₹100 per L'],
  [49, 90, 'g', '₹0.54 per g'],
  [899, 999, 'g', '₹0.90 per g'],
  [1699, 1500, 'g', '₹1,132.67 per kg'],
  [379, 6, 'piece', '₹63.17 per piece'],
])('₹%d for %d %s is %s', (rupees, value, unit, text) => {
  expect(unitPrice(asPaise(rupees * 100), { value, unit })).toBe(text)
})

// The unit price would repeat the price, or the unit is unknown.
it.each([
  [69, 1, 'piece'],
  [500, 1000, 'g'],
  [120, 1000, 'ml'],
  [120, 3, 'bundle'],
])('₹%d for %d %s has no unit price', (rupees, value, unit) => {
  expect(unitPrice(asPaise(rupees * 100), { value, unit })).toBeNull()
})

it.each([
  [200, 'g', '200 g'],
  [1000, 'g', '1 kg'],
  [1500, 'ml', '1.5 L'],
  [6, 'piece', 'Pack of 6'],
  [2000, 'bundle', '2000 bundle'],
])('a net quantity of %d %s is written as %s', (value, unit, text) => {
  expect(netQuantityText({ value, unit })).toBe(text)
})

it('a sort by unit price puts weight and volume before pieces, and no net quantity last', () => {
  const keys = [
    unitPriceKey(asPaise(100), { value: 100, unit: 'g' }),
    unitPriceKey(asPaise(100_000), { value: 10, unit: 'ml' }),
    unitPriceKey(asPaise(100), { value: 6, unit: 'piece' }),
    unitPriceKey(asPaise(1_000_000_000), { value: 1, unit: 'piece' }),
    unitPriceKey(asPaise(0), undefined),
  ]
  expect(keys.toSorted((a, b) => a - b)).toEqual(keys)
})
