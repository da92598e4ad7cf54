import { setTimeout as sleep } from 'node:timers/promises'
import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { IMAGES_BASE } from '@nashta/contracts/catalogue/product-urls'
import { getRecommendations, RECOMMENDATIONS_PREFIX } from '@nashta/contracts/recommendations/recommendation'
import { getShop } from '@nashta/contracts/shop/shop'
import { type CreateDeskApp, DESK_BASE } from '@nashta/desk/create-app'
import { createApp as createImages, UPLOADS_PATH } from '@nashta/images/create-app'
import type { ReadShop } from '@nashta/mail/mail-topic'
import { createMailboxApp, MAILBOX_BASE } from '@nashta/mail/mailbox-app'
import { openMail } from '@nashta/mail/open-mail'
import type { DeliverEvents } from '@nashta/outbox/events'
import { openRecommendations } from '@nashta/recommendations/open-recommendations'
import { createAuthorise } from '@nashta/service-kit/auth/authorise'
import { userPoolEndpoint } from '@nashta/service-kit/auth/remote-user-pool'
import { createService } from '@nashta/service-kit/http/create-service'
import { dispatch, type MountedApp } from '@nashta/service-kit/http/dispatch'
import { registerHealth, waitForParts } from '@nashta/service-kit/http/health'
import { METRICS_PATH, registerMetrics, startMetrics } from '@nashta/service-kit/http/metrics'
import { type RunningApp, serve } from '@nashta/service-kit/http/serve'
import { openSecretsKey } from '@nashta/service-kit/process/secrets-key'
import { type Environment, stopDelayMs } from '@nashta/service-kit/process/settings'
import type { RunningProcess } from '@nashta/service-kit/start/run-process'
import { makeDataFolder, startUp } from '@nashta/service-kit/start/start-up'
import { openPoolDirectory } from '@nashta/shop-api/adapters/cognito/open-pool-directory'
import { openShopApi } from '@nashta/shop-api/open-shop-api'
import { orderLimitsOf } from '@nashta/shop-api/orders/order/purchase'
import { paymentSettingsOf } from '@nashta/shop-api/payments/create-providers'
import type { CreateWebApp } from '@nashta/web/create-app'
import { chooseAdapters } from './choose-adapters.ts'
import { embeddedIdentity, remoteIdentity } from './identity-part.ts'
import {
  embeddedRecommendations,
  type RecommendationsPart,
  remoteRecommendations,
} from './recommendations-part.ts'
import { embeddedShopApi, remoteShopApi, type RunningShopApi } from './shop-api-part.ts'

export type StartStoreOptions = {
  environment: Environment
  createWeb: CreateWebApp
  createDesk: CreateDeskApp
}

/** Starts the whole store in one process. `serve` calls `openStore` once the port is open. */
export async function startStore({ environment, ...apps }: StartStoreOptions): Promise<RunningProcess> {
  const context = startUp('store', environment)
  const { settings, logger, options } = context
  makeDataFolder(settings.DATA_DIR)

  let welcomeUrl: string | null = null
  const served = await serve({
    host: settings.HOST,
    port: settings.PORT,
    https: options.https,
    trustedProxies: settings.TRUSTED_PROXIES,
    sharePort: settings.SHARE_PORT,
    stopDelay: () => sleep(stopDelayMs(settings)),
    async startApp(url) {
      const store = await openStore({
        ...context,
        ...apps,
        environment,
        publicUrl: settings.PUBLIC_URL ?? url,
      })
      welcomeUrl = store.welcomeUrl
      return store
    },
  })
  const publicUrl = settings.PUBLIC_URL ? ` (${settings.PUBLIC_URL})` : ''
  return {
    ...served,
    logger,
    readyLine: `Nashta is ready at ${served.url}${publicUrl}`,
    welcomeUrl,
  }
}

/** What the user pool needs of the Shop API. No function to erase if the Shop API is another process. */
type ShopApiOfIdentity = Pick<RunningShopApi, 'fetchShop'> & {
  eraseDeletedUser: RunningShopApi['eraseDeletedUser'] | null
}

type StoreContext = ReturnType<typeof startUp> & StartStoreOptions & { publicUrl: string }

/** Opens the storage and the services of the store, and connects them. */
async function openStore({
  environment,
  startTelemetry,
  settings,
  options,
  now,
  publicUrl,
  createWeb,
  createDesk,
}: StoreContext): Promise<RunningApp & { welcomeUrl: string | null }> {
  const { DATA_DIR: dataFolder, IMAGE_HOSTS: imageHosts, RATE_LIMIT_SCALE: rateLimitScale } = settings
  const telemetry = await startTelemetry()
  const mail = openMail({ settings, dataFolder, now })
  const adapters = await chooseAdapters(settings, environment)
  await waitForParts(adapters.neededAtStart, options.logger)

  const recommendations: RecommendationsPart = settings.RECOMMENDATIONS_URL
    ? await remoteRecommendations({
        ...options,
        url: settings.RECOMMENDATIONS_URL,
        key: settings.RECOMMENDATIONS_KEY,
      })
    : embeddedRecommendations(
        openRecommendations(adapters.openRecommendationsStorage, {
          ...options,
          // `shopApi` and `identity` are created below, because they need `deliverEvents`.
          fetchShop: (endpoint, call) => shopApi.fetchShop(endpoint, call),
          catalogueVersion: () => shopApi.catalogueVersion(),
          // Events arrive inside this process. An empty key refuses events over HTTP.
          key: '',
          verifyToken: (token) => identity.verifyToken(token),
          birthDateOf: (caller) => identity.birthDateOf(caller),
          rateLimitScale,
          now,
        }),
      )
  const { deliverEvents, fetchInteractions } = recommendations

  // `shopApi` is created below, because it needs `identity`. Until then, mails of `identity` wait.
  const { promise: createdShopApi, resolve: resolveShopApi } = Promise.withResolvers<ShopApiOfIdentity>()
  const readShop: ReadShop = async () => (await (await createdShopApi).fetchShop(getShop)).data
  // The events of the pool are about deleted accounts only.
  const deliverPoolEvents: DeliverEvents = async (events) => {
    const { eraseDeletedUser } = await createdShopApi
    for (const { userId } of events) await eraseDeletedUser?.(userId)
    await deliverEvents?.(events)
  }

  const poolEndpoint = userPoolEndpoint(settings)
  // COGNITO_ENDPOINT is the URL of a user pool of our own that stands in for Cognito.
  const isOwnPool = settings.CLOUD !== 'aws' || settings.COGNITO_ENDPOINT !== undefined
  const identity = poolEndpoint
    ? remoteIdentity({
        ...options,
        endpoint: poolEndpoint,
        region: settings.AWS_REGION,
        poolId: settings.USER_POOL_ID,
        clientId: settings.USER_POOL_CLIENT_ID,
        clientSecret: settings.USER_POOL_CLIENT_SECRET,
        isOwnPool,
        directory: await openPoolDirectory(settings, poolEndpoint),
        records: adapters.openAccountRecords?.(now) ?? null,
        publicUrl,
        rateLimitScale,
        now,
      })
    : await embeddedIdentity({
        ...options,
        dataFolder,
        settings,
        mailTransport: mail.transport,
        readShop,
        deliverEvents: deliverPoolEvents,
        publicUrl,
        rateLimitScale,
        now,
      })
  // With PUBLIC_URL, anyone can reach the desk, so operators need a second factor.
  const hasSecondFactor = settings.PUBLIC_URL ? identity.hasSecondFactor : null

  const images = createImages({
    ...options,
    images: adapters.images,
    authorise: createAuthorise(identity.verifyToken, identity.emailOf, hasSecondFactor, now),
    rateLimitScale,
  })

  const shopApi = settings.SHOP_API_URL
    ? await remoteShopApi({ ...options, url: settings.SHOP_API_URL, now })
    : await embeddedShopApi(
        openShopApi(adapters.openShopStorage, {
          ...options,
          imageHosts,
          verifyToken: identity.verifyToken,
          emailOf: identity.emailOf,
          verifiedEmailOf: identity.verifiedEmailOf,
          fullNameOf: identity.fullNameOf,
          formerEmailsOf: identity.formerEmailsOf,
          hasSecondFactor,
          operators: identity.operators,
          accounts: identity.accounts,
          directory: identity.directory,
          birthDateOf: identity.birthDateOf,
          payments: paymentSettingsOf(settings),
          orderLimits: orderLimitsOf(settings),
          mailTransport: mail.transport,
          mailSenders: mail.senders,
          secretsKey: openSecretsKey(settings),
          deliverEvents,
          fetchInteractions,
          publicUrl,
          guestCheckout: settings.GUEST_CHECKOUT,
          rateLimitScale,
          now,
        }),
        { ...options, images: adapters.images },
      )
  resolveShopApi(shopApi)

  const releaseFiles = adapters.openReleaseFiles(now)
  const web = await createWeb({
    ...options,
    fetchShop: (endpoint, call) =>
      endpoint.path === getRecommendations.path
        ? recommendations.fetchEndpoint(endpoint, call)
        : shopApi.fetchShop(endpoint, call),
    publicUrl,
    realTimeSync: settings.REAL_TIME_SYNC,
    guestCheckout: settings.GUEST_CHECKOUT,
    catalogueVersion: shopApi.catalogueVersion,
    imageHosts,
    rateLimitScale,
    releaseFiles,
    now,
  })
  const desk = await createDesk({
    ...options,
    imageHosts,
    releaseFiles,
    readShop: async () => (await shopApi.fetchShop(getShop)).data,
  })

  const health = createService(options)
  const probes = {
    shopApi: shopApi.probe,
    userPool: identity.probe,
    recommendations: recommendations.probe,
    images: () => adapters.images.probe(),
  }
  let isStopping = false
  registerHealth(health, probes, now, {
    // On AWS all processes share these parts, so one failed part would make every process unready.
    isReadyDespiteFailures: settings.CLOUD === 'aws',
    isStopping: () => isStopping,
  })

  const metrics = startStoreMetrics(shopApi.outboxState, telemetry, options.logger)
  registerMetrics(health, metrics, {
    token: settings.METRICS_TOKEN,
    isBehindProxy: settings.PUBLIC_URL !== undefined,
  })

  // The first prefix that fits a path is used, so paths below /api come before /api itself.
  const table: [prefix: string, app: MountedApp][] = [
    [RECOMMENDATIONS_PREFIX, { app: recommendations.app }],
    [UPLOADS_PATH, { app: images }],
    [SHOP_API_BASE, shopApi],
    ...identity.mounts,
    [IMAGES_BASE, { app: images }],
    [DESK_BASE, desk],
    // Assets are counted apart from pages in the metrics.
    ['/assets', web],
    ['/healthz', { app: health }],
    ['/readyz', { app: health }],
    [METRICS_PATH, { app: health }],
  ]
  if (mail.mailbox)
    table.push([MAILBOX_BASE, { app: createMailboxApp({ ...options, mailbox: mail.mailbox }) }])
  // A set, because one app may have several prefixes.
  const apps = new Set([...table.map(([, { app }]) => app), web.app])
  await Promise.all([...apps].map((app) => app.ready()))

  const listener = dispatch(table, web, metrics.counterOf)
  return {
    welcomeUrl: identity.welcomeUrl,
    listener: telemetry?.traceRequests(listener) ?? listener,
    onStopping() {
      isStopping = true
    },
    async onClose() {
      metrics.stop()
      await telemetry?.flush()
      await Promise.all([...apps].map((app) => app.close()))
      await shopApi.close()
      await recommendations.close()
      await identity.close()
      await mail.transport.close()
      adapters.close()
      await telemetry?.stop()
    },
  }
}

type OutboxState = Awaited<ReturnType<typeof embeddedShopApi>>['outboxState']
type StoreTelemetry = Awaited<ReturnType<StoreContext['startTelemetry']>>

/** Starts the metrics. They include the outbox when the Shop API runs inside this process. */
function startStoreMetrics(
  outboxState: OutboxState | null,
  telemetry: StoreTelemetry,
  logger: StoreContext['options']['logger'],
) {
  if (!outboxState) return startMetrics({ gauges: {}, logger })
  const mailsWaiting = async () => (await outboxState()).mailsWaiting
  const outboxAge = async () => (await outboxState()).overdueSeconds
  telemetry?.addGauges({
    'nashta.mails.waiting': { unit: '{mail}', read: mailsWaiting },
    'nashta.outbox.age': { unit: 's', read: outboxAge },
  })
  return startMetrics({
    gauges: {
      mails_waiting: { help: 'Mails that have not left yet.', read: mailsWaiting },
      outbox_age_seconds: { help: 'How long the oldest entry of the outbox has been due.', read: outboxAge },
    },
    logger,
  })
}
