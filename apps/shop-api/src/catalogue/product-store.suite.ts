import { expect, it } from 'vitest'
import type { ProductStore } from './product-store.ts'
import { aProduct } from './product.fixture.ts'

/** The behaviour every ProductStore adapter must show. */
export function productStoreSuite(create: () => Promise<ProductStore> | ProductStore) {
  it('returns what it was filled with, in the order given', async () => {
    const store = await create()
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

  it('finds by products_id first, then by id', async () => {
    const store = await create()
    const byId = aProduct({ products_id: 'first', id: 'second' })
    const byProductsId = aProduct({ products_id: 'second' })
    await store.fillIfEmpty([byId, byProductsId])

    expect(await store.find('second')).toEqual(byProductsId)
    expect(await store.find('first')).toEqual(byId)
    expect(await store.find('third')).toBeNull()
  })

  it('leaves a catalogue that has products alone', async () => {
    const store = await create()
    await store.fillIfEmpty([aProduct()])

    expect(await store.fillIfEmpty([aProduct({ products_id: 'other' })])).toBe(false)
    expect((await store.list()).map((product) => product.products_id)).toEqual(['motichoor-laddoo'])
  })

  it('keeps nothing of a catalogue with the same product twice', async () => {
    const store = await create()

    await expect(store.fillIfEmpty([aProduct(), aProduct()])).rejects.toBeInstanceOf(Error)
    expect(await store.list()).toEqual([])
  })

  it('has another version after a change, and the same without one', async () => {
    const store = await create()
    const before = await store.version()
    expect(await store.version()).toBe(before)

    await store.fillIfEmpty([aProduct()])
    expect(await store.version()).not.toBe(before)
  })
}
