import { ShopError } from '@nashta/contracts/api/shop-error'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { PRODUCT_PAGE_SIZE } from '@nashta/contracts/constants'
import { expect, it } from 'vitest'
import { readFilter } from './snack-filter.ts'
import { findSnacks, snackPagesQuery, updateWithoutMoving } from './snack-pages.ts'

const page = { items: [aProduct()], total: 1, nextCursor: null }

it('a page is requested with the filter, and has only the fields of cards', async () => {
  const requests: unknown[] = []
  const { items } = await findSnacks(
    async (query) => {
      requests.push(query)
      return page
    },
    readFilter(new URLSearchParams('search=dark&sort=price-asc&cursor=abc')),
  )

  expect(requests).toMatchObject([
    { search: 'dark', sort: 'price-asc', cursor: 'abc', limit: PRODUCT_PAGE_SIZE },
  ])
  // A product has this field, a card has not.
  expect(items[0]).not.toHaveProperty('imageKeys')
})

it('a cursor that the store refuses gives the first page', async () => {
  const cursors: (string | undefined)[] = []
  const found = await findSnacks(
    async ({ cursor }) => {
      cursors.push(cursor)
      if (cursor) throw new ShopError('This cursor is old', { status: 400 })
      return page
    },
    readFilter(new URLSearchParams('cursor=old')),
  )

  expect(cursors).toEqual(['old', undefined])
  expect(found.total).toBe(1)
})

it('a request that does not reach the store is not repeated', async () => {
  let requests = 0
  const finding = findSnacks(
    () => {
      requests += 1
      // The error has no status, because no response arrived.
      return Promise.reject(new ShopError('away', {}))
    },
    readFilter(new URLSearchParams('cursor=abc')),
  )

  await expect(finding).rejects.toThrow('API request failed: away')
  expect(requests).toBe(1)
})

it('the next page starts at the cursor of the page before; the last page has no cursor', () => {
  const { getNextPageParam } = snackPagesQuery(readFilter(new URLSearchParams()))
  const nextPageParam = (nextCursor: string | null) =>
    getNextPageParam({ items: [], total: 0, nextCursor }, [], '', [])

  expect([nextPageParam('abc'), nextPageParam(null)]).toEqual(['abc', null])
})

const anise = aProduct({ products_id: 'anise', price: 10 })
const barfi = aProduct({ products_id: 'barfi', price: 20 })
const pageOf = (product: typeof anise, nextCursor: string | null) => ({
  items: [product],
  total: 2,
  nextCursor,
})

it('several pages that are fetched again get new prices, and no product moves', () => {
  const shown = { pages: [pageOf(anise, 'a'), pageOf(barfi, null)], pageParams: ['', 'a'] }
  const fetched = {
    pages: [pageOf({ ...barfi, price: 25 }, 'b'), pageOf({ ...anise, price: 15 }, null)],
    pageParams: ['', 'b'],
  }
  expect(updateWithoutMoving(shown, fetched)).toEqual({
    pages: [pageOf({ ...anise, price: 15 }, 'a'), pageOf({ ...barfi, price: 25 }, null)],
    pageParams: ['', 'a'],
  })
})

it('a deleted product disappears when several pages are fetched again', () => {
  const shown = { pages: [pageOf(anise, 'a'), pageOf(barfi, null)], pageParams: ['', 'a'] }
  const fetched = { pages: [{ items: [barfi], total: 1, nextCursor: null }], pageParams: [''] }
  expect(updateWithoutMoving(shown, fetched).pages).toEqual([
    { items: [], total: 1, nextCursor: 'a' },
    { items: [barfi], total: 1, nextCursor: null },
  ])
})

it('a product that a new one pushes off the fetched pages comes with the next page, after the new one', () => {
  const chikki = aProduct({ products_id: 'chikki' })
  const shown = { pages: [pageOf(anise, 'a'), pageOf(barfi, 'b')], pageParams: ['', 'a'] }
  const fetched = { pages: [pageOf(chikki, 'c'), pageOf(anise, 'a')], pageParams: ['', 'c'] }
  expect(updateWithoutMoving(shown, fetched).pages).toEqual([pageOf(anise, 'a'), pageOf(chikki, 'a')])
})

it('a product that takes the place of a deleted one is shown last, and the next page starts after it', () => {
  const chikki = aProduct({ products_id: 'chikki' })
  const shown = { pages: [pageOf(anise, 'a'), pageOf(barfi, 'b')], pageParams: ['', 'a'] }
  const fetched = { pages: [pageOf(barfi, 'b'), pageOf(chikki, 'c')], pageParams: ['', 'b'] }
  expect(updateWithoutMoving(shown, fetched).pages).toEqual([
    { items: [], total: 2, nextCursor: 'a' },
    { items: [barfi, chikki], total: 2, nextCursor: 'c' },
  ])
})

it('a single page, and a list that has become longer, are shown as they were fetched', () => {
  const onePage = { pages: [pageOf(anise, 'a')], pageParams: [''] }
  const changedPage = { pages: [pageOf(barfi, 'b')], pageParams: [''] }
  const twoPages = { pages: [pageOf(anise, 'a'), pageOf(barfi, null)], pageParams: ['', 'a'] }
  const threePages = { pages: [...twoPages.pages, pageOf(anise, null)], pageParams: ['', 'a', 'b'] }

  expect(updateWithoutMoving(onePage, changedPage)).toBe(changedPage)
  expect(updateWithoutMoving(onePage, twoPages)).toBe(twoPages)
  expect(updateWithoutMoving(twoPages, threePages)).toBe(threePages)
})
