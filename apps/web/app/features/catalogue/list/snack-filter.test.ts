import { expect, it } from 'vitest'
import { readFilter, writeFilter } from './snack-filter.ts'

const noFilter = {
  search: '',
  category: '',
  minPrice: '',
  maxPrice: '',
  sort: 'relevance',
  diet: '',
  without: '',
  origin: '',
  inStock: '',
  cursor: '',
}

function read(query: string) {
  return readFilter(new URLSearchParams(query))
}

it.each([
  ['', ''],
  ['?sort=relevance&search=', ''],
  ['?utm=1&sort=price-asc&search=dark chocolate', '?search=dark+chocolate&sort=price-asc'],
  [
    '?maxPrice=99.50&minPrice=%20%205&category=Nuts+%26+Treats',
    '?category=Nuts+%26+Treats&minPrice=5&maxPrice=99.50',
  ],
  ['?cursor=abc&search=a', '?search=a&cursor=abc'],
  ['?diet=veg&diet=jain&without=nuts,milk', '?diet=jain%2Cveg&without=milk%2Cnuts'],
  ['?origin=US&origin=IN&origin=US&inStock=true', '?origin=IN%2CUS&inStock=true'],
])('the filter of %j is written as %j', (query, written) => {
  expect(writeFilter(read(query))).toBe(written)
})

it.each([
  '?minPrice=-5&maxPrice=1e9',
  '?minPrice=abc&maxPrice=NaN',
  '?sort=__proto__',
  '?sort=&minPrice=&maxPrice=',
  '?diet=meat&without=dust&origin=india&inStock=yes',
  '?search=%20%20',
])('the invalid values of %j count as missing', (query) => {
  expect(read(query)).toEqual(noFilter)
})

it('values that are too long for the store are cut', () => {
  expect(read(`?search=${'x'.repeat(5000)}&category=${'y'.repeat(5000)}`)).toMatchObject({
    search: 'x'.repeat(200),
    category: 'y'.repeat(100),
  })
})
