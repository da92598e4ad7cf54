import { randomUUID } from 'node:crypto'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import { createDynamoDocuments } from '@nashta/documents/dynamodb-documents'
import { withLease } from '@nashta/dynamodb/lease'
import type { TransactItem } from '@nashta/dynamodb/transact'
import { updateItem } from '@nashta/dynamodb/write-item'
import type { ImageStore } from '@nashta/images/image-store'
import { mailTopic } from '@nashta/mail/mail-topic'
import { createDynamoOutbox } from '@nashta/outbox/dynamodb-outbox'
import { eventEntry, eventsTopic } from '@nashta/outbox/events'
import { startRelay } from '@nashta/outbox/relay'
import { createAuthorise } from '@nashta/service-kit/auth/authorise'
import { createMinors } from '@nashta/service-kit/auth/minors'
import { createRequestPaces } from '@nashta/service-kit/limits/pace'
import { createCallerGuards, createIpGuards } from '@nashta/service-kit/limits/rate-limit'
import { createDynamoCartStore } from './adapters/dynamodb/cart-store.ts'
import type { SnapshotFile } from './adapters/dynamodb/catalogue/catalogue-snapshot.ts'
import { createDynamoProductStore } from './adapters/dynamodb/catalogue/product-store.ts'
import { createSalesAggregator } from './adapters/dynamodb/catalogue/sales-aggregator.ts'
import { createMutex } from './adapters/dynamodb/mutex.ts'
import { createDynamoAllOrders } from './adapters/dynamodb/orders/all-orders.ts'
import { withCachedCounts } from './adapters/dynamodb/orders/cached-counts.ts'
import { createDynamoPurchaseStore } from './adapters/dynamodb/orders/purchase-store.ts'
import { BY_DUE, type ShopTables } from './adapters/dynamodb/tables.ts'
import { createAddressStore } from './addresses/address-store.ts'
import { createApp, type ShopApiDeps } from './create-app.ts'
import { eraseDeletedUsers } from './customers/erase-deleted-users.ts'
import { createNewsletterStore } from './newsletter/newsletter-store.ts'
import { createOperatorLog } from './operator-log/operator-log.ts'
import { orderMailEntry } from './orders/views/order-mails.ts'
import { createLanes } from './orders/work/reconcile/lanes.ts'
import { createProviders } from './payments/create-providers.ts'
import { createSimulatorStore } from './payments/simulator/simulator-store.ts'
import { createRandomBytes } from './random-bytes.ts'
import { repeat } from './repeat.ts'
import { createShopStore } from './shop/shop-store.ts'
import type { SqliteShopApiOptions } from './sqlite-shop-api.ts'
import { createTicketStore } from './tickets/ticket-store.ts'

const RECONCILE_EVERY_MS = 5_000

/**
 * The catalogue and the shop's record in memory are refreshed when they are a second old. A timer
 * checks their age at this interval.
 */
const CATALOGUE_POLL_MS = 500

/** Browsers poll the product list, which is sorted by sales, at the same interval. */
const ADD_UP_SALES_EVERY_MS = 10_000

/** A new process reads the last snapshot, and then the changes since it was written. */
const SNAPSHOT_EVERY_MS = 5 * 60 * 1000

/** When the process that holds a lease dies, another process takes over after this time. */
const LEASE_MS = 30_000

export type DynamoShopApiOptions = Omit<SqliteShopApiOptions, 'dataFolder'> &
  ShopTables & {
    /** The pictures of requests for help, which are not public. */
    helpPictures: ImageStore
    /** Stores the catalogue's snapshots. A process starts faster from a snapshot. */
    snapshots?: SnapshotFile
  }

/** The whole Shop API on the DynamoDB adapters. Any number of processes may run it on the same tables. */
export function openDynamoShopApi(options: DynamoShopApiOptions) {
  const { client, tables, verifyToken, mailTransport, deliverEvents, publicUrl, now, logger } = options
  const { origin } = new URL(publicUrl)
  // The outbox, the leases and the probe share the table of the orders.
  const table = tables.purchases
  const shared = { client, tables, now }
  const processId = randomUUID()
  const reportError = (error: unknown) => logger.error({ err: error }, 'a purchase could not be settled')

  const outbox = createDynamoOutbox({ client, table, index: BY_DUE, now })
  const minors = createMinors(options)
  // A minor's actions are not recorded, but the deletion of the account is delivered.
  const shouldDeliver = (event: ShopEvent) =>
    deliverEvents !== null && (event.kind === 'accountDeleted' || !minors.has(event.userId))
  const eventWrites = (events: readonly ShopEvent[]): TransactItem[] => {
    const [first, ...others] = events.filter(shouldDeliver)
    return first ? [outbox.entryWrite(eventEntry(first, ...others))] : []
  }
  const mutex = createMutex()
  const products = createDynamoProductStore({
    ...shared,
    newId: randomUUID,
    ...(options.snapshots && { snapshots: options.snapshots }),
  })
  const carts = createDynamoCartStore({ ...shared, mutex, eventWrites })
  const documents = createDynamoDocuments({ client, table, index: BY_DUE, outbox })
  const shop = createShopStore({ documents, now })
  const operatorLog = createOperatorLog(documents)
  const providers = createProviders(options.payments, {
    simulatorStore: createSimulatorStore(documents),
    publicUrl,
    shopName: async () => (await shop.read()).tradeName,
    reportError,
    now,
    newId: randomUUID,
  })
  const purchases = createDynamoPurchaseStore({
    ...shared,
    products,
    mutex,
    mailWrites(order, kind, refundId) {
      const mail = orderMailEntry(order, kind, refundId, origin)
      return mail ? [outbox.entryWrite(mail)] : []
    },
    eventWrites,
  })

  const deps: ShopApiDeps = {
    ...options,
    authorise: createAuthorise(
      // When a token is verified, the caller's birth date is cached. `minors.has` reads the cache.
      minors.withCachedBirthDates(verifyToken),
      options.emailOf,
      options.hasSecondFactor,
      now,
    ),
    ipGuardOf: createIpGuards({ scale: options.rateLimitScale, now }),
    callerGuardOf: createCallerGuards({ scale: options.rateLimitScale, now }),
    paces: createRequestPaces({ scale: options.rateLimitScale }),
    products,
    carts,
    purchases,
    isMinor: minors.has,
    allOrders: withCachedCounts(createDynamoAllOrders(shared), now),
    providers,
    paymentLifetimeMs: options.payments.lifetimeMs,
    shop,
    tickets: createTicketStore(documents),
    operatorLog,
    addresses: createAddressStore(documents),
    newId: randomUUID,
    newsletter: createNewsletterStore(documents),
    publishEvent:
      deliverEvents &&
      (async (event) => {
        if (shouldDeliver(event)) await outbox.addEvent(eventEntry(event))
      }),
    async eraseMails(keys, addresses) {
      await outbox.eraseMails(keys, now())
      await mailTransport.eraseMails?.(keys, addresses)
    },
    // There is nothing to purge: only the backups of DynamoDB still hold deleted items.
    purgeDeletedData() {},
    randomBytes: createRandomBytes(),
    reportError,
  }
  const { app, routes, precomputed, fetchShop, catalogueVersion } = createApp(deps)
  const deletedUsers = eraseDeletedUsers(deps)
  const topics = [
    mailTopic(mailTransport, () => shop.read()),
    ...(deliverEvents ? [eventsTopic(deliverEvents)] : []),
  ]
  const relay = startRelay({ outbox, topics, logger, now })

  const leaseOf = (task: string) => ({
    table,
    key: { pk: `lease#${task}`, sk: 'lease' },
    holder: processId,
    now,
    durationMs: LEASE_MS,
  })
  /**
   * Of each lane, only one process at a time runs it: others would send the same requests to the
   * payment provider.
   */
  const reconciliations = createLanes({ purchases, providers, shop, now, reportError }).map(
    ({ name, run }) =>
      async () => {
        await withLease(client, leaseOf(`reconcile-${name}`), ({ signal }) => run(signal))
      },
  )
  async function reconcileStock() {
    await withLease(client, leaseOf('stock'), () =>
      purchases.reconcileStock((error) =>
        logger.error({ err: error }, 'the stock of a reservation could not be given back; it is retried'),
      ),
    )
  }
  async function reconcile() {
    await Promise.all([...reconciliations, reconcileStock].map((work) => work()))
  }
  const aggregator = createSalesAggregator(shared)
  async function addUpSales() {
    await withLease(client, leaseOf('sales'), (held) => aggregator.addUp(held))
  }
  const reconcilers = [...reconciliations, reconcileStock].map((work) =>
    repeat(work, RECONCILE_EVERY_MS, (error) =>
      logger.error({ err: error }, 'open orders could not be reconciled; it is retried'),
    ),
  )
  const salesAggregation = repeat(addUpSales, ADD_UP_SALES_EVERY_MS, (error) =>
    logger.warn({ err: error }, 'sales could not be added up; it is retried'),
  )
  async function writeSnapshot() {
    await withLease(client, leaseOf('snapshot'), () => products.writeSnapshot())
  }
  const snapshotWriter = repeat(writeSnapshot, SNAPSHOT_EVERY_MS, (error) =>
    logger.warn({ err: error }, 'the snapshot of the catalogue could not be written; it is retried'),
  )
  // A failed refresh is repeated by the next poll, or by a request that needs a fresh catalogue.
  const catalogueTimer = setInterval(() => {
    void products.refresh().catch(() => {})
    void shop.read().catch(() => {})
  }, CATALOGUE_POLL_MS)
  catalogueTimer.unref()

  return {
    app,
    precomputed,
    fetchShop,
    routes,
    catalogueVersion,
    eraseDeletedUser: deletedUsers.eraseOne,
    sweepDeletedUsers: deletedUsers.sweep,
    products,
    shop,
    operatorLog,
    reconcile,
    addUpSales,
    outboxState: async () => ({
      mailsWaiting: (await relay.backlog('mail')).pending,
      overdueSeconds: await relay.overdueSeconds(),
    }),
    probe: async () => {
      await updateItem(client, {
        TableName: table,
        Key: { pk: 'probe', sk: 'probe' },
        UpdateExpression: 'SET probedAt = :now',
        ExpressionAttributeValues: { ':now': now().toISOString() },
      })
      await relay.probe()
    },
    close: async () => {
      clearInterval(catalogueTimer)
      const repeated = [...reconcilers, salesAggregation, snapshotWriter, deletedUsers]
      await Promise.all(repeated.map((each) => each.stop()))
      await relay.close()
      await purchases.close()
      await products.close()
    },
  }
}
