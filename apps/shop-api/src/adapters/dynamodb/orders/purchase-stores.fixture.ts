import { randomUUID } from 'node:crypto'
import { sumPrices } from '@nashta/contracts/pricing/sums'
import type { Dynamo } from '@nashta/dynamodb/create-client'
import { connectDynamoDbLocal } from '@nashta/dynamodb/dynamodb-local.fixture'
import { type Item, scanItems } from '@nashta/dynamodb/read-items'
import { ServiceError } from '@nashta/service-kit/service-error'
import { beforeAll, beforeEach } from 'vitest'
import { confirmCashOrder } from '../../../orders/events/rules/confirm.ts'
import { aCashOrder, anOrder } from '../../../orders/order/order.fixture.ts'
import { newPurchaseId } from '../../../orders/order/purchase-id.ts'
import type { PurchaseRequest } from '../../../orders/order/purchase-store.ts'
import { priceLines } from '../../../orders/order/purchase.ts'
import { createDynamoCartStore } from '../cart-store.ts'
import { createDynamoProductStore } from '../catalogue/product-store.ts'
import { createSalesAggregator } from '../catalogue/sales-aggregator.ts'
import { createMutex } from '../mutex.ts'
import { makeShopTables } from '../shop-tables.fixture.ts'
import type { ShopTables } from '../tables.ts'
import { createDynamoPurchaseStore } from './purchase-store.ts'

const START = new Date('2026-01-01T12:00:00Z')

export const AUTHORSHIP = { by: { sub: 'boss', username: 'boss', email: null }, at: START.toISOString() }

export function rethrow(error: unknown): never {
  throw error
}

type OrderOptions = {
  needsCharge?: boolean
  /** In paise. The order is refused when it costs something else. */
  shownTotal?: number | undefined
}

/** New tables for each test, and stores and requests for them. Must be called in a `describeOnDynamoDbLocal`. */
export function setUpPurchaseStores() {
  let client: Dynamo
  let shop: ShopTables
  let clock = START
  const now = () => clock
  beforeAll(async () => {
    client = await connectDynamoDbLocal()
  })
  beforeEach(async () => {
    clock = START
    shop = await makeShopTables(client)
  })

  /** Opens the stores as another process would. */
  function open(clientOfProcess = client) {
    const shopOfProcess = { ...shop, client: clientOfProcess }
    const outbox = new Set<string>()
    const mutex = createMutex()
    const carts = createDynamoCartStore({ ...shopOfProcess, mutex, now })
    const products = createDynamoProductStore({ ...shopOfProcess, now, newId: randomUUID })
    // Writes an item in place of a mail or an event. The condition fails if one is queued twice.
    const queueWrites = (kind: string, purchaseId: string) => {
      outbox.add(`${kind} ${purchaseId}`)
      const Item = { pk: `queued#${kind} ${purchaseId}`, sk: 'queued' }
      const TableName = shop.tables.purchases
      const Put = { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' }
      return [{ name: 'queued', write: { Put } }]
    }
    const store = createDynamoPurchaseStore({
      ...shopOfProcess,
      products,
      mutex,
      now,
      mailWrites: ({ purchaseId }, { mail }) => queueWrites(mail, purchaseId),
      eventWrites: (events) =>
        events.flatMap(({ kind, id }) =>
          kind === 'purchase' ? queueWrites(kind, id.slice('purchase:'.length)) : [],
        ),
    })
    /** Sales can be read only after they were added up. */
    const addUpSales = () => createSalesAggregator({ ...shopOfProcess, now }).addUp({ fence: 1 })
    return {
      store,
      carts,
      products: { ...products, soldOn: (day: string) => addUpSales().then(() => products.soldOn(day)) },
      outbox,
    }
  }

  /** A request for an order with cash on delivery, or for one that is still to be charged. */
  function order(
    sub: string,
    items: { productId: string; quantity: number }[],
    { needsCharge = false, shownTotal }: OrderOptions = {},
  ): PurchaseRequest {
    const purchaseId = newPurchaseId(now(), (count) => crypto.getRandomValues(new Uint8Array(count)))
    return {
      attempt: { userId: sub, key: purchaseId, fingerprint: JSON.stringify(items) },
      productIds: items.map(({ productId }) => productId),
      draft: (products, cartLines) => {
        const lines = priceLines(items, products, cartLines, new Date(0))
        const totalPaise = sumPrices(lines)
        if (shownTotal !== undefined && totalPaise !== shownTotal)
          throw new ServiceError('PRICE_CHANGED', 'changed')
        const make = needsCharge ? anOrder : aCashOrder
        const drafted = make({ purchaseId, userId: sub, lines, totalPaise })
        return needsCharge
          ? { order: drafted, effects: [] }
          : confirmCashOrder(drafted, { at: now(), calendar: {} })
      },
    }
  }

  function moveClock(ms: number) {
    clock = new Date(clock.getTime() + ms)
  }

  return {
    shop: () => shop,
    now,
    open,
    order,
    moveClock,
    /** Passes the minute after which the reconciler ends the reservation of an order that is not stored. */
    passReservationTime: () => moveClock(61_000),
    /** All items of the purchases table. */
    scanPurchases: (): Promise<Item[]> => scanItems(client, shop.tables.purchases),
  }
}
