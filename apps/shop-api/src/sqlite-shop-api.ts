import { randomUUID } from 'node:crypto'
import { startEventRelay } from '@nashta/events/event-relay'
import { createSqliteEventOutbox } from '@nashta/events/sqlite-event-outbox'
import type { TellEvents } from '@nashta/events/tell-events'
import type { MailTransport } from '@nashta/mail/mail-transport'
import { startRelay } from '@nashta/mail/relay'
import { createSqliteOutbox } from '@nashta/mail/sqlite-outbox'
import { type Caller, createAuthorise, type VerifyToken } from '@nashta/service-kit/auth/authorise'
import type { ServiceOptions } from '@nashta/service-kit/http/create-service'
import { createLimitCalls } from '@nashta/service-kit/limits/rate-limit-guard'
import { pooledRandomBytes } from '@nashta/service-kit/process/pooled-random'
import { createSqliteCartStore } from './adapters/sqlite/cart-store.ts'
import { createSqliteNewsletterStore } from './adapters/sqlite/newsletter-store.ts'
import { openShopDatabase } from './adapters/sqlite/open-shop-database.ts'
import { createSqliteProductStore } from './adapters/sqlite/product-store.ts'
import { createSqlitePurchaseStore } from './adapters/sqlite/purchase-store.ts'
import { createSimulatedPayments } from './adapters/sqlite/simulated-payments.ts'
import { createApp } from './create-app.ts'
import { cartEvent, purchaseEvent, touchedProducts } from './events/shop-events.ts'
import { orderMail } from './purchases/order-mails.ts'
import { reconcilePurchases } from './purchases/reconcile-purchases.ts'

const RECONCILE_EVERY_MS = 5_000

export type SqliteShopApiOptions = ServiceOptions & {
  dataFolder: string
  verifyToken: VerifyToken
  /** The address of a shopper's mails; null when the pool has none. */
  emailOf: (caller: Caller) => Promise<string | null>
  mailTransport: MailTransport
  /** To the recommendation service; null where there is none. */
  tellEvents: TellEvents | null
  /** Other hosts that pictures may come from. */
  imageHosts: readonly string[]
  /** Where links in mails lead. */
  publicUrl: string
  /** Multiplies the limits of each network address. */
  rateLimitScale: number
  now: () => Date
}

/** The whole Shop API on the SQLite adapters, for whoever runs it: the store, or a process of its own. */
export function openSqliteShopApi(options: SqliteShopApiOptions) {
  const { dataFolder, verifyToken, emailOf, mailTransport, tellEvents, publicUrl, now, logger } = options
  const database = openShopDatabase(dataFolder, now)
  const reportError = (error: unknown) => logger.error({ err: error }, 'a purchase needs another look')

  const outbox = createSqliteOutbox(database, now)
  const events =
    tellEvents &&
    createSqliteEventOutbox(database, (userId, touched) => cartEvent(carts.readWithin(userId), touched))
  const products = createSqliteProductStore(database)
  const carts = createSqliteCartStore(database, now, (before, { userId, version, lines }) => {
    const touched = events ? touchedProducts(before, lines) : []
    if (touched.length > 0) events?.mark(userId, version, touched)
  })
  const payments = createSimulatedPayments({ database, now, newId: randomUUID })
  const purchases = createSqlitePurchaseStore({
    database,
    carts,
    products,
    now,
    announce(order, event) {
      const mail = orderMail(order, event, publicUrl)
      if (mail) outbox.add(mail)
      if (event === 'confirmed') events?.add(purchaseEvent(order))
    },
  })

  const { app, routes, atHand, fetchShop, stockAndSales } = createApp({
    ...options,
    authorise: createAuthorise(verifyToken),
    limitCalls: createLimitCalls({ scale: options.rateLimitScale, now }),
    products,
    carts,
    purchases,
    payments,
    newsletter: createSqliteNewsletterStore(database, outbox),
    emailOf,
    keepEvent: events && ((event) => database.write(() => events.add(event))),
    randomBytes: pooledRandomBytes,
    reportError,
  })
  const relay = startRelay({ outbox, transport: mailTransport, logger, now })
  const eventRelay = events && tellEvents && startEventRelay({ outbox: events, tell: tellEvents, logger })
  const reconcile = () => reconcilePurchases({ purchases, payments, now, reportError })
  const timer = setInterval(() => void reconcile(), RECONCILE_EVERY_MS)
  timer.unref()

  return {
    app,
    atHand,
    fetchShop,
    routes,
    stockAndSales,
    products,
    database,
    reconcile,
    mailsWaiting: async () => (await relay.backlog()).waiting,
    probe: async () => {
      await database.probe()
      await relay.probe()
    },
    close: async () => {
      clearInterval(timer)
      await relay.close()
      await eventRelay?.close()
      await database.close()
    },
  }
}
