import { createSqliteDocuments } from '@nashta/documents/sqlite-documents'
import type { Settings } from '@nashta/service-kit/process/settings'
import { createSqliteCartStore } from '../../apps/shop-api/src/adapters/sqlite/cart-store.ts'
import { openShopDatabase } from '../../apps/shop-api/src/adapters/sqlite/open-shop-database.ts'
import { createSqliteProductStore } from '../../apps/shop-api/src/adapters/sqlite/product-store.ts'
import { createSqlitePurchaseStore } from '../../apps/shop-api/src/adapters/sqlite/purchase-store.ts'
import { createBillStore } from '../../apps/shop-api/src/bills/bill-store.ts'
import { createShelfStore } from '../../apps/shop-api/src/catalogue/shelves/shelf-store.ts'
import { NO_CONNECTIONS } from '../../apps/shop-api/src/connections/connection-store.ts'
import { loadPincodeTable } from '../../apps/shop-api/src/delivery/pincode-table.ts'
import { createOfferStore } from '../../apps/shop-api/src/offers/offer-store.ts'
import { createWrongCodes } from '../../apps/shop-api/src/offers/wrong-codes.ts'
import { orderLimitsOf } from '../../apps/shop-api/src/orders/order/purchase.ts'
import { createShopStore } from '../../apps/shop-api/src/shop/shop-store.ts'
import { createTicketStore } from '../../apps/shop-api/src/tickets/ticket-store.ts'
import { addDemoOrders } from './demo-orders.ts'

type DemoOptions = {
  settings: Settings
  count: number
  /** True adds the orders also to a shop that is no demo shop. */
  isRealShopAllowed: boolean
  now: Date
  random: () => number
}

/**
 * Adds demo orders to the shop in the data folder. No mail is sent about them. The store must not
 * run meanwhile.
 */
export async function fillWithDemoOrders({ settings, count, isRealShopAllowed, now, random }: DemoOptions) {
  // `addDemoOrders` sets this clock to the time of each order and of its later changes.
  const clock = { now }
  const readClock = () => clock.now
  const database = openShopDatabase(settings.DATA_DIR, readClock)
  try {
    // Without an outbox, the mails about tickets are dropped.
    const documents = createSqliteDocuments({ database, now: readClock })
    const shop = createShopStore({ documents, now: readClock })
    const { isDemo, tradeName } = await shop.read()
    if (!isDemo && !isRealShopAllowed)
      throw new Error(`${tradeName} is no demo shop: add --yes if you mean it`)
    const products = createSqliteProductStore(database)
    return await addDemoOrders(
      {
        purchases: createSqlitePurchaseStore({
          database,
          carts: createSqliteCartStore(database, readClock),
          products,
          now: readClock,
          queueMail() {},
        }),
        tickets: createTicketStore(documents),
        products,
        bills: createBillStore({ documents, now: readClock }),
        offers: createOfferStore({ documents, now: readClock }),
        shelves: createShelfStore({ documents, now: readClock }),
        wrongCodes: createWrongCodes({ scale: 1, now: readClock }),
        isCashRefused: async () => false,
        shop,
        pincodes: loadPincodeTable(),
        // Only mails contain this address, and none is sent.
        publicUrl: 'http://localhost',
        connections: { current: () => NO_CONNECTIONS },
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
