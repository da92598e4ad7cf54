import { expect, it } from 'vitest'
import { nextPathOf, signInReason, withNextPath } from './next-path.ts'

it.each([
  '/checkout',
  '/profile',
  '/purchase-history',
  '/purchase-history/0198f2a1-7c3e?payment=failed',
  '/order-success?order=a%26b',
  '/orders/token_of-link',
  '/product/mango-swirl',
  '/product/mango-swirl#rate',
])('the next path %s is read from the address of the sign-up page', (path) => {
  const query = withNextPath('/signup', path).replace('/signup', '')
  expect(nextPathOf(query)).toBe(path)
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
  '/purchase-history/a/b',
  '/',
  'http://[',
  '',
])('the next path %j is ignored', (path) => {
  expect(nextPathOf(`?next=${encodeURIComponent(path)}`)).toBeNull()
})

it('without the parameter there is no next path, and without a next path no parameter', () => {
  expect(nextPathOf('')).toBeNull()
  expect(withNextPath('/signin', null)).toBe('/signin')
})

it.each([
  ['/checkout', 'Sign in to order. Your cart is kept.'],
  ['/product/donut', 'Sign in to put it into your cart. You come back to it.'],
  ['/product/donut#rate', 'Sign in to rate what you have ordered.'],
  ['/purchase-history', 'Sign in to see your orders.'],
  ['/orders/abc', 'Sign in to see your orders.'],
  ['/profile', 'Sign in to see your profile.'],
  [null, null],
])('the sign-in page says why a guest was sent there from %s', (next, reason) => {
  expect(signInReason(next)).toBe(reason)
})
