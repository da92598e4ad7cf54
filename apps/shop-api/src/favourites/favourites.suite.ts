import { parseExactly } from '@nashta/contracts/api/reply.fixture'
import { FAVOURITES_MAX } from '@nashta/contracts/favourites/favourite-rules'
import { changeFavourites, listFavourites } from '@nashta/contracts/favourites/favourites'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aProduct } from '../catalogue/product.fixture.ts'
import type { OpenTestShop, TestShop } from '../shop.fixture.ts'

const snacks = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`)

/** Favourites of accounts, on every adapter. */
export function favouritesSuite(open: OpenTestShop) {
  let test: TestShop
  const openWith = async (count: number) => {
    test = await open()
    await test.shop.products.fillIfEmpty(snacks(count).map((products_id) => aProduct({ products_id })))
  }
  beforeEach(() => openWith(4))
  afterEach(() => test.close())

  const change = (ids: readonly string[], isFavourite = true, sub = 'asha') =>
    test.call(sub, 'POST', `/favourites/${sub}`, {
      changes: ids.map((productId) => ({ productId, isFavourite })),
    })
  const listOf = async (sub = 'asha') => {
    const { data } = await test.call(sub, 'GET', `/favourites/${sub}`)
    return parseExactly(listFavourites.reply, { data }).data.productIds
  }

  it('a favourite of one device is on the others, newest first, and a press takes it out', async () => {
    expect(await listOf()).toEqual([])
    const { data } = await change(['p0', 'p1'])
    expect(parseExactly(changeFavourites.reply, { data }).data.productIds).toEqual(['p1', 'p0'])
    await change(['p1'], false)
    expect(await listOf()).toEqual(['p0'])
    await test.restart()
    expect(await listOf()).toEqual(['p0'])
  })

  it('the favourites of a guest join those of the account, and a repeated request changes nothing', async () => {
    await change(['p0', 'p1'])
    await change(['p1', 'p2'])
    await change(['p1', 'p2'])
    expect(await listOf()).toEqual(['p2', 'p1', 'p0'])
  })

  it('changes of several devices at once are all stored', async () => {
    await Promise.all(snacks(4).map((id) => change([id])))
    expect((await listOf()).toSorted()).toEqual(snacks(4))
  })

  it('nobody reads or changes the favourites of another account', async () => {
    await change(['p0'])
    expect((await test.call('ravi', 'GET', '/favourites/asha')).status).toBe(403)
    const changed = { changes: [{ productId: 'p0', isFavourite: false }] }
    expect((await test.call('ravi', 'POST', '/favourites/asha', changed)).status).toBe(403)
    expect(await listOf()).toEqual(['p0'])
  })

  it('a product that the shop does not have is left out', async () => {
    await change(['nope', 'p0'])
    expect(await listOf()).toEqual(['p0'])
  })

  it('a list has room for so many, and for another when one of its snacks is deleted', async () => {
    await test.close()
    await openWith(FAVOURITES_MAX + 1)
    await change(snacks(FAVOURITES_MAX))
    const last = `p${FAVOURITES_MAX}`
    await change([last])
    expect(await listOf()).toHaveLength(FAVOURITES_MAX)
    expect(await listOf()).not.toContain(last)
    await test.call('boss', 'DELETE', '/products/p0')
    await change([last])
    const after = await listOf()
    expect([after.length, after[0], after.includes('p0')]).toEqual([FAVOURITES_MAX, last, false])
  })

  it.each([[[]], [[{ productId: 'p0' }]], [[{ productId: '', isFavourite: true }]], ['p0']])(
    'the changes %j are refused, and nothing is lost',
    async (changes) => {
      await change(['p0'])
      expect(await test.call('asha', 'POST', '/favourites/asha', { changes })).toMatchObject({
        status: 400,
        code: 'VALIDATION_FAILED',
      })
      expect(await listOf()).toEqual(['p0'])
    },
  )

  it('favourites are in the export of a person, and gone after the erasure', async () => {
    await change(['p0'])
    await change(['p1'], true, 'ravi')
    const { data } = await test.call('asha', 'GET', '/account/asha/export')
    expect(data.favourites).toEqual(['p0'])
    await test.call('asha', 'DELETE', '/account/asha')
    expect(await listOf()).toEqual([])
    expect(await test.everything()).not.toContain('favourites#asha')
    expect(await listOf('ravi')).toEqual(['p1'])
  })
}
