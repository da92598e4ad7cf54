import type { ServerBuild } from 'react-router'
import { expect, it } from 'vitest'
import { createFindPage, pageAddress } from './page-address.ts'

/** Only the page `/snacks` reads query parameters. */
const queryNames = new Map([['/snacks', ['search', 'sort']]])

it.each([
  ['/', '/'],
  ['/?utm=1', '/'],
  ['/?search=laddoo', '/'],
  ['/snacks', '/snacks'],
  ['/snacks?', '/snacks'],
  ['/snacks?utm=1&search=', '/snacks'],
  ['/snacks?sort=newest&utm=1&search=a%20b', '/snacks?search=a+b&sort=newest'],
  ['/snacks?search=one&search=two&search=one', '/snacks?search=one%2Ctwo'],
  ['/snacks.data?search=a&_routes=x', '/snacks.data?search=a'],
  // A wrong encoding is decoded to U+FFFD.
  ['/snacks?search=%E0%A4%A', '/snacks?search=%EF%BF%BD%25A'],
])('the page address of %j is %j', (url, address) => {
  expect(pageAddress(url, queryNames)).toBe(address)
})

it('the data address of the home page keeps the parameters that the home page reads', () => {
  expect(pageAddress('/_.data?sort=newest', new Map([['/', ['sort']]]))).toBe('/_.data?sort=newest')
})

it('a query value longer than any page reads is cut', () => {
  expect(pageAddress(`/snacks?search=${'x'.repeat(9000)}`, queryNames)).toBe(
    `/snacks?search=${'x'.repeat(512)}`,
  )
})

const routes = Object.fromEntries(
  ['', 'signin', 'collections/allproducts', 'product/:id', '*'].map((path) => [path, { path }]),
) as unknown as ServerBuild['routes']
const findPage = createFindPage(routes)

it.each([
  ['/', '/'],
  ['//', '/'],
  ['/signin', '/signin'],
  ['/SIGNIN', '/signin'],
  ['/%73ignin', '/signin'],
  ['/signin/', '/signin'],
  ['//collections///allproducts//', '/collections/allproducts'],
  ['/x1/../collections/./allproducts', '/collections/allproducts'],
  ['/x1/%2e%2E/collections/allproducts', '/collections/allproducts'],
  ['/Product/Laddoo-1', '/product/Laddoo-1'],
  ['/product/a%2Fb', '/product/a%2Fb'],
  ['/product/a%2fb', '/product/a%2Fb'],
  ['/product/%E0%A4%B2', '/product/%E0%A4%B2'],
  ['/product/a%3F//', '/product/a%3F'],
  ['/_.data', '/_.data'],
  ['/signin.data', '/signin.data'],
  ['/SIGNIN/_.data', '/signin.data'],
])('the page of %j is at %j', (requested, path) => {
  expect(findPage(requested)?.path).toBe(path)
  // The path of a page leads to itself.
  expect(findPage(path)?.path).toBe(path)
})

it('a page has the pattern of its route', () => {
  expect(findPage('/product/laddoo')?.pattern).toBe('/product/:id')
})

it.each(['/x1', '/signin/x1', '/product', '/product/a/b', '/%', '/product/%E0', '/signin%2F', '/x1.data'])(
  'there is no page at %j',
  (path) => {
    expect(findPage(path)).toBeNull()
  },
)
