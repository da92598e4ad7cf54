import { describe, expect, it } from 'vitest'
import { type CreateProductStore, idsOf, MARK, storeFilledWith } from './product-store.fixture.ts'
import type { ProductRecord } from './product-store.ts'
import { aProduct } from './product.fixture.ts'

/** How every ProductStore adapter tells what has changed, and what was sold. */
export function productChangesSuite(create: CreateProductStore) {
  const filledWith = (...records: ProductRecord[]) => storeFilledWith(create, records)

  describe('version and revision', () => {
    it('stay without a change and are others after one', async () => {
      const { products: store } = await create()
      const both = async () => `${await store.version()} ${await store.revision()}`
      const seen = [await both()]
      expect(await both()).toBe(seen[0])

      await store.fillIfEmpty([aProduct()])
      seen.push(await both())
      await store.create(aProduct({ products_id: 'a' }), MARK)
      seen.push(await both())
      await store.update('a', { name: 'x' }, MARK)
      seen.push(await both())
      await store.remove('a', MARK)
      seen.push(await both())

      expect(new Set(seen.map((each) => each.split(' ')[0])).size).toBe(5)
      expect(new Set(seen.map((each) => each.split(' ')[1])).size).toBe(5)
    })

    it('tell stock that was sold from everything else', async () => {
      const { store, takeStock } = await filledWith(
        aProduct({ stock: 3 }),
        aProduct({ products_id: 'endless' }),
      )
      const [version, revision] = [await store.version(), await store.revision()]

      expect(await takeStock('motichoor-laddoo', 2)).toBe(true)
      expect(await store.version()).toBe(version)
      expect(await store.revision()).not.toBe(revision)
      expect(await store.find('motichoor-laddoo')).toMatchObject({ stock: 1 })
    })

    it('stay when nothing was taken', async () => {
      const { store, takeStock } = await filledWith(
        aProduct({ stock: 3 }),
        aProduct({ products_id: 'endless' }),
      )
      const revision = await store.revision()

      expect(await takeStock('motichoor-laddoo', 4)).toBe(false)
      expect(await takeStock('endless', 500)).toBe(true)
      expect(await store.revision()).toBe(revision)
      expect(await store.find('motichoor-laddoo')).toMatchObject({ stock: 3 })
    })
  })

  describe('changes since a revision', () => {
    it('are everything for who knows nothing', async () => {
      const products = [aProduct({ products_id: 'b' }), aProduct({ products_id: 'a' })]
      const { store } = await filledWith(...products)
      const changes = await store.changesSince(null)

      expect(changes).toMatchObject({ whole: true, removed: [] })
      expect(changes.placed.map(({ product }) => product)).toEqual(products)
      expect([changes.version, changes.revision]).toEqual([await store.version(), await store.revision()])
      const positions = changes.placed.map(({ position }) => position)
      expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b))
    })

    it('are just what changed, each with its place', async () => {
      const { store, takeStock } = await filledWith(
        aProduct({ products_id: 'sold', stock: 2 }),
        aProduct({ products_id: 'same' }),
        aProduct({ products_id: 'renamed' }),
        aProduct({ products_id: 'gone' }),
        aProduct({ products_id: 'back' }),
      )
      const { placed, revision } = await store.changesSince(null)
      await takeStock('sold', 1)
      await store.update('renamed', { name: 'Other' }, MARK)
      await store.remove('gone', MARK)
      await store.remove('back', MARK)
      await store.create(aProduct({ products_id: 'back', name: 'Again' }), MARK)

      const changes = await store.changesSince(revision)
      expect(changes.whole).toBe(false)
      expect(idsOf(changes.placed.map(({ product }) => product))).toEqual(['back', 'renamed', 'sold'])
      expect(changes.removed).toEqual(['gone'])
      const placeOf = (all: typeof placed, id: string) =>
        all.find(({ product }) => product.products_id === id)?.position
      expect(placeOf(changes.placed, 'sold')).toBe(placeOf(placed, 'sold'))

      expect(await store.changesSince(changes.revision)).toMatchObject({
        whole: false,
        placed: [],
        removed: [],
      })
    })

    it('are everything for a revision that never was', async () => {
      const { store } = await filledWith(aProduct())
      expect(await store.changesSince('999999')).toMatchObject({ whole: true })
      expect(await store.changesSince('nonsense')).toMatchObject({ whole: true })
    })
  })

  it('adds up what was sold by product and by day at the shop’s clock', async () => {
    const { store, recordSale } = await filledWith(
      aProduct({ products_id: 'a' }),
      aProduct({ products_id: 'b' }),
    )
    const [version, revision] = [await store.version(), await store.revision()]
    await recordSale('a', 2, new Date('2026-01-31T18:00:00Z'))
    await recordSale('a', 3, new Date('2026-01-31T18:29:59Z'))
    await recordSale('b', 1, new Date('2026-01-31T10:00:00Z'))
    await recordSale('a', 7, new Date('2026-01-31T18:30:00Z'))

    expect(unitsById(await store.soldOn('2026-01-31'))).toEqual({ a: 5, b: 1 })
    expect(unitsById(await store.soldOn('2026-02-01'))).toEqual({ a: 7 })
    expect(await store.soldOn('2026-02-02')).toEqual([])
    expect([await store.version(), await store.revision()]).toEqual([version, revision])
  })
}

function unitsById(sold: readonly { products_id: string; units: number }[]) {
  return Object.fromEntries(sold.map(({ products_id, units }) => [products_id, units]))
}
