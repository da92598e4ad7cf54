import { expect, it } from 'vitest'
import { pageAddress } from './page-address.ts'

const queryNames = new Map([['/snacks', ['search', 'sort']]])

it.each([
  ['/', '/'],
  ['/?utm=1', '/'],
  ['/?search=laddoo', '/'],
  ['/snacks', '/snacks'],
  ['/snacks?', '/snacks'],
  ['/snacks?utm=1&search=', '/snacks'],
  ['/snacks?sort=newest&utm=1&search=a%20b', '/snacks?search=a+b&sort=newest'],
  ['/snacks?search=one&search=two', '/snacks?search=one'],
  ['/snacks.data?search=a&_routes=x', '/snacks.data?search=a'],
  ['/snacks/?search=a', '/snacks/?search=a'],
  ['/snacks?search=%E0%A4%A', '/snacks?search=%EF%BF%BD%25A'],
])('the page address of %j is %j', (url, address) => {
  expect(pageAddress(url, queryNames)).toBe(address)
})

it('a query value longer than any page reads is cut', () => {
  expect(pageAddress(`/snacks?search=${'x'.repeat(9000)}`, queryNames)).toBe(
    `/snacks?search=${'x'.repeat(512)}`,
  )
})
