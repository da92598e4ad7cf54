import type { Shop } from '@nashta/contracts/shop/shop'
import type { Database } from '@nashta/sqlite/database'
import { DEMO_SHOP } from '../../shop/demo-shop.ts'
import { assertShopVersion, logEntryOfShop, type ShopStore, shopVersion } from '../../shop/shop-store.ts'
import { createSqliteOperatorLog } from './operator-log.ts'

export const SHOP_SQL = `
  CREATE TABLE shop (id INTEGER PRIMARY KEY CHECK (id = 1), record TEXT NOT NULL) STRICT;
`

export function createSqliteShopStore(database: Database): ShopStore {
  const { prepare, write } = database
  const log = createSqliteOperatorLog(database)
  const select = prepare<{ record: string }>('SELECT record FROM shop')
  const upsert = prepare(`
    INSERT INTO shop (id, record) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record
  `)

  // Reads use this copy of the stored record. Only this process changes the record.
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
    async update(shop, authorship, ifVersion) {
      await write(() => {
        // Several updates can share one transaction, and `current` changes only after the commit.
        // So each update reads the record from the database.
        const before = load().shop
        assertShopVersion(before, ifVersion)
        const entry = logEntryOfShop(before, shop, authorship)
        const isUnchanged = entry === null
        if (isUnchanged) return
        upsert.run(JSON.stringify(shop))
        log.add(entry)
      })
      current = load()
      return current.shop
    },
  }
}
