import { expect, it } from 'vitest'
import { describeTerms } from './delivery-texts.ts'

const terms = { delivers: true, fee: 0, freeFrom: 1000, days: 5, cod: true }

it.each([
  [terms, 'Free, within 5 days. Cash on delivery.'],
  [{ ...terms, fee: 49, days: 1, cod: false }, '₹49, free from ₹1,000, within 1 day. No cash on delivery.'],
  [
    { ...terms, fee: 49, freeFrom: undefined, codMax: 2000, cutOffHour: 14 },
    '₹49, within 5 days, for orders before 14:00. Cash on delivery up to ₹2,000.',
  ],
  [{ ...terms, delivers: false }, 'We do not deliver there yet.'],
])('the terms %j are described as %s', (shownTerms, text) => {
  expect(describeTerms(shownTerms)).toBe(text)
})
