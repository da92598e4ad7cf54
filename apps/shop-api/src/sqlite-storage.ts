import { join } from 'node:path'
import { createSqliteDocuments } from '@nashta/documents/sqlite-documents'
import { createDiskImageStore } from '@nashta/images/disk-image-store'
import type { OutboxEntry } from '@nashta/outbox/outbox'
import { createSqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import { createSqliteAllOrders } from './adapters/sqlite/all-orders.ts'
import { createSqliteCartStore } from './adapters/sqlite/cart-store.ts'
import { openShopDatabase } from './adapters/sqlite/open-shop-database.ts'
import { createSqliteProductStore } from './adapters/sqlite/product-store.ts'
import { createSqlitePurchaseStore } from './adapters/sqlite/purchase-store.ts'
import type { ShopStorage, StorageContext } from './storage.ts'
import { HELP_PICTURES_FOLDER } from './tickets/ticket-pictures.ts'

export type SqliteStorageOptions = StorageContext & { dataFolder: string }

/** One SQLite file in the data folder. Only one process opens it. */
export function openSqliteStorage({ dataFolder, entriesOf, now }: SqliteStorageOptions) {
  const database = openShopDatabase(dataFolder, now)
  const outbox = createSqliteOutbox(database, now)
  /** The stores call these two functions inside the write that the entries report. */
  const addEvents = (events: Parameters<typeof entriesOf.events>[0]) => addEntries(entriesOf.events(events))
  const queueMail = (...mail: Parameters<typeof entriesOf.mail>) => addEntries(entriesOf.mail(...mail))
  function addEntries(entries: readonly OutboxEntry[]) {
    for (const entry of entries) outbox.add(entry)
  }
  const products = createSqliteProductStore(database)
  const carts = createSqliteCartStore(database, now, addEvents)

  return {
    products,
    carts,
    purchases: createSqlitePurchaseStore({ database, carts, products, now, queueMail, addEvents }),
    allOrders: createSqliteAllOrders(database),
    documents: createSqliteDocuments({ database, now, outbox }),
    helpPictures: createDiskImageStore(join(dataFolder, HELP_PICTURES_FOLDER)),
    outbox,
    addEvent: (entry) => database.write(() => outbox.add(entry)),
    // Until SQLite's write-ahead log is emptied, it still contains deleted rows.
    purgeDeletedData: () => database.emptyWriteAheadLog(),
    runAlone: (_task, work) => work(),
    reconcile: async () => {},
    probe: () => database.probe(),
    close: () => database.close(),
    database,
  } satisfies ShopStorage & { database: unknown }
}
