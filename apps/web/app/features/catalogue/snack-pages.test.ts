import { ShopError } from '@nashta/contracts/api/shop-error'
import { aProduct } from '@nashta/contracts/catalogue/product.fixture'
import { expect, it } from 'vitest'
import { readFilter } from './snack-filter.ts'
import { findSnacks, isScrolledThrough, snackPages } from './snack-pages.ts'

const page = { items: [aProduct()], total: 1, nextCursor: null }

it('asks for a page of what is wanted, and takes what a card shows', async () => {
  const asked: unknown[] = []
  const { items } = await findSnacks(
    async (query) => {
      asked.push(query)
      return page
    },
    readFilter(new URLSearchParams('search=dark&sort=price-asc&cursor=abc')),
  )

  expect(asked).toMatchObject([{ search: 'dark', sort: 'price-asc', cursor: 'abc', limit: 24 }])
  expect(items[0]).not.toHaveProperty('imageKeys')
})

it('begins at the beginning when the store does not know the place', async () => {
  const asked: (string | undefined)[] = []
  const found = await findSnacks(
    async ({ cursor }) => {
      asked.push(cursor)
      if (cursor) throw new ShopError('This cursor is old', { status: 400 })
      return page
    },
    readFilter(new URLSearchParams('cursor=old')),
  )

  expect(asked).toEqual(['old', undefined])
  expect(found.total).toBe(1)
})

it('asks once only when the store is away', async () => {
  let asked = 0
  const finding = findSnacks(
    () => {
      asked += 1
      return Promise.reject(new ShopError('away', {}))
    },
    readFilter(new URLSearchParams('cursor=abc')),
  )

  await expect(finding).rejects.toThrow('API request failed: away')
  expect(asked).toBe(1)
})

it('goes on where the last page ended, to the end', () => {
  const { getNextPageParam } = snackPages(readFilter(new URLSearchParams()))
  const next = (nextCursor: string | null) =>
    getNextPageParam({ items: [], total: 0, nextCursor }, [], '', [])

  expect([next('abc'), next(null)]).toEqual(['abc', null])
})

it.each([
  [undefined, false],
  [{ pages: [1] }, false],
  [{ pages: [1, 2] }, true],
])('knows what was scrolled through: %j is %j', (data, expected) => {
  expect(isScrolledThrough({ state: { data } } as Parameters<typeof isScrolledThrough>[0])).toBe(expected)
})
