import { expect, it } from 'vitest'
import { nextPathOf, withNextPath } from './next-path.ts'

const nextPathFor = (next: string) => nextPathOf(`?next=${encodeURIComponent(next)}`)

it.each([
  '/checkout',
  '/profile',
  '/purchase-history',
  '/order-success?order=a%26b',
  '/orders/token_of-link',
  '/product/mango-swirl',
])('a shopper who signs in returns to %s', (page) => {
  expect(nextPathOf(withNextPath('/signup', page).replace('/signup', ''))).toBe(page)
})

it.each([
  '//evil.example/checkout',
  '/\\evil.example/checkout',
  '\\\\evil.example/checkout',
  '/\t/evil.example/checkout',
  'https://evil.example/checkout',
  'https:/checkout',
  'javascript:alert(1)',
  'data:text/html,hi',
  '/signin',
  '/profile/../signin',
  '/product/a/b',
  '/',
  'http://[',
  '',
])('there is no next path for %j', (next) => {
  expect(nextPathFor(next)).toBeNull()
})

it('there is no next path without the parameter', () => {
  expect(nextPathOf('')).toBeNull()
  expect(withNextPath('/signin', null)).toBe('/signin')
})
