import type { Shop } from '@nashta/contracts/shop/shop'
import type { Database } from '@nashta/sqlite/database'
import { DEMO_SHOP } from '../../shop/demo-shop.ts'
import { changesOfShop, type ShopStore, shopVersion } from '../../shop/shop-store.ts'

export const SHOP_SQL = `
  CREATE TABLE shop (id INTEGER PRIMARY KEY CHECK (id = 1), record TEXT NOT NULL) STRICT;

  CREATE TABLE shopAudit (
    entry INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    bySub TEXT NOT NULL,
    byUsername TEXT NOT NULL,
    changes TEXT NOT NULL
  ) STRICT;
`

export type ShopAuditRow = { entry: number } & Record<'at' | 'bySub' | 'byUsername' | 'changes', string>

export function createSqliteShopStore({ prepare, write }: Database): ShopStore {
  const select = prepare<{ record: string }>('SELECT record FROM shop')
  const upsert = prepare(`
    INSERT INTO shop (id, record) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record
  `)
  const insertAudit = prepare(`
    INSERT INTO shopAudit (at, bySub, byUsername, changes) VALUES (@at, @bySub, @byUsername, @changes)
  `)
  const selectAudit = prepare<ShopAuditRow>('SELECT * FROM shopAudit ORDER BY entry')

  // Only this process writes the database, so the record in memory is the stored one.
  let current = load()

  function load() {
    const row = select.get()
    const shop: Shop = row ? JSON.parse(row.record) : DEMO_SHOP
    return { shop, version: shopVersion(shop) }
  }

  return {
    async read() {
      return current.shop
    },
    version: () => current.version,
    async update(shop, { by, at }, ifVersion) {
      await write(() => {
        const changes = changesOfShop(load().shop, shop, ifVersion)
        if (!changes) return
        upsert.run(JSON.stringify(shop))
        insertAudit.run({ at, bySub: by.sub, byUsername: by.username, changes: JSON.stringify(changes) })
      })
      current = load()
      return current.shop
    },
    async listAudit() {
      return selectAudit.all().map(toShopAudit)
    },
  }
}

export function toShopAudit({ at, bySub, byUsername, changes }: ShopAuditRow) {
  return { at, by: { sub: bySub, username: byUsername }, changes: JSON.parse(changes) }
}
