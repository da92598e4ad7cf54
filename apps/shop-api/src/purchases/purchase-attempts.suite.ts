import { expect, it } from 'vitest'
import { lineOf } from '../cart/cart.ts'
import { barfi, settle } from './order.fixture.ts'
import {
  approved,
  type CreatePurchaseStore,
  declined,
  id,
  openPurchaseStore,
  otherId,
} from './purchase-store.fixture.ts'

/** How every PurchaseStore adapter recognises a request that is sent again. */
export function purchaseAttemptsSuite(create: CreatePurchaseStore) {
  const { setup, begin, settled, inStock } = openPurchaseStore(create)

  it('an attempt is recognised by its key, and the key is refused for another order', async () => {
    await begin()
    expect(await begin({ purchaseId: otherId }, { key: `key:${id}` })).toMatchObject({
      replayed: true,
      order: { purchaseId: id },
    })
    const other = begin({ purchaseId: otherId }, { key: `key:${id}`, fingerprint: 'one barfi' })
    await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await inStock()).toBe(1)
  })

  it('an attempt without a key is recognised by its cart, until the shopper changes the cart', async () => {
    const keyless = { key: undefined }
    await begin({}, keyless)
    expect(await begin({ purchaseId: otherId }, keyless)).toMatchObject({ replayed: true })
    await settled(approved)
    expect(await begin({ purchaseId: otherId }, keyless)).toMatchObject({
      replayed: true,
      order: { purchaseId: id, state: 'placed' },
    })
    await setup().carts.update('asha', { apply: () => [lineOf(barfi, 1)] })
    const next = await begin({ purchaseId: otherId, lines: [lineOf(barfi, 1)] }, keyless)
    expect(next.replayed).toBe(false)
  })

  it('a declined attempt without a key may be made again, and one with a key is replayed', async () => {
    await begin({}, { key: undefined })
    await settled(declined)
    expect((await begin({ purchaseId: otherId }, { key: undefined })).replayed).toBe(false)
    await settle(setup().store, otherId, declined)

    const third = '01JGAAAAAAAAAAAAAAAAAAAAA3'
    await begin({ purchaseId: third })
    await settle(setup().store, third, declined)
    expect(await begin({ purchaseId: third })).toMatchObject({ replayed: true, order: { state: 'declined' } })
  })
}
