import { asPaise } from '@nashta/contracts/money'
import { expect, it } from 'vitest'
import type { CartLineRecord, CartStore } from './cart-store.ts'

export type CartStoreSetup = { store: CartStore; clock: { now: Date } }

export const line = (productId: string, quantity: number): CartLineRecord => ({
  productId,
  quantity,
  name: productId,
  pricePaise: asPaise(100),
  imageUrl: '',
  category: 'Nuts & Treats',
})

/** Makes the `apply` of an update that adds units of a product. */
const add = (productId: string, quantity: number) => (lines: readonly CartLineRecord[]) => {
  const others = lines.filter((each) => each.productId !== productId)
  const before = lines.find((each) => each.productId === productId)?.quantity ?? 0
  return [...others, line(productId, before + quantity)]
}

/** The behaviour every CartStore adapter must show. */
export function cartStoreSuite(create: () => CartStoreSetup | Promise<CartStoreSetup>) {
  it('a cart that was never saved is empty, at version 0', async () => {
    const { store } = await create()
    expect(await store.find('asha')).toMatchObject({ userId: 'asha', lines: [], version: 0 })
  })

  it('an update stores the new lines and raises the version', async () => {
    const { store, clock } = await create()
    const { cart } = await store.update('asha', { apply: add('laddoo', 2) })
    expect(cart).toMatchObject({ lines: [line('laddoo', 2)], version: 1, createdAt: clock.now.toISOString() })

    const before = clock.now
    clock.now = new Date(before.getTime() + 1000)
    await store.update('asha', { apply: add('barfi', 1) })
    expect(await store.find('asha')).toEqual({
      userId: 'asha',
      lines: [line('laddoo', 2), line('barfi', 1)],
      version: 2,
      automaticUpdates: 0,
      createdAt: before.toISOString(),
      updatedAt: clock.now.toISOString(),
    })
    expect(await store.find('ravi')).toMatchObject({ lines: [] })
  })

  it('no update is lost when many come at once', async () => {
    const { store } = await create()
    await Promise.all(Array.from({ length: 100 }, () => store.update('asha', { apply: add('laddoo', 1) })))
    expect(await store.find('asha')).toMatchObject({ lines: [line('laddoo', 100)], version: 100 })
  })

  it('a refused update writes nothing, and its operation can be applied later', async () => {
    const { store } = await create()
    await store.update('asha', { apply: add('laddoo', 2) })
    const refused = store.update('asha', {
      operation: { key: 'k', fingerprint: 'f' },
      apply: () => {
        throw new Error('too many')
      },
    })

    await expect(refused).rejects.toThrow('too many')
    expect(await store.find('asha')).toMatchObject({ version: 1 })
    const appliedLater = await store.update('asha', {
      operation: { key: 'k', fingerprint: 'f' },
      apply: add('laddoo', 1),
    })
    expect(appliedLater).toMatchObject({ replayed: false, cart: { version: 2 } })
  })

  it('an operation is applied once per shopper, also when it is repeated at once', async () => {
    const { store } = await create()
    const operation = { key: 'key-1', fingerprint: 'add laddoo' }
    const results = await Promise.all(
      Array.from({ length: 20 }, () => store.update('asha', { apply: add('laddoo', 1), operation })),
    )

    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await store.update('asha', { apply: add('laddoo', 1), operation })).toMatchObject({
      replayed: true,
    })
    expect(await store.find('asha')).toMatchObject({ lines: [line('laddoo', 1)], version: 1 })
    expect(await store.update('ravi', { apply: add('laddoo', 1), operation })).toMatchObject({
      replayed: false,
    })
  })

  it('a key that was used for another operation is refused', async () => {
    const { store } = await create()
    await store.update('asha', {
      apply: add('laddoo', 1),
      operation: { key: 'k', fingerprint: 'add laddoo' },
    })
    const other = store.update('asha', {
      apply: add('barfi', 1),
      operation: { key: 'k', fingerprint: 'add barfi' },
    })

    await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await store.find('asha')).toMatchObject({ version: 1 })
  })

  it('an operation is stored for a day at least, and has expired after eight days', async () => {
    const { store, clock } = await create()
    const operation = { key: 'k', fingerprint: 'f' }
    await store.update('asha', { apply: add('laddoo', 1), operation })
    const day = 24 * 60 * 60 * 1000

    clock.now = new Date(clock.now.getTime() + day)
    expect(await store.update('asha', { apply: add('laddoo', 1), operation })).toMatchObject({
      replayed: true,
    })
    clock.now = new Date(clock.now.getTime() + 7 * day)
    // SQLite deletes expired operations when another operation is stored.
    await store.update('asha', { apply: add('laddoo', 1), operation: { key: 'other', fingerprint: 'f' } })
    expect(await store.update('asha', { apply: add('laddoo', 1), operation })).toMatchObject({
      replayed: false,
    })
  })

  it('an update for another version is refused', async () => {
    const { store } = await create()
    await store.update('asha', { apply: add('laddoo', 1), seen: 0 })
    await expect(store.update('asha', { apply: () => [], seen: 0 })).rejects.toMatchObject({
      code: 'CART_CHANGED',
    })
    expect(await store.find('asha')).toMatchObject({ lines: [line('laddoo', 1)] })
    await store.update('asha', { apply: () => [], seen: 1 })
    expect(await store.find('asha')).toMatchObject({ lines: [], version: 2 })
  })

  it('an erased cart leaves nothing, and its operations can be applied again', async () => {
    const { store } = await create()
    const operation = { key: 'k', fingerprint: 'f' }
    await store.update('asha', { apply: add('laddoo', 1), operation })
    await store.update('ravi', { apply: add('laddoo', 3) })
    await store.erase('asha')
    expect(await store.find('asha')).toMatchObject({ lines: [], version: 0 })
    expect(await store.find('ravi')).toMatchObject({ lines: [line('laddoo', 3)] })
    expect(await store.update('asha', { apply: add('laddoo', 1), operation })).toMatchObject({
      replayed: false,
      cart: { version: 1 },
    })
  })
}
