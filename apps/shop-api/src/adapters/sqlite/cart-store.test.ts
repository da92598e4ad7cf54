import { describe, expect, it } from 'vitest'
import { cartStoreSuite, line } from '../../cart/cart-store.suite.ts'
import { createSqliteCartStore } from './cart-store.ts'
import { shopDatabaseOfEachTest } from './shop-database.fixture.ts'

const database = shopDatabaseOfEachTest(() => new Date())

describe('SQLite cart store', () => {
  cartStoreSuite(() => {
    const clock = { now: new Date('2026-01-01T00:00:00Z') }
    return { store: createSqliteCartStore(database(), () => clock.now), clock }
  })
})

it('a cart change that is rolled back is not read from the cache', async () => {
  const store = createSqliteCartStore(database(), () => new Date())
  const { cart } = await store.update('asha', { apply: () => [line('chips', 1)] })

  const failing = database().write(() => {
    store.save({ ...cart, lines: [], version: cart.version + 1 })
    throw new Error('the rest of the write failed')
  })
  await expect(failing).rejects.toThrow('the rest of the write failed')
  expect(await store.find('asha')).toEqual(cart)
})
