import { expect, it } from 'vitest'
import { nextPathOf, withNextPath } from './next-path.ts'

it.each([
  '/checkout',
  '/profile',
  '/purchase-history',
  '/purchase-history/0198f2a1-7c3e?payment=failed',
  '/order-success?order=a%26b',
  '/orders/token_of-link',
  '/product/mango-swirl',
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
