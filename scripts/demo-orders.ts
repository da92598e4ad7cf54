import type { Settings } from '@nashta/service-kit/process/settings'
import { createSqliteCartStore } from '../apps/shop-api/src/adapters/sqlite/cart-store.ts'
import { openShopDatabase } from '../apps/shop-api/src/adapters/sqlite/open-shop-database.ts'
import { createSqliteProductStore } from '../apps/shop-api/src/adapters/sqlite/product-store.ts'
import { createSqlitePurchaseStore } from '../apps/shop-api/src/adapters/sqlite/purchase-store.ts'
import { createSqliteShopStore } from '../apps/shop-api/src/adapters/sqlite/shop-store.ts'
import { createSqliteTicketStore } from '../apps/shop-api/src/adapters/sqlite/ticket-store.ts'
import { loadPincodeTable } from '../apps/shop-api/src/delivery/pincode-table.ts'
import { addDemoOrders } from '../apps/shop-api/src/purchases/demo/demo-orders.ts'
import { orderLimitsOf } from '../apps/shop-api/src/purchases/purchase.ts'

type DemoOptions = { settings: Settings; count: number; yes: boolean; now: Date; random: () => number }

/** Adds demo orders to the shop of the data folder. No mail is sent about them. The store must not run meanwhile. */
export async function fillWithDemoOrders({ settings, count, yes, now, random }: DemoOptions) {
  // `addDemoOrders` sets this clock to the time of each order and of its later changes, and the stores read it.
  const clock = { now }
  const time = () => clock.now
  const database = openShopDatabase(settings.DATA_DIR, time)
  try {
    const shop = createSqliteShopStore(database)
    const { isDemo, tradeName } = await shop.read()
    if (!isDemo && !yes) throw new Error(`${tradeName} is no demo shop: add --yes if you mean it`)
    const products = createSqliteProductStore(database)
    return await addDemoOrders(
      {
        purchases: createSqlitePurchaseStore({
          database,
          carts: createSqliteCartStore(database, time),
          products,
          now: time,
          queueMail() {},
        }),
        tickets: createSqliteTicketStore(database, { add() {} }),
        products,
        shop,
        pincodes: loadPincodeTable(),
        // Only mails contain this address, and none is sent.
        publicUrl: 'http://localhost',
        paymentLifetimeMs: settings.PAYMENT_MINUTES * 60_000,
        orderLimits: orderLimitsOf(settings),
        clock,
        random,
        reportError(error) {
          throw error
        },
      },
      count,
    )
  } finally {
    await database.close()
  }
}
