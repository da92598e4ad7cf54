import { asPaise } from '@nashta/contracts/money'
import { describe, expect, it } from 'vitest'
import type { Authorship } from '../operator-log/logged-change.ts'
import { loggedChanges } from '../operator-log/operator-log.fixture.ts'
import { productChangesSuite } from './product-changes.suite.ts'
import { type CreateProductStore, sortedIdsOf, AUTHORSHIP, storeFilledWith } from './product-store.fixture.ts'
import type { ProductRecord, ProductStore } from './product-store.ts'
import { aProduct, FACTS } from './product.fixture.ts'
import { productVersion, versionExceptStock } from './product.ts'

const LATER_AUTHORSHIP: Authorship = {
  by: { sub: 'sub-of-ravi', username: 'ravi', email: 'ravi@example.in' },
  at: '2026-02-02T10:00:00.000Z',
}
const LAST_AUTHORSHIP: Authorship = { ...LATER_AUTHORSHIP, at: '2026-02-03T10:00:00.000Z' }

/** The behaviour every ProductStore adapter must show. */
export function productStoreSuite(create: CreateProductStore) {
  const filledWith = (...records: ProductRecord[]) => storeFilledWith(create, records)

  describe('filling and reading', () => {
    it('the store lists its products in the order they were filled in', async () => {
      const { products: store } = await create()
      const products = [
        aProduct({ products_id: 'z', stock: 0 }),
        aProduct({ products_id: 'a', id: '17', images: [], imageKeys: [] }),
        aProduct({ products_id: 'm', name: `Chef's "own" ₹ मिठाई` }),
      ]

      expect(await store.isEmpty()).toBe(true)
      expect(await store.fillIfEmpty(products)).toBe(true)
      expect(await store.isEmpty()).toBe(false)
      expect(await store.list()).toEqual(products)
    })

    it('a list is complete although it is read in several slices', async () => {
      // SQLite reads slices of 500 products.
      const products = Array.from({ length: 1100 }, (_, index) => aProduct({ products_id: `p${index}` }))
      const { store } = await filledWith(...products)
      expect(await store.list()).toEqual(products)
    })

    it('a product is found by products_id first, then by id', async () => {
      const byId = aProduct({ products_id: 'first', id: 'second' })
      const byProductsId = aProduct({ products_id: 'second' })
      const { store } = await filledWith(byId, byProductsId)

      expect(await store.find('second')).toEqual(byProductsId)
      expect(await store.find('first')).toEqual(byId)
      expect(await store.find('third')).toBeNull()
    })

    it('many products are found by products_id only, and other ids are left out', async () => {
      const { store } = await filledWith(
        aProduct({ products_id: 'a', id: 'x' }),
        aProduct({ products_id: 'b' }),
        aProduct({ products_id: 'c' }),
      )

      expect(sortedIdsOf(await store.findMany(['c', 'nope', 'a', 'c', 'x']))).toEqual(['a', 'c'])
      expect(await store.findMany([])).toEqual([])
    })

    it('a catalogue that has products is not filled', async () => {
      const { store } = await filledWith(aProduct())

      expect(await store.fillIfEmpty([aProduct({ products_id: 'other' })])).toBe(false)
      expect(sortedIdsOf(await store.list())).toEqual(['motichoor-laddoo'])
    })

    it('a catalogue with a duplicate product is not stored at all', async () => {
      const { products: store } = await create()

      await expect(store.fillIfEmpty([aProduct(), aProduct()])).rejects.toBeInstanceOf(Error)
      expect(await store.list()).toEqual([])
    })
  })

  describe('creating', () => {
    it('a created product is the last of the list', async () => {
      const { store } = await filledWith(aProduct({ products_id: 'z' }), aProduct({ products_id: 'y' }))
      const created = aProduct({ products_id: 'a', id: '7', stock: 4 })
      await store.create(created, AUTHORSHIP)

      expect((await store.list()).at(-1)).toEqual(created)
      expect(await store.find('7')).toEqual(created)
    })

    it.each([
      ['products_id', 'products_id', { products_id: 'a' }],
      ['products_id', 'id', { products_id: '1' }],
      ['id', 'id', { products_id: 'new', id: '1' }],
      ['id', 'products_id', { products_id: 'new', id: 'a' }],
    ])(
      'a product whose %s is the %s of another is refused, and nothing changes',
      async (_field, _otherField, ids) => {
        const { store, log } = await filledWith(aProduct({ products_id: 'a', id: '1' }))
        const before = store.latestChange()

        await expect(store.create(aProduct(ids), AUTHORSHIP)).rejects.toMatchObject({
          code: 'PRODUCT_EXISTS',
        })
        expect(await store.list()).toHaveLength(1)
        expect(store.latestChange()).toEqual(before)
        expect(await loggedChanges(log, 'product', ids.products_id)).toEqual([])
      },
    )

    it('a product may have the same value in both ids', async () => {
      const { products: store } = await create()
      await store.create(aProduct({ products_id: 'a', id: 'a' }), AUTHORSHIP)
      expect(await store.find('a')).toMatchObject({ id: 'a' })
    })

    it('only one of two products that are created at once with the same id is stored', async () => {
      const { products: store } = await create()
      const results = await Promise.allSettled([
        store.create(aProduct({ products_id: 'a' }), AUTHORSHIP),
        store.create(aProduct({ products_id: 'b', id: 'a' }), AUTHORSHIP),
      ])
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(await store.list()).toHaveLength(1)
    })
  })

  describe('updating', () => {
    it('only the given fields change', async () => {
      const before = aProduct({ id: '42', stock: 5 })
      const { store } = await filledWith(before, aProduct({ products_id: 'other' }))
      const after = { ...before, pricePaise: asPaise(100), images: [], updatedAt: AUTHORSHIP.at }

      expect(await store.update('42', { pricePaise: asPaise(100), images: [] }, AUTHORSHIP)).toEqual(after)
      expect(await store.find('motichoor-laddoo')).toEqual(after)
      expect((await store.list()).map(({ products_id }) => products_id)).toEqual([
        'motichoor-laddoo',
        'other',
      ])
    })

    it('stock is set, and null makes it unlimited again', async () => {
      const { store } = await filledWith(aProduct())

      expect(await store.update('motichoor-laddoo', { stock: 0 }, AUTHORSHIP)).toMatchObject({ stock: 0 })
      expect(await store.update('motichoor-laddoo', { stock: null }, AUTHORSHIP)).not.toHaveProperty('stock')
      expect(await store.find('motichoor-laddoo')).not.toHaveProperty('stock')
    })

    it('facts are stored, changed, and removed by null', async () => {
      const product = aProduct(FACTS)
      const { store } = await filledWith(product)
      expect(await store.find('motichoor-laddoo')).toEqual(product)
      expect(await Array.fromAsync((await store.changesSince(null)).products)).toMatchObject([{ product }])

      const change = { netQuantity: { value: 6, unit: 'piece' }, vegan: true, gstRate: 0 }
      await store.update('motichoor-laddoo', change, AUTHORSHIP)
      expect(await store.find('motichoor-laddoo')).toMatchObject({ ...FACTS, ...change })

      const noFacts = Object.fromEntries(Object.keys(FACTS).map((name) => [name, null]))
      await store.update('motichoor-laddoo', noFacts, AUTHORSHIP)
      expect(await store.find('motichoor-laddoo')).toEqual({ ...aProduct(), updatedAt: AUTHORSHIP.at })
    })

    it('a price above the MRP is refused, whichever of the two changes', async () => {
      const product = aProduct({ pricePaise: asPaise(100), mrpPaise: asPaise(100) })
      const { store } = await filledWith(product)

      for (const change of [{ pricePaise: asPaise(101) }, { mrpPaise: asPaise(99) }])
        await expect(store.update('motichoor-laddoo', change, AUTHORSHIP)).rejects.toThrow('above the MRP')
      expect(await store.find('motichoor-laddoo')).toEqual(product)
      const prices = { pricePaise: asPaise(150), mrpPaise: asPaise(200) }
      expect(await store.update('motichoor-laddoo', prices, AUTHORSHIP)).toMatchObject(prices)
    })

    it('a change that alters nothing is neither stored nor logged', async () => {
      const product = aProduct({ stock: 2 })
      const { store, log } = await filledWith(product)
      const before = store.latestChange()
      const { name, pricePaise, images, category } = product

      expect(
        await store.update('motichoor-laddoo', { name, pricePaise, images, category, stock: 2 }, AUTHORSHIP),
      ).toEqual(product)
      expect(store.latestChange()).toEqual(before)
      expect(await loggedChanges(log, 'product', 'motichoor-laddoo')).toEqual([])
    })

    it('an update with a product version is accepted once', async () => {
      const { store, log } = await filledWith(aProduct({ stock: 2 }))
      const version = await readVersion(store)
      const after = await store.update('motichoor-laddoo', { stock: 7 }, AUTHORSHIP, version)

      expect(after).toMatchObject({ stock: 7 })
      const second = store.update('motichoor-laddoo', { stock: 9 }, AUTHORSHIP, version)
      await expect(second).rejects.toMatchObject({ code: 'PRODUCT_CHANGED' })
      expect(await store.find('motichoor-laddoo')).toEqual(after)
      expect(await loggedChanges(log, 'product', 'motichoor-laddoo')).toHaveLength(1)
    })

    it('a version without the stock is accepted after a sale, except for a change of the stock', async () => {
      const { store, takeStock } = await filledWith(aProduct({ stock: 5 }))
      const version = await readVersion(store, versionExceptStock)
      await takeStock('motichoor-laddoo', 1)

      for (const stock of [5, null])
        await expect(store.update('motichoor-laddoo', { stock }, AUTHORSHIP, version)).rejects.toMatchObject({
          code: 'PRODUCT_CHANGED',
        })
      expect(await store.update('motichoor-laddoo', { name: 'New' }, AUTHORSHIP, version)).toMatchObject({
        name: 'New',
        stock: 4,
      })
    })

    it('a sale and an update at once: the later one sees the earlier one', async () => {
      const product = aProduct({ stock: 2 })
      const { store, takeStock } = await filledWith(product)
      const version = await readVersion(store)
      const [sold, changed] = await Promise.allSettled([
        takeStock('motichoor-laddoo', 1),
        store.update('motichoor-laddoo', { name: 'Other', stock: 2 }, AUTHORSHIP, version),
      ])

      expect(sold).toMatchObject({ value: true })
      // Either the sale or the update may come first, but the second must see the first.
      const renamed = { name: 'Other', updatedAt: AUTHORSHIP.at }
      const updateWasFirst = changed.status === 'fulfilled'
      expect(changed).toMatchObject(
        updateWasFirst ? { value: renamed } : { reason: { code: 'PRODUCT_CHANGED' } },
      )
      expect(await store.find('motichoor-laddoo')).toEqual({
        ...product,
        stock: 1,
        ...(updateWasFirst && renamed),
      })
    })

    it('an unknown product is not updated', async () => {
      const { products: store, log } = await create()
      expect(await store.update('nope', { name: 'x' }, AUTHORSHIP)).toBeNull()
      expect(await loggedChanges(log, 'product', 'nope')).toEqual([])
    })
  })

  it('a product is removed once', async () => {
    const product = aProduct({ id: '42' })
    const { store } = await filledWith(product, aProduct({ products_id: 'other' }))

    expect(await store.remove('42', AUTHORSHIP)).toEqual(product)
    expect(await store.remove('42', AUTHORSHIP)).toBeNull()
    expect(await store.find('motichoor-laddoo')).toBeNull()
    expect(sortedIdsOf(await store.list())).toEqual(['other'])
  })

  it('the log has the author and the time of each change, also after the product is removed', async () => {
    const { products: store, log } = await create()
    const product = aProduct({ products_id: 'a', stock: 1 })
    await store.create(product, AUTHORSHIP)
    await store.update('a', { name: 'New', stock: null }, LATER_AUTHORSHIP)
    await store.remove('a', LAST_AUTHORSHIP)

    const entries = await loggedChanges(log, 'product', 'a')
    expect(entries.map(({ action, by, at }) => ({ action, by, at }))).toEqual([
      { action: 'create', ...AUTHORSHIP },
      { action: 'update', ...LATER_AUTHORSHIP },
      { action: 'delete', ...LAST_AUTHORSHIP },
    ])
    expect(entries[0]?.changes).toMatchObject({
      name: { from: null, to: 'Motichoor Laddoo' },
      pricePaise: { from: null, to: 27_950 },
      images: { from: null, to: product.images },
    })
    expect(entries[1]?.changes).toEqual({
      name: { from: 'Motichoor Laddoo', to: 'New' },
      stock: { from: 1, to: null },
    })
    expect(entries[2]?.changes).toMatchObject({ name: { from: 'New', to: null } })
  })

  productChangesSuite(create)
}

async function readVersion(store: ProductStore, versionOf = productVersion) {
  const product = await store.find('motichoor-laddoo')
  return product ? versionOf(product) : 'none'
}
