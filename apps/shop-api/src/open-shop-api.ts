import { randomUUID } from 'node:crypto'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { MailTransport } from '@nashta/mail/mail'
import type { MailSenders } from '@nashta/mail/mail-senders'
import { mailTopic } from '@nashta/mail/mail-topic'
import { type DeliverEvents, eventEntry, eventsTopic } from '@nashta/outbox/events'
import { createPayloadCipher } from '@nashta/outbox/payload-cipher'
import { startRelay } from '@nashta/outbox/relay'
import {
  createAuthorise,
  type EmailOf,
  type FullNameOf,
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
import { createAddressStore } from './addresses/address-store.ts'
import { createBellStore } from './bell/bell.ts'
import { createBillStore } from './bills/bill-store.ts'
import { createBatchStore } from './catalogue/batches/batch-store.ts'
import { createDemoMark } from './catalogue/demo-mark.ts'
import { createFruitlessSearches } from './catalogue/search-words/fruitless-searches.ts'
import { createSynonymStore } from './catalogue/search-words/synonym-store.ts'
import { createShelfStore } from './catalogue/shelves/shelf-store.ts'
import { createConnectionStore } from './connections/connection-store.ts'
import { createCourierCashStore } from './courier-cash/courier-cash-store.ts'
import { createApp, type ShopApiDeps } from './create-app.ts'
import { eraseDeletedUsers } from './customers/erase-deleted-users.ts'
import { createFavouriteStore } from './favourites/favourite-store.ts'
import { createFigureStore } from './figures/figure-store.ts'
import { createNewsletterStore } from './newsletter/newsletter-store.ts'
import { createOfferStore } from './offers/offer-store.ts'
import { createWrongCodes } from './offers/wrong-codes.ts'
import { createOperatorLog } from './operator-log/operator-log.ts'
import type { Operators } from './operators/operators.ts'
import type { OrderLimits } from './orders/order/purchase.ts'
import { isCashRefused } from './orders/persons/no-cash.ts'
import { createPersonStore } from './orders/persons/person-store.ts'
import { orderMailEntry } from './orders/views/order-mails.ts'
import { createLanes } from './orders/work/reconcile/lanes.ts'
import { withBatchChanges } from './orders/work/with-batch-changes.ts'
import { createProviders, type PaymentSettings } from './payments/create-providers.ts'
import { createSimulatorStore } from './payments/simulator/simulator-store.ts'
import { mailPushOf } from './push/mail-push.ts'
import { createPushDeviceStore } from './push/push-device-store.ts'
import { createPushSender } from './push/push-sender.ts'
import { type FindPushService, findPushService } from './push/push-services.ts'
import { withPush } from './push/push-topic.ts'
import { createVapidKeys } from './push/vapid-keys.ts'
import { createRandomBytes } from './random-bytes.ts'
import { createRatingMailStops } from './ratings/rating-ask.ts'
import { createRatingStore } from './ratings/rating-store.ts'
import { createRecallStore } from './recalls/recall-store.ts'
import { repeat } from './repeat.ts'
import { createReturnStore } from './returns/return-store.ts'
import { shopJobs, startJobs } from './shop-jobs.ts'
import { createShopStore } from './shop/shop-store.ts'
import { createStockAlertStore } from './stock-alerts/stock-alert-store.ts'
import type { EntriesOf, OpenStorage, ShopStorage } from './storage.ts'
import { createHomeStore } from './storefront/home-store.ts'
import { createMenuStore } from './storefront/menu-store.ts'
import { createTicketStore } from './tickets/ticket-store.ts'

const RECONCILE_STORAGE_EVERY_MS = 5_000

/** So a process writes at most once a minute, however much is searched. */
const COUNT_SEARCHES_EVERY_MS = 60_000

/** The shop's record and its shelves in memory are refreshed when they are a second old. Their age is checked this often. */
const SHOP_POLL_MS = 500

export type ShopApiOptions = ServiceOptions & {
  verifyToken: VerifyToken
  emailOf: EmailOf
  /** Returns null if the caller has not confirmed the address. */
  verifiedEmailOf: EmailOf
  fullNameOf: FullNameOf
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
  mailSenders: MailSenders
  /** Encrypts the secrets that operators write. Null in a store that cannot keep secrets. */
  secretsKey: Buffer | null
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
  /** The setting GUEST_CHECKOUT. Undefined where the shop's record decides. */
  guestCheckout: boolean | undefined
  /** The push services of the browsers, unless a test has one of its own. */
  findPushService?: FindPushService
  /** Multiplies the rate limits of each network address and of each caller. */
  rateLimitScale: number
  now: () => Date
}

/**
 * Opens the whole Shop API on a storage. The store opens it in one process with the other parts.
 * `main.ts` opens only the Shop API.
 */
export function openShopApi<S extends ShopStorage>(openStorage: OpenStorage<S>, options: ShopApiOptions) {
  const { verifyToken, mailTransport, deliverEvents, publicUrl, now, logger } = options
  const reportError = (error: unknown) => logger.error({ err: error }, 'a purchase could not be settled')

  const minors = createMinors(options)
  const entriesOf = createEntriesOf(options, minors.has)
  const storage = openStorage({ entriesOf, logger, now })
  const { products, documents, outbox } = storage
  const purchases = withBatchChanges(storage.purchases, documents)
  const shop = createShopStore({ documents, now })
  const cipher = options.secretsKey && createPayloadCipher(options.secretsKey)
  const connections = createConnectionStore({ documents, cipher, now })
  options.mailSenders.useServer(() => {
    const { mail } = connections.current()
    return mail && (mail.input ?? 'unreadable')
  })
  const shelves = createShelfStore({ documents, now })
  const synonyms = createSynonymStore({ documents, now })
  const fruitlessSearches = createFruitlessSearches({ documents, now })
  const home = createHomeStore({ documents, now })
  const menus = createMenuStore({ documents, now })
  const operatorLog = createOperatorLog(documents)
  const demoMark = createDemoMark(documents)
  const bills = createBillStore({ documents, now })
  const offers = createOfferStore({ documents, now })
  const persons = createPersonStore({ documents, purchases, now })
  const push = {
    pushDevices: createPushDeviceStore(documents),
    readVapidKeys: createVapidKeys(documents),
    findPushService: options.findPushService ?? findPushService,
  }
  const providers = createProviders(options.payments, {
    simulatorStore: createSimulatorStore(documents),
    publicUrl,
    readShop: () => shop.read(),
    readRazorpayKeys: async () => (await connections.read()).razorpay?.input ?? null,
    reportError,
    now,
    newId: randomUUID,
  })

  const deps: ShopApiDeps = {
    ...options,
    ...push,
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
    carts: storage.carts,
    purchases,
    isMinor: minors.has,
    allOrders: storage.allOrders,
    persons,
    isCashRefused: (buyer) => isCashRefused(documents, buyer),
    providers,
    shop,
    shelves,
    synonyms,
    fruitlessSearches,
    home,
    menus,
    connections,
    sendsMail: async () => options.mailSenders.isFixed || Boolean((await connections.read()).mail?.input),
    bell: createBellStore({ documents, now }),
    tickets: createTicketStore(documents),
    ratings: createRatingStore(documents),
    ratingMailStops: createRatingMailStops(documents),
    demoMark,
    helpPictures: storage.helpPictures,
    operatorLog,
    bills,
    batches: createBatchStore(documents),
    recalls: createRecallStore(documents),
    courierCash: createCourierCashStore(documents),
    returns: createReturnStore(documents),
    figures: createFigureStore({ documents, allOrders: storage.allOrders, purchases, now }),
    offers,
    wrongCodes: createWrongCodes({ scale: options.rateLimitScale, now }),
    addresses: createAddressStore(documents),
    newId: randomUUID,
    newsletter: createNewsletterStore(documents),
    favourites: createFavouriteStore(documents),
    stockAlerts: createStockAlertStore(documents),
    publishEvent:
      deliverEvents &&
      (async (event) => {
        for (const entry of entriesOf.events([event])) await storage.addEvent(entry)
      }),
    async eraseMails(keys, addresses) {
      await outbox.eraseMails(keys, now())
      await mailTransport.eraseMails?.(keys, addresses)
    },
    purgeDeletedData: storage.purgeDeletedData,
    randomBytes: createRandomBytes(),
    reportError,
  }
  const { app, routes, precomputed, fetchShop, catalogueVersion } = createApp(deps)
  const deletedUsers = eraseDeletedUsers(deps)
  const topics = [
    withPush(
      mailTopic(mailTransport, () => shop.read(), options.directory?.emailOf),
      {
        documents,
        devices: push.pushDevices,
        sendPush: createPushSender({
          findPushService: push.findPushService,
          readKeys: push.readVapidKeys,
          readContact: async () =>
            publicUrl.startsWith('https:') ? publicUrl : `mailto:${(await shop.read()).email}`,
          now,
        }),
        pushOf: async (entry) => mailPushOf(entry, await shop.read().catch(() => null)),
        now,
      },
    ),
    ...(deliverEvents ? [eventsTopic(deliverEvents)] : []),
  ]
  const relay = startRelay({ outbox, topics, logger, now })
  const lanes = createLanes({ purchases, providers, shop, now, reportError })
  const readShop = async () => {
    await Promise.all([
      shop.read(),
      connections.read(),
      shelves.read(),
      synonyms.read(),
      home.read(),
      menus.read(),
      offers.read(),
    ])
  }
  // The version of the record is known after its first read. A failed read is repeated by the next
  // poll, or by a request that needs the record.
  void readShop().catch(() => {})
  const shopPoll = repeat(readShop, SHOP_POLL_MS, () => {})
  const jobs = startJobs(
    shopJobs({
      ...deps,
      documents,
      outbox,
      lanes,
      mailsOverdueSeconds: () => relay.overdueSeconds(),
    }),
    { storage, logger },
  )
  const reconcileStorage = repeat(storage.reconcile, RECONCILE_STORAGE_EVERY_MS, (error) =>
    logger.error({ err: error }, 'what a process left undone could not be finished; it is retried'),
  )
  const countSearches = repeat(
    () => fruitlessSearches.flush(),
    COUNT_SEARCHES_EVERY_MS,
    (error) => logger.warn({ err: error }, 'searches without a result could not be counted; it is retried'),
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
    demoMark,
    storage,
    ringBell: () => jobs.runNow('bell'),
    prepareFigures: () => jobs.runNow('figures'),
    countSearches: () => fruitlessSearches.flush(),
    async reconcile() {
      await Promise.all([...lanes.map(({ name }) => jobs.runNow(`reconcile-${name}`)), storage.reconcile()])
      await jobs.runNow('bills', 'recalls', 'batches', 'ratings', 'stock-alerts')
    },
    outboxState: async () => ({
      mailsWaiting: (await relay.backlog('mail')).pending,
      overdueSeconds: await relay.overdueSeconds(),
    }),
    probe: async () => {
      await storage.probe()
      await relay.probe()
    },
    close: async () => {
      await Promise.all(
        [jobs, reconcileStorage, countSearches, shopPoll, deletedUsers].map((running) => running.stop()),
      )
      // What storage cannot take now is lost: it is no more than a minute's count.
      await fruitlessSearches.flush().catch(() => {})
      await relay.close()
      await storage.close()
    },
  }
}

type EntriesOptions = Pick<ShopApiOptions, 'deliverEvents' | 'publicUrl'>

function createEntriesOf(
  { deliverEvents, publicUrl }: EntriesOptions,
  isMinor: (userId: string) => boolean,
): EntriesOf {
  const { origin } = new URL(publicUrl)
  // Of a minor's events, only the deletion of the account is delivered.
  const isToDeliver = (event: ShopEvent) =>
    deliverEvents !== null && (event.kind === 'accountDeleted' || !isMinor(event.userId))
  return {
    events(events) {
      const [first, ...others] = events.filter(isToDeliver)
      return first ? [eventEntry(first, ...others)] : []
    },
    mail(order, mail) {
      const entry = orderMailEntry(order, mail, origin)
      return entry ? [entry] : []
    },
  }
}
