import { randomUUID } from 'node:crypto'
import { withLease } from '@nashta/dynamodb/lease'
import { transact, type TransactItem } from '@nashta/dynamodb/transact'
import { updateItem } from '@nashta/dynamodb/write-item'
import { startEventRelay } from '@nashta/events/event-relay'
import { createDynamoOutbox } from '@nashta/mail/dynamodb-outbox'
import { startRelay } from '@nashta/mail/relay'
import { createAuthorise } from '@nashta/service-kit/auth/authorise'
import { createLimitCalls } from '@nashta/service-kit/limits/rate-limit-guard'
import { pooledRandomBytes } from '@nashta/service-kit/process/pooled-random'
import { createDynamoCartStore } from './adapters/dynamodb/cart-store.ts'
import { createDynamoEventOutbox } from './adapters/dynamodb/event-outbox.ts'
import { createInTurn } from './adapters/dynamodb/in-turn.ts'
import { createDynamoNewsletterStore } from './adapters/dynamodb/newsletter-store.ts'
import { createDynamoProductStore } from './adapters/dynamodb/product-store.ts'
import { createDynamoPurchaseStore } from './adapters/dynamodb/purchase-store.ts'
import { createDynamoSimulatedPayments } from './adapters/dynamodb/simulated-payments.ts'
import { BY_DUE, type ShopTables } from './adapters/dynamodb/tables.ts'
import type { CartLineRecord, CartRecord } from './cart/cart-store.ts'
import { createApp } from './create-app.ts'
import { cartEvent, purchaseEvent, touchedProducts } from './events/shop-events.ts'
import { orderMail } from './purchases/order-mails.ts'
import { reconcilePurchases } from './purchases/reconcile-purchases.ts'
import type { SqliteShopApiOptions } from './sqlite-shop-api.ts'

const RECONCILE_EVERY_MS = 5_000

/** Longer than a round takes; a process that dies in one leaves the next to another after this long. */
const RECONCILE_LEASE_MS = 60_000

export type DynamoShopApiOptions = Omit<SqliteShopApiOptions, 'dataFolder'> & ShopTables

/** The whole Shop API on the DynamoDB adapters. Any number of processes may run it on the same tables. */
export function openDynamoShopApi(options: DynamoShopApiOptions) {
  const { client, tables, verifyToken, emailOf, mailTransport, tellEvents, publicUrl, now, logger } = options
  const table = tables.purchases
  const shop = { client, tables, now }
  const holder = randomUUID()
  const reportError = (error: unknown) => logger.error({ err: error }, 'a purchase needs another look')

  const outbox = createDynamoOutbox({ client, table, index: BY_DUE, now })
  const events = tellEvents && createDynamoEventOutbox({ ...shop, holder })
  const announceCart = (before: readonly CartLineRecord[], after: CartRecord): TransactItem[] => {
    const touched = events ? touchedProducts(before, after.lines) : []
    return events && touched.length > 0 ? [events.add(cartEvent(after, touched))] : []
  }
  const inTurn = createInTurn()
  const products = createDynamoProductStore({ ...shop, newId: randomUUID })
  const carts = createDynamoCartStore({ ...shop, inTurn, announce: announceCart })
  const payments = createDynamoSimulatedPayments({ ...shop, newId: randomUUID })
  const purchases = createDynamoPurchaseStore({
    ...shop,
    products,
    inTurn,
    booked: (purchaseId) => payments.booked(purchaseId),
    announce(order, event) {
      const mail = orderMail(order, event, publicUrl)
      return [
        ...(mail ? [outbox.add(mail)] : []),
        ...(events && event === 'confirmed' ? [events.add(purchaseEvent(order))] : []),
      ]
    },
    announceCart,
  })

  const { app, routes, atHand, fetchShop, stockAndSales } = createApp({
    ...options,
    authorise: createAuthorise(verifyToken),
    limitCalls: createLimitCalls({ scale: options.rateLimitScale, now }),
    products,
    carts,
    purchases,
    payments,
    newsletter: createDynamoNewsletterStore({ ...shop, mails: outbox }),
    emailOf,
    keepEvent: events && ((event) => transact(client, [events.add(event)])),
    randomBytes: pooledRandomBytes,
    reportError,
  })
  const relay = startRelay({ outbox, transport: mailTransport, logger, now })
  const eventRelay = events && tellEvents && startEventRelay({ outbox: events, tell: tellEvents, logger })

  /** One process at a time asks the gateway: the others would only ask the same. */
  async function reconcile() {
    const lease = { table, key: { pk: 'lease', sk: 'reconcile' }, holder, now, lastsMs: RECONCILE_LEASE_MS }
    await withLease(client, lease, () => reconcilePurchases({ purchases, payments, now, reportError }))
  }
  let reconciling = Promise.resolve()
  const timer = setInterval(() => {
    reconciling = reconcile().catch(reportError)
  }, RECONCILE_EVERY_MS)
  timer.unref()

  return {
    app,
    atHand,
    fetchShop,
    routes,
    stockAndSales,
    products,
    reconcile,
    mailsWaiting: async () => (await relay.backlog()).waiting,
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
      clearInterval(timer)
      await reconciling
      await eventRelay?.close()
      await relay.close()
    },
  }
}
