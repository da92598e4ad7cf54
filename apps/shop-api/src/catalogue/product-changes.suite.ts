import { describe, expect, it } from 'vitest'
import { type CreateProductStore, sortedIdsOf, AUTHORSHIP, storeFilledWith } from './product-store.fixture.ts'
import type { ProductRecord } from './product-store.ts'
import { aProduct } from './product.fixture.ts'

/** The behaviour every ProductStore adapter must show in change tracking and sales. */
export function productChangesSuite(create: CreateProductStore) {
  const filledWith = (...records: ProductRecord[]) => storeFilledWith(create, records)

  describe('the latest change', () => {
    it('differs after each change by an admin, and stays without one', async () => {
      const { products: store } = await create()
      const seen = [store.latestChange()]
      expect(store.latestChange()).toEqual(seen[0])

      await store.fillIfEmpty([aProduct()])
      seen.push(store.latestChange())
      await store.create(aProduct({ products_id: 'a' }), AUTHORSHIP)
      seen.push(store.latestChange())
      await store.update('a', { name: 'x' }, AUTHORSHIP)
      seen.push(store.latestChange())
      await store.remove('a', AUTHORSHIP)
      seen.push(store.latestChange())

      expect(new Set(seen.map(({ any }) => any)).size).toBe(5)
      expect(new Set(seen.map(({ exceptStock }) => exceptStock)).size).toBe(5)
    })

    it('tells a change of stock alone from every other change', async () => {
      const { store, takeStock } = await filledWith(aProduct({ stock: 3 }))
      const before = store.latestChange()

      expect(await takeStock('motichoor-laddoo', 2)).toBe(true)
      await store.refresh()
      expect(store.latestChange().exceptStock).toBe(before.exceptStock)
      expect(store.latestChange().any).not.toBe(before.any)
      expect(await store.find('motichoor-laddoo')).toMatchObject({ stock: 1 })
    })

    it('stays when stock is too low to be taken, or is unlimited', async () => {
      const { store, takeStock } = await filledWith(
        aProduct({ stock: 3 }),
        aProduct({ products_id: 'unlimited' }),
      )
      const before = store.latestChange()

      expect(await takeStock('motichoor-laddoo', 4)).toBe(false)
      expect(await takeStock('unlimited', 500)).toBe(true)
      await store.refresh()
      expect(store.latestChange()).toEqual(before)
      expect(await store.find('motichoor-laddoo')).toMatchObject({ stock: 3 })
    })
  })

  describe('a cached product', () => {
    it('is the same record until this product changes', async () => {
      const { store, takeStock } = await filledWith(
        aProduct({ products_id: 'sold', id: '7', stock: 3 }),
        aProduct({ products_id: 'same' }),
      )
      const before = { sold: await store.find('7'), same: await store.find('same') }
      expect(store.findCached('7')).toBe(before.sold)
      await takeStock('sold', 1)
      await store.refresh()

      expect(store.findCached('same')).toBe(before.same)
      expect(store.findCached('7')).toMatchObject({ stock: 2 })
      await store.update('same', { name: 'Other' }, AUTHORSHIP)
      expect(store.findCached('same')).toMatchObject({ name: 'Other' })
      await store.remove('sold', AUTHORSHIP)
      expect(store.findCached('7')).toBeUndefined()
    })
  })

  describe('the changes since an earlier change', () => {
    it('are the whole catalogue when the earlier change is null', async () => {
      const products = [aProduct({ products_id: 'b' }), aProduct({ products_id: 'a' })]
      const { store } = await filledWith(...products)
      const changes = await store.changesSince(null)

      expect(changes).toMatchObject({ isWhole: true, removed: [] })
      const found = await Array.fromAsync(changes.products)
      expect(found.map(({ product }) => product)).toEqual(products)
      expect(changes.latest).toEqual(store.latestChange())
      // The positions are unique and ascending.
      const positions = found.map(({ position }) => position)
      expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b))
    })

    it('are the changed products with their positions, and the ids of the removed ones', async () => {
      const { store, takeStock } = await filledWith(
        aProduct({ products_id: 'sold', stock: 2 }),
        aProduct({ products_id: 'same' }),
        aProduct({ products_id: 'renamed' }),
        aProduct({ products_id: 'gone' }),
        aProduct({ products_id: 'back' }),
      )
      const { products: all, latest } = await store.changesSince(null)
      const before = await Array.fromAsync(all)
      await takeStock('sold', 1)
      await store.update('renamed', { name: 'Other' }, AUTHORSHIP)
      await store.remove('gone', AUTHORSHIP)
      await store.remove('back', AUTHORSHIP)
      await store.create(aProduct({ products_id: 'back', name: 'Again' }), AUTHORSHIP)

      const changes = await store.changesSince(latest.any)
      expect(changes.isWhole).toBe(false)
      const changed = await Array.fromAsync(changes.products)
      expect(sortedIdsOf(changed.map(({ product }) => product))).toEqual(['back', 'renamed', 'sold'])
      expect(changes.removed).toEqual(['gone'])
      const positionOf = (found: typeof before, id: string) =>
        found.find(({ product }) => product.products_id === id)?.position
      expect(positionOf(changed, 'sold')).toBe(positionOf(before, 'sold'))

      expect(await store.changesSince(changes.latest.any)).toMatchObject({
        isWhole: false,
        products: [],
        removed: [],
      })
    })

    it('are the whole catalogue when the earlier change is unknown', async () => {
      const { store } = await filledWith(aProduct())
      expect(await store.changesSince('999999')).toMatchObject({ isWhole: true })
      expect(await store.changesSince('nonsense')).toMatchObject({ isWhole: true })
    })
  })

  it('sales are added up by product and by day in the shop’s time zone', async () => {
    const { store, recordSale } = await filledWith(
      aProduct({ products_id: 'a' }),
      aProduct({ products_id: 'b' }),
    )
    const before = store.latestChange()
    // A day in India ends at 18:30 UTC.
    await recordSale('b', 1, new Date('2026-01-31T10:00:00Z'))
    await recordSale('a', 2, new Date('2026-01-31T18:00:00Z'))
    await recordSale('a', 3, new Date('2026-01-31T18:29:59Z'))
    await recordSale('a', 7, new Date('2026-01-31T18:30:00Z'))

    expect(unitsById(await store.soldOn('2026-01-31'))).toEqual({ a: 5, b: 1 })
    expect(unitsById(await store.soldOn('2026-02-01'))).toEqual({ a: 7 })
    expect(await store.soldOn('2026-02-02')).toEqual([])
    expect(store.latestChange()).toEqual(before)
  })
}

function unitsById(sold: readonly { products_id: string; units: number }[]) {
  return Object.fromEntries(sold.map(({ products_id, units }) => [products_id, units]))
}
