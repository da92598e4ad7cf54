import { randomUUID } from 'node:crypto'
import { createDynamoDocuments } from '@nashta/documents/dynamodb-documents'
import { type HeldLease, withLease } from '@nashta/dynamodb/lease'
import { writeProbe } from '@nashta/dynamodb/write-item'
import type { ImageStore } from '@nashta/images/image-store'
import { createDynamoOutbox } from '@nashta/outbox/dynamodb-outbox'
import { createDynamoCartStore } from './adapters/dynamodb/cart-store.ts'
import type { SnapshotFile } from './adapters/dynamodb/catalogue/catalogue-snapshot.ts'
import { createDynamoProductStore } from './adapters/dynamodb/catalogue/product-store.ts'
import { createSalesAggregator } from './adapters/dynamodb/catalogue/sales-aggregator.ts'
import { createMutex } from './adapters/dynamodb/mutex.ts'
import { createDynamoAllOrders } from './adapters/dynamodb/orders/all-orders.ts'
import { withCachedCounts } from './adapters/dynamodb/orders/cached-counts.ts'
import { createDynamoPurchaseStore } from './adapters/dynamodb/orders/purchase-store.ts'
import { BY_DUE, type ShopTables } from './adapters/dynamodb/tables.ts'
import { repeat } from './repeat.ts'
import type { ShopStorage, StorageContext } from './storage.ts'

/**
 * The catalogue in memory is refreshed when it is a second old. A timer checks its age at this
 * interval.
 */
const CATALOGUE_POLL_MS = 500

/** Browsers poll the product list, which is sorted by sales, at the same interval. */
const ADD_UP_SALES_EVERY_MS = 10_000

/** A new process reads the last snapshot, and then the changes since it was written. */
const SNAPSHOT_EVERY_MS = 5 * 60 * 1000

/** When the process that holds a lease dies, another process takes over after this time. */
const LEASE_MS = 30_000

export type DynamoStorageOptions = StorageContext &
  ShopTables & {
    /** The pictures of requests for help, which are not public. */
    helpPictures: ImageStore
    /** Stores the catalogue's snapshots. A process starts faster from a snapshot. */
    snapshots?: SnapshotFile
  }

/** Three DynamoDB tables. Any number of processes may open them. */
export function openDynamoStorage(options: DynamoStorageOptions) {
  const { client, tables, helpPictures, snapshots, entriesOf, logger, now } = options
  // The outbox, the leases and the probe share the table of the orders.
  const table = tables.purchases
  const shared = { client, tables, now, newId: randomUUID, mutex: createMutex() }
  const processId = randomUUID()

  const outbox = createDynamoOutbox({ client, table, index: BY_DUE, now })
  const eventWrites = (events: Parameters<typeof entriesOf.events>[0]) =>
    entriesOf.events(events).map((entry) => outbox.entryWrite(entry))
  const mailWrites = (...mail: Parameters<typeof entriesOf.mail>) =>
    entriesOf.mail(...mail).map((entry) => outbox.entryWrite(entry))
  const products = createDynamoProductStore({ ...shared, ...(snapshots && { snapshots }) })
  const purchases = createDynamoPurchaseStore({ ...shared, products, mailWrites, eventWrites })

  async function withTaskLease(task: string, work: (held: HeldLease) => Promise<void>) {
    const key = { pk: `lease#${task}`, sk: 'lease' }
    await withLease(client, { table, key, holder: processId, now, durationMs: LEASE_MS }, work)
  }
  const aggregator = createSalesAggregator(shared)
  // The lease does not keep this process from itself.
  const addUpSales = () =>
    shared.mutex('task#sales', () => withTaskLease('sales', (held) => aggregator.addUp(held)))
  const salesAggregation = repeat(addUpSales, ADD_UP_SALES_EVERY_MS, (error) =>
    logger.warn({ err: error }, 'sales could not be added up; it is retried'),
  )
  const writeSnapshot = () => withTaskLease('snapshot', () => products.writeSnapshot())
  const snapshotWriter = repeat(writeSnapshot, SNAPSHOT_EVERY_MS, (error) =>
    logger.warn({ err: error }, 'the snapshot of the catalogue could not be written; it is retried'),
  )
  // A failed refresh is repeated by the next poll, or by a request that needs a fresh catalogue.
  const catalogueTimer = setInterval(() => {
    void products.refresh().catch(() => {})
  }, CATALOGUE_POLL_MS)
  catalogueTimer.unref()

  return {
    products,
    carts: createDynamoCartStore({ ...shared, eventWrites }),
    purchases,
    allOrders: withCachedCounts(createDynamoAllOrders(shared), now),
    documents: createDynamoDocuments({ client, table, index: BY_DUE, outbox }),
    helpPictures,
    outbox,
    addEvent: (entry) => outbox.addEvent(entry),
    // There is nothing to purge: only the backups of DynamoDB still hold deleted items.
    purgeDeletedData() {},
    runAlone: (task, work) => withTaskLease(task, ({ signal }) => work(signal)),
    reconcile: () =>
      withTaskLease('stock', () =>
        purchases.reconcileStock((error) =>
          logger.error({ err: error }, 'the stock of a reservation could not be given back; it is retried'),
        ),
      ),
    addUpSales,
    probe: () => writeProbe(client, table, now),
    close: async () => {
      clearInterval(catalogueTimer)
      await Promise.all([salesAggregation.stop(), snapshotWriter.stop()])
      await purchases.close()
      await products.close()
    },
  } satisfies ShopStorage & { addUpSales: () => Promise<void> }
}
