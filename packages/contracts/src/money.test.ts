import { describe, expect, it } from 'vitest'
import {
  asPaise,
  formatRupees,
  isRupeeAmount,
  type Paise,
  paiseToRupees,
  parseRupees,
  rupeesToPaise,
} from './money.ts'

describe('an amount of money', () => {
  it.each<[number | string, number]>([
    [89, 8900],
    [0, 0],
    [-0, 0],
    [72.5, 7250],
    [1.1, 110],
    [0.07, 7],
    [1e3, 100_000],
    ['89', 8900],
    ['72.5', 7250],
    ['72.50', 7250],
    ['0.01', 1],
    [' 12.50 ', 1250],
    ['9999999999999.99', 999_999_999_999_999],
  ])('written as %j is parsed to %d paise', (value, paise) => {
    expect(parseRupees(value)).toBe(paise)
  })

  it.each([
    '1,000',
    '',
    ' ',
    'abc',
    'NaN',
    'Infinity',
    '-1',
    '+1',
    '1e3',
    '0x10',
    '1.234',
    '1.',
    '.5',
    '007',
    '1 000',
    '12 .5',
    '₹5',
    '١٢',
    '10000000000000',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1,
    1.005,
    0.1 + 0.2,
    1e21,
    1e-7,
  ])('is not parsed from %j', (value) => {
    expect(parseRupees(value)).toBeNull()
  })

  it('is the same after conversion to paise and back, for 10,000 random amounts', () => {
    for (const paise of randomAmounts(1)) {
      const rupees = paiseToRupees(paise)

      expect(rupeesToPaise(rupees)).toBe(paise)
      expect(parseRupees(rupees)).toBe(paise)
      expect(parseRupees((paise / 100).toFixed(2))).toBe(paise)
      expect(isRupeeAmount(rupees)).toBe(true)
    }
  })

  it.each([1.005, 0.1 + 0.2, -1, 1e300, Number.NaN, Number.POSITIVE_INFINITY])(
    'is not rounded to paise: %d is refused',
    (rupees) => {
      expect(() => rupeesToPaise(rupees)).toThrow(RangeError)
    },
  )

  it.each([0.5, Number.NaN, 2 ** 53])('in paise cannot be %d', (value) => {
    expect(() => asPaise(value)).toThrow(RangeError)
  })
})

describe('a formatted amount', () => {
  it.each([
    [0, '₹0'],
    [5, '₹0.05'],
    [8900, '₹89'],
    [7250, '₹72.50'],
    [99_900, '₹999'],
    [100_000, '₹1,000'],
    [1_000_000, '₹10,000'],
    [10_000_000, '₹1,00,000'],
    [123_456_789, '₹12,34,567.89'],
    [100_000_000_000, '₹1,00,00,00,000'],
    [-7250, '-₹72.50'],
  ])('of %d paise is %s', (paise, text) => {
    expect(formatRupees(asPaise(paise))).toBe(text)
  })

  it('has Indian digit groups, as Intl prints 10,000 random amounts', () => {
    const whole = new Intl.NumberFormat('en-IN', {
      style: 'currency',
      currency: 'INR',
      maximumFractionDigits: 0,
    })
    const withDecimals = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
    for (const paise of randomAmounts(2)) {
      const expected = (paise % 100 === 0 ? whole : withDecimals).format(paise / 100)

      expect(formatRupees(paise)).toBe(expected)
    }
  })
})

/** 10,000 amounts of all lengths up to 15 digits. A seed gives the same amounts in every run. */
function randomAmounts(seed: number): Paise[] {
  const random = seeded(seed)
  return Array.from({ length: 10_000 }, (_, index) => {
    const digits = 1 + (index % 15)
    return asPaise(Math.floor(random() * 10 ** digits))
  })
}

/** A linear congruential generator of numbers from 0 to 1. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
