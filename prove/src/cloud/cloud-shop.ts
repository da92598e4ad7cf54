import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import { createDynamoClient, type Dynamo } from '@nashta/dynamodb/create-client'
import { createTables } from '@nashta/dynamodb/create-tables'
import { startDynamoDbLocal } from '@nashta/dynamodb/start-dynamodb-local.fixture'
import { createDynamoEventStore } from '@nashta/recommendations/adapters/dynamodb/event-store'
import { recommendationsTableDefinition } from '@nashta/recommendations/adapters/dynamodb/tables'
import type { EventStore } from '@nashta/recommendations/events/event-store'
import { VIEW_RETENTION_MS } from '@nashta/recommendations/training/start-trainer'
import { shopTableDefinitions } from '@nashta/shop-api/adapters/dynamodb/tables'
import { aProduct } from '@nashta/shop-api/catalogue/product.fixture'
import { openDynamoStorage } from '@nashta/shop-api/dynamodb-storage'
import { openShopApi, type ShopApiOptions } from '@nashta/shop-api/open-shop-api'
import type { ProofContext } from '../proof-context.ts'
import type { Sizes } from '../proof.ts'
import { startDynamoProxy } from './dynamodb-proxy/dynamodb-proxy.ts'
import { helpPictures, shopOptions } from './shop-options.ts'

/** The price of every product, in rupees. */
export const PRICE = 100
const POLL_MS = 200
const DRAIN_TIMEOUT_MS = 120_000

/** Two processes at the quick size, four at larger sizes. */
export function processCount(size: number, { quick }: Sizes) {
  return size > quick ? 4 : 2
}

/** The reason why proofs of the cloud cannot run on this machine, or null. */
export function whyNoDynamoDbLocal() {
  const hasJava = spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0
  return hasJava ? null : 'DynamoDB Local needs Java'
}

export type CloudShop = Awaited<ReturnType<typeof openCloudShop>>

export type CloudShopOptions = {
  /** How many Shop APIs share the tables, like separate processes. */
  processes: number
  products: number
  /** The stock of each product; unlimited when undefined. */
  stock?: number
  /**
   * The setting OPEN_UNITS_MAX. Undefined means 0, which is no limit. With a limit, each cash
   * order writes one more item.
   */
  openUnitsMax?: number
  /** Multiplies DynamoDB's limits of a partition key; 1 when undefined. */
  limitFactor?: number
  /** A running DynamoDB Local. Without it, one is started. */
  local?: { endpoint: string }
  /** Connects a process to a user pool. Without it, the token of a shopper is the shopper's id. */
  connectPool?: (client: Dynamo, purchasesTable: string) => Partial<ShopApiOptions>
}

/**
 * Opens several Shop APIs on the same tables, through the proxy. Records the mails and events that
 * they send.
 */
export async function openCloudShop(context: ProofContext, options: CloudShopOptions) {
  const local = options.local ?? (await startLocal(context))
  const proxy = await startDynamoProxy({ target: local.endpoint, limitFactor: options.limitFactor ?? 1 })
  context.atEnd(() => proxy.stop())
  const direct = connect(local.endpoint)
  const prefix = randomUUID().slice(0, 8)
  const tables = {
    products: `${prefix}-products`,
    carts: `${prefix}-carts`,
    purchases: `${prefix}-purchases`,
  }
  const recommendations = `${prefix}-recommendations`
  await createTables(direct, [
    ...shopTableDefinitions(tables),
    recommendationsTableDefinition(recommendations),
  ])

  /** How often each mail was sent, by its message id. */
  const mails = new Map<string, number>()
  const events = new Map<string, ShopEvent>()
  const eventStores: EventStore[] = []
  const shops = Array.from({ length: options.processes }, () => {
    const client = connect(proxy.endpoint)
    const eventStore = createDynamoEventStore({
      client,
      table: recommendations,
      viewRetentionMs: VIEW_RETENTION_MS,
      now: () => new Date(),
    })
    eventStores.push(eventStore)
    const shared = shopOptions((messageId) => mails.set(messageId, (mails.get(messageId) ?? 0) + 1))
    return openShopApi((context) => openDynamoStorage({ ...context, client, tables, helpPictures }), {
      ...shared,
      orderLimits: { ...shared.orderLimits, openUnitsMax: options.openUnitsMax ?? 0 },
      deliverEvents: async (delivered) => {
        for (const event of delivered) events.set(event.id, event)
        await eventStore.add(delivered)
      },
      ...options.connectPool?.(client, tables.purchases),
    })
  })
  const close = once(() => Promise.all(shops.map((shop) => shop.close())))
  context.atEnd(close)
  const shopAt = (index: number) => {
    const shop = shops[index % shops.length]
    if (!shop) throw new Error('no shop is open')
    return shop
  }
  await shopAt(0).products.fillIfEmpty(
    Array.from({ length: options.products }, (_, index) =>
      aProduct({
        products_id: `p${index}`,
        pricePaise: asPaise(PRICE * 100),
        ...(options.stock !== undefined && { stock: options.stock }),
      }),
    ),
  )
  // `isEmpty` always reads storage, so every process loads the filled catalogue.
  await Promise.all(shops.map(({ products }) => products.isEmpty()))

  /**
   * Sends a request to the process that `index` chooses. By default all calls of a shopper have the
   * same idempotency key, so a repeated call is a replay.
   */
  async function call(
    index: number,
    shopper: string,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
    key = `${shopper}-1`,
  ) {
    const response = await shopAt(index).app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization: `Bearer ${shopper}`, 'idempotency-key': key },
      ...(body && { body }),
    })
    return { status: response.statusCode, headers: response.headers, body: response.json<unknown>() }
  }

  return {
    proxy,
    shops,
    mails,
    events,
    close,
    call,
    /** A client that is connected to storage without the proxy. */
    direct,
    tables,
    local,
    /** Reads what the recommendation service needs for the suggestions of a shopper. */
    findShopper: (index: number, shopper: string) =>
      eventStores[index % eventStores.length]?.findShopper(shopper),
    fillCart: (index: number, shopper: string, productIds: readonly string[]) =>
      call(index, shopper, 'PUT', `/carts/${shopper}`, {
        items: productIds.map((productId) => ({ productId, quantity: 1 })),
      }),
    /**
     * Orders one unit of each product. The idempotency key contains the total, so a repeated order
     * with the same total is a replay.
     */
    place: (
      index: number,
      shopper: string,
      productIds: readonly string[],
      paymentDetails: object,
      totalAmount = productIds.length * PRICE,
    ) =>
      call(
        index,
        shopper,
        'POST',
        `/purchases/${shopper}`,
        {
          items: productIds.map((productId) => ({ productId, quantity: 1 })),
          totalAmount,
          paymentDetails,
          shippingAddress: homeAddress,
        },
        `${shopper}-${totalAmount}`,
      ),
    /** Waits until this many mails are sent and events are delivered. */
    async drain(wanted: { mails?: number; events?: number }) {
      const deadline = Date.now() + DRAIN_TIMEOUT_MS
      const { mails: mailCount = 0, events: eventCount = 0 } = wanted
      while (mails.size < mailCount || events.size < eventCount) {
        if (Date.now() > deadline)
          throw new Error(
            `only ${mails.size} of ${mailCount} mails and ${events.size} of ${eventCount} events were delivered`,
          )
        await sleep(POLL_MS)
      }
    },
  }
}

export async function startLocal(context: ProofContext) {
  const local = await startDynamoDbLocal({ sharedDb: true })
  context.atEnd(() => local.stop())
  return local
}

/** Responses may take a minute, so that no proof fails because the machine is slow. */
export function connect(endpoint: string) {
  return createDynamoClient({ region: 'us-east-2', endpoint, environment: {}, responseTimeoutMs: 60_000 })
}

/** Runs `work` at the first call only. */
function once(work: () => Promise<unknown>) {
  let result: Promise<unknown> | undefined
  return () => (result ??= work())
}

/** Runs `work` for each number below `count`, `atOnce` at a time. */
export async function inParallel(count: number, atOnce: number, work: (index: number) => Promise<void>) {
  let next = 0
  await Promise.all(
    Array.from({ length: Math.min(atOnce, count) }, async () => {
      while (next < count) {
        const index = next
        next += 1
        await work(index)
      }
    }),
  )
}
