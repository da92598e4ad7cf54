import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import { createSqliteDocuments } from '@nashta/documents/sqlite-documents'
import { createDiskImageStore } from '@nashta/images/disk-image-store'
import type { MailTransport } from '@nashta/mail/mail'
import { mailTopic } from '@nashta/mail/mail-topic'
import { type DeliverEvents, eventEntry, eventsTopic } from '@nashta/outbox/events'
import { startRelay } from '@nashta/outbox/relay'
import { createSqliteOutbox } from '@nashta/outbox/sqlite-outbox'
import {
  createAuthorise,
  type EmailOf,
  type FormerEmailsOf,
  type HasSecondFactor,
  type VerifyToken,
} from '@nashta/service-kit/auth/authorise'
import { type BirthDateOf, createMinors } from '@nashta/service-kit/auth/minors'
import type { ServiceOptions } from '@nashta/service-kit/http/create-service'
import type { FetchInteractions } from '@nashta/service-kit/http/remote-recommendations'
import { createRequestPaces } from '@nashta/service-kit/limits/pace'
import { createCallerGuards, createIpGuards } from '@nashta/service-kit/limits/rate-limit'
import type { Accounts, PoolDirectory } from './account/accounts.ts'
import { createSqliteAllOrders } from './adapters/sqlite/all-orders.ts'
import { createSqliteCartStore } from './adapters/sqlite/cart-store.ts'
import { openShopDatabase } from './adapters/sqlite/open-shop-database.ts'
import { createSqliteProductStore } from './adapters/sqlite/product-store.ts'
import { createSqlitePurchaseStore } from './adapters/sqlite/purchase-store.ts'
import { createAddressStore } from './addresses/address-store.ts'
import { createApp, type ShopApiDeps } from './create-app.ts'
import { eraseDeletedUsers } from './customers/erase-deleted-users.ts'
import { createNewsletterStore } from './newsletter/newsletter-store.ts'
import { createOperatorLog } from './operator-log/operator-log.ts'
import type { Operators } from './operators/operators.ts'
import type { OrderLimits } from './orders/order/purchase.ts'
import { orderMailEntry } from './orders/views/order-mails.ts'
import { createLanes, reconcilePurchases } from './orders/work/reconcile/lanes.ts'
import { createProviders, type PaymentSettings } from './payments/create-providers.ts'
import { createSimulatorStore } from './payments/simulator/simulator-store.ts'
import { createRandomBytes } from './random-bytes.ts'
import { repeat } from './repeat.ts'
import { createShopStore } from './shop/shop-store.ts'
import { HELP_PICTURES_FOLDER } from './tickets/ticket-pictures.ts'
import { createTicketStore } from './tickets/ticket-store.ts'

const RECONCILE_EVERY_MS = 5_000

export type SqliteShopApiOptions = ServiceOptions & {
  dataFolder: string
  verifyToken: VerifyToken
  emailOf: EmailOf
  /** Returns null if the caller has not confirmed the address. */
  verifiedEmailOf: EmailOf
  formerEmailsOf: FormerEmailsOf
  /** Null when operators need no second factor. */
  hasSecondFactor: HasSecondFactor | null
  /** Null when the user pool is in another process. */
  operators: Operators | null
  /** Null when the user pool is in another process. */
  accounts: Accounts | null
  /** Null when the shop cannot ask the user pool about its users. */
  directory: PoolDirectory | null
  /** Used to recognise minors, whose actions are not recorded for suggestions. */
  birthDateOf: BirthDateOf
  mailTransport: MailTransport
  payments: PaymentSettings
  orderLimits: OrderLimits
  /** Delivers events to the recommendation service. Null without a recommendation service. */
  deliverEvents: DeliverEvents | null
  /**
   * Reads what the recommendation service stores about a shopper. Null without a recommendation
   * service.
   */
  fetchInteractions: FetchInteractions | null
  /** Hosts, besides the store's own, that product pictures may come from. */
  imageHosts: readonly string[]
  /** Links in mails start with this URL. */
  publicUrl: string
  /** The setting GUEST_CHECKOUT: whether orders need no account. */
  guestCheckout: boolean
  /** Multiplies the rate limits of each network address and of each caller. */
  rateLimitScale: number
  now: () => Date
}

/**
 * Opens the whole Shop API on the SQLite adapters. The store opens the Shop API in one process with
 * the other parts. `main.ts` opens only the Shop API.
 */
export function openSqliteShopApi(options: SqliteShopApiOptions) {
  const { dataFolder, verifyToken, mailTransport, deliverEvents, publicUrl, now, logger } = options
  const { origin } = new URL(publicUrl)
  const database = openShopDatabase(dataFolder, now)
  const reportError = (error: unknown) => logger.error({ err: error }, 'a purchase could not be settled')

  const outbox = createSqliteOutbox(database, now)
  const minors = createMinors(options)
  // Of a minor's events, only the deletion of the account is delivered.
  const isToDeliver = (event: ShopEvent) =>
    deliverEvents !== null && (event.kind === 'accountDeleted' || !minors.has(event.userId))
  // Stores call this function in the transaction that writes the change. The outbox gets one entry
  // with all events of the change.
  const addEvents = (events: readonly ShopEvent[]) => {
    const [first, ...others] = events.filter(isToDeliver)
    if (first) outbox.add(eventEntry(first, ...others))
  }
  const products = createSqliteProductStore(database)
  const carts = createSqliteCartStore(database, now, addEvents)
  const documents = createSqliteDocuments({ database, now, outbox })
  const shop = createShopStore({ documents, now })
  // The version of the record is known after its first read.
  void shop.read()
  const operatorLog = createOperatorLog(documents)
  const providers = createProviders(options.payments, {
    simulatorStore: createSimulatorStore(documents),
    publicUrl,
    shopName: async () => (await shop.read()).tradeName,
    reportError,
    now,
    newId: randomUUID,
  })
  const purchases = createSqlitePurchaseStore({
    database,
    carts,
    products,
    now,
    queueMail(order, kind, refundId) {
      const mail = orderMailEntry(order, kind, refundId, origin)
      if (mail) outbox.add(mail)
    },
    addEvents,
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
    allOrders: createSqliteAllOrders(database),
    providers,
    paymentLifetimeMs: options.payments.lifetimeMs,
    shop,
    tickets: createTicketStore(documents),
    helpPictures: createDiskImageStore(join(dataFolder, HELP_PICTURES_FOLDER)),
    operatorLog,
    addresses: createAddressStore(documents),
    newId: randomUUID,
    newsletter: createNewsletterStore(documents),
    publishEvent: deliverEvents && ((event) => database.write(() => addEvents([event]))),
    async eraseMails(keys, addresses) {
      await outbox.eraseMails(keys, now())
      await mailTransport.eraseMails?.(keys, addresses)
    },
    // Until SQLite's write-ahead log is emptied, it still contains deleted rows.
    purgeDeletedData: () => database.emptyWriteAheadLog(),
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
  const lanes = createLanes({ purchases, providers, shop, now, reportError })
  const reconcilers = lanes.map(({ run }) =>
    repeat(run, RECONCILE_EVERY_MS, (error) =>
      logger.error({ err: error }, 'open orders could not be reconciled; it is retried'),
    ),
  )

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
    database,
    reconcile: () => reconcilePurchases(lanes),
    outboxState: async () => ({
      mailsWaiting: (await relay.backlog('mail')).pending,
      overdueSeconds: await relay.overdueSeconds(),
    }),
    probe: async () => {
      await database.probe()
      await relay.probe()
    },
    close: async () => {
      await Promise.all([...reconcilers, deletedUsers].map((repeated) => repeated.stop()))
      await relay.close()
      await database.close()
    },
  }
}
