import { aShop } from '@nashta/contracts/shop/shop.fixture'
import { expect, it } from 'vitest'
import { describeOnBothStorages } from '../adapters/documents.fixture.ts'
import type { Authorship } from '../operator-log/logged-change.ts'
import { loggedChanges } from '../operator-log/operator-log.fixture.ts'
import { createOperatorLog } from '../operator-log/operator-log.ts'
import { DEMO_SHOP } from './demo-shop.ts'
import { createShopStore, shopVersion } from './shop-store.ts'

const authorship: Authorship = {
  by: { sub: 'sub-of-boss', username: 'boss', email: null },
  at: '2026-01-01T12:00:00.000Z',
}

/** The fields that all log entries of this suite have in common. */
const COMMON_LOG_FIELDS = { kind: 'shop', subject: 'shop', action: 'update' }

describeOnBothStorages("store of the shop's record", (open) => {
  function create() {
    const { documents } = open()
    const reopen = () => createShopStore({ documents, now: () => new Date(0) })
    return { shop: reopen(), log: createOperatorLog(documents), reopen, documents }
  }

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
    const { documents, shop, reopen } = create()
    const breaking = createShopStore({
      documents: {
        ...documents,
        // The last entry of the log is written twice, so that its commit is refused.
        commit: (writes) => documents.commit([...writes, ...writes.slice(-1)]),
        retryConflicts: (work) => work(),
      },
      now: () => new Date(0),
    })
    await expect(breaking.update(aShop(), authorship)).rejects.toBeInstanceOf(Error)
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

  it('a change by another process is read after a second', async () => {
    const { documents, shop: other } = create()
    let time = 0
    const reader = createShopStore({ documents, now: () => new Date(time) })
    expect(await reader.read()).toEqual(DEMO_SHOP)
    await other.update(aShop(), authorship)

    time = 999
    expect(await reader.read()).toEqual(DEMO_SHOP)
    time = 1000
    expect(await reader.read()).toEqual(aShop())
    expect(reader.version()).toBe(shopVersion(aShop()))
  })

  it('a change by another process is read also after the clock was set back', async () => {
    const { documents, shop: other } = create()
    let time = 3_600_000
    const reader = createShopStore({ documents, now: () => new Date(time) })
    expect(await reader.read()).toEqual(DEMO_SHOP)
    await other.update(aShop(), authorship)

    time = 0
    expect(await reader.read()).toEqual(aShop())
  })

  it('a read that began before an update and ends after it returns the updated record', async () => {
    const { documents } = create()
    let isFirst = true
    const store = createShopStore({
      documents: {
        ...documents,
        // The update runs after the first read of storage, before the reader gets the result.
        async get(key) {
          const isSlow = isFirst
          isFirst = false
          const document = await documents.get(key)
          if (isSlow) await store.update(aShop(), authorship)
          return document as never
        },
      },
      now: () => new Date(0),
    })
    expect(await store.read()).toEqual(aShop())
    expect(store.version()).toBe(shopVersion(aShop()))
  })

  it('while storage fails, a read returns the record in memory, however old', async () => {
    const { documents, shop: other } = create()
    let time = 0
    let isFailing = false
    const reader = createShopStore({
      documents: {
        ...documents,
        get: (key) => (isFailing ? Promise.reject(new Error('no storage')) : documents.get(key)),
      },
      now: () => new Date(time),
    })
    await other.update(aShop(), authorship)
    expect(await reader.read()).toEqual(aShop())
    isFailing = true
    // The record in memory is used without a read of storage for only a second.
    time = 5000
    expect(await reader.read()).toEqual(aShop())
  })
})
