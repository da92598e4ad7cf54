import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { expect, it } from 'vitest'
import type { Authorship } from '../operator-log/logged-change.ts'
import { loggedChanges } from '../operator-log/operator-log.fixture.ts'
import type { OperatorLog } from '../operator-log/operator-log.ts'
import { DEMO_SHOP } from './demo-shop.ts'
import { type ShopStore, shopVersion } from './shop-store.ts'

const authorship: Authorship = {
  by: { sub: 'sub-of-boss', username: 'boss', email: null },
  at: '2026-01-01T12:00:00.000Z',
}

/** The fields that all log entries of this suite have in common. */
const COMMON_LOG_FIELDS = { kind: 'shop', subject: 'shop', action: 'update' }

export type ShopStoreUnderTest = {
  shop: ShopStore
  log: OperatorLog
  /** A store on the same storage that has read nothing yet. */
  reopen: () => ShopStore
  /** Returns an authorship. From then on, no log entry with that authorship can be stored. */
  breakLog: () => Authorship
}

/** The behaviour every ShopStore adapter must show. */
export function shopStoreSuite(create: () => ShopStoreUnderTest) {
  it("the shop's record is that of the demo shop until an admin stores one", async () => {
    const { shop, log } = create()
    expect(await shop.read()).toEqual(DEMO_SHOP)
    expect(shop.version()).toBe(shopVersion(DEMO_SHOP))
    expect(await loggedChanges(log, 'shop', 'shop')).toEqual([])
  })

  it('a stored record replaces the earlier one as a whole, and stays after a restart', async () => {
    const { shop, reopen } = create()
    const { gstin: _gstin, ...withoutGstin } = aShop()
    expect(await shop.update(aShop(), authorship)).toEqual(aShop())
    expect(await shop.read()).toEqual(aShop())
    await shop.update(withoutGstin, authorship)

    expect(await shop.read()).toEqual(withoutGstin)
    expect(shop.version()).toBe(shopVersion(withoutGstin))
    expect(await reopen().read()).toEqual(withoutGstin)
  })

  it('each change is logged with the old and the new values', async () => {
    const { shop, log } = create()
    await shop.update(aShop(), authorship)
    await shop.update(aShop({ phone: '+914840000000' }), { ...authorship, at: '2026-01-02T12:00:00.000Z' })

    expect(await loggedChanges(log, 'shop', 'shop')).toEqual([
      {
        ...authorship,
        ...COMMON_LOG_FIELDS,
        changes: expect.objectContaining({
          isDemo: { from: true, to: false },
          gstin: { from: null, to: aShop().gstin },
        }),
      },
      {
        ...authorship,
        at: '2026-01-02T12:00:00.000Z',
        ...COMMON_LOG_FIELDS,
        changes: { phone: { from: aShop().phone, to: '+914840000000' } },
      },
    ])
  })

  it('a record that changes nothing is not logged', async () => {
    const { shop, log } = create()
    await shop.update(aShop(), authorship)
    expect(await shop.update(aShop(), authorship)).toEqual(aShop())
    expect(await loggedChanges(log, 'shop', 'shop')).toHaveLength(1)
  })

  it('a record whose log entry cannot be stored is not stored', async () => {
    const { shop, reopen, breakLog } = create()
    await expect(shop.update(aShop(), breakLog())).rejects.toBeInstanceOf(Error)
    expect(await shop.read()).toEqual(DEMO_SHOP)
    expect(await reopen().read()).toEqual(DEMO_SHOP)
  })

  it('a record that has changed since it was read is not overwritten', async () => {
    const { shop } = create()
    const version = shopVersion(await shop.read())
    await shop.update(aShop(), authorship, version)

    await expect(shop.update(aShop({ fssai: '99999999999999' }), authorship, version)).rejects.toMatchObject({
      code: 'SHOP_CHANGED',
    })
    expect(await shop.read()).toEqual(aShop())
    await shop.update(aShop({ fssai: '99999999999999' }), authorship, shopVersion(aShop()))
    expect(await shop.read()).toMatchObject({ fssai: '99999999999999' })
  })

  it('only one of several concurrent changes to the same version is stored', async () => {
    const { shop, log } = create()
    const version = shopVersion(await shop.read())
    const results = await Promise.allSettled(
      ['1', '2', '3'].map((digit) => shop.update(aShop({ fssai: digit.repeat(14) }), authorship, version)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await loggedChanges(log, 'shop', 'shop')).toHaveLength(1)
  })
}
