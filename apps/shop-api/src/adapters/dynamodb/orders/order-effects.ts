import { sumOf } from '@nashta/contracts/pricing/sums'
import type { Documents } from '@nashta/documents/documents'
import { documentWrites } from '@nashta/documents/dynamodb-documents'
import type { TransactItem } from '@nashta/dynamodb/transact'
import type { CartRecord } from '../../../cart/cart-store.ts'
import { type Batch, type BatchBook } from '../../../catalogue/batches/batch-book.ts'
import { bookKey, usedUpKeys } from '../../../catalogue/batches/book-documents.ts'
import { customerUsesKey, type OfferUses, type StoredUses, usesPk } from '../../../offers/offer-uses.ts'
import { logWrites } from '../../../operator-log/operator-log.ts'
import {
  type CashSum,
  cashSumsPk,
  type NumberedCash,
  type OwedCash,
  owedPk,
  type StoredCash,
} from '../../../orders/order/cash-owed.ts'
import type { OrderEffect, OrderMail, OrderRecord } from '../../../orders/order/purchase-store.ts'
import {
  countPersons,
  figuresKey,
  type PersonFigures,
  personsOf,
} from '../../../orders/persons/person-figures.ts'
import { decideEffects } from '../../../orders/work/decide-effects.ts'
import { batchesGivenBack, type StoredBatches } from '../../../orders/work/order-batches.ts'
import type { Taking } from '../../../orders/work/take-units.ts'
import { cartWrite, type EventWrites } from '../cart-items.ts'
import type { DynamoProductStore } from '../catalogue/product-store.ts'
import { isCountedBySale, saleCorrectionWrites, saleWrite } from '../catalogue/sales.ts'
import type { Mutex } from '../mutex.ts'
import { returnStockWrites } from '../stock/return-stock.ts'
import { partsToReturn, type TakenPart } from '../stock/stock-items.ts'
import { takeStockWrites } from '../stock/take-stock.ts'
import type { ShopTables } from '../tables.ts'
import { bankReferenceWrite } from './bank-references.ts'
import type { StoredOrder } from './order-items.ts'
import type { createOrderReads } from './order-reads.ts'
import { readUnpaidOrders } from './orders-by-key.ts'
import type { StockReservations } from './stock-reservation.ts'

export type DynamoPurchaseStoreDeps = ShopTables & {
  products: DynamoProductStore
  mutex: Mutex
  /** Returns the outbox writes of a mail, for the transaction that stores the order. */
  mailWrites: (order: OrderRecord, mail: OrderMail) => TransactItem[]
  eventWrites?: EventWrites
  now: () => Date
}

export type PurchaseDeps = DynamoPurchaseStoreDeps & {
  /** In the table of the orders. */
  documents: Documents
  orders: ReturnType<typeof createOrderReads>
  reservations: StockReservations
}

export type EffectWrites = {
  writes: TransactItem[]
  /** Whether `writes` changes the stock of products. */
  changesStock: boolean
  /** Whether `writes` already adds the order to the totals of its day, as part of a sale. */
  countsOrderBySale: boolean
}

/** Reads what the effects need, and decides them. `cart` is the cart that was read with the order. */
export async function readAndDecide(
  deps: PurchaseDeps,
  order: OrderRecord,
  cart: CartRecord,
  effects: readonly OrderEffect[],
) {
  const restoresCart = effects.some(({ kind }) => kind === 'restoreCartLines')
  const published = restoresCart
    ? await deps.products.findRequested(order.lines.map(({ productId }) => productId))
    : new Map<string, unknown>()
  const limits = effects.flatMap((effect) => (effect.kind === 'countUnpaid' ? effect.limits : []))
  const unpaid = await readUnpaidOrders(deps, limits)
  const offerUses = await readOfferUses(deps, order, effects)
  const batches = await readBatches(deps, effects)
  const cash = await readCash(deps, order, effects)
  const decided = decideEffects(order, effects, {
    cart: () => cart,
    publishedProducts: () => published,
    ordersUnder: unpaid.earlierOrders,
    offerUses: ({ offerId }) => offerUses.get(offerId) ?? { shards: [], customer: null },
    cash: () => cash,
    batches: (productId) => batches.get(productId) ?? { book: null, usedUp: [], stock: undefined },
    now: deps.now(),
  })
  return { decided, countingWrites: unpaid.writes(order.purchaseId, decided.countedUnder) }
}

/** Reads what couriers owe, if an effect changes it. */
async function readCash(
  { documents }: PurchaseDeps,
  { purchaseId }: OrderRecord,
  effects: readonly OrderEffect[],
): Promise<StoredCash> {
  if (!effects.some(({ kind }) => kind === 'oweCash')) return { ofOrder: [], sums: [] }
  const [ofOrder, sums] = await Promise.all([
    documents.listByKey<OwedCash | NumberedCash>(owedPk(purchaseId)),
    documents.listByKey<CashSum>(cashSumsPk(purchaseId)),
  ])
  return { ofOrder, sums }
}

/** The writes that keep the figures of the order's person right. */
export async function personWrites(
  { documents, tables }: PurchaseDeps,
  before: OrderRecord | null,
  after: OrderRecord | null,
): Promise<TransactItem[]> {
  const found = await Promise.all(
    personsOf(before, after).map(async (personId) => {
      const figures = await documents.get<PersonFigures>(figuresKey(personId))
      return [personId, figures] as const
    }),
  )
  const figures = new Map(found)
  return documentWrites(
    tables.purchases,
    countPersons(before, after, (personId) => figures.get(personId) ?? null),
  )
}

/** Reads the uses of the order's offers, if an effect changes them. */
async function readOfferUses(
  { documents }: PurchaseDeps,
  { offers = [] }: OrderRecord,
  effects: readonly OrderEffect[],
): Promise<Map<string, StoredUses>> {
  const offersBefore = effects.flatMap((effect) =>
    effect.kind === 'correctOffers' ? (effect.before.offers ?? []) : [],
  )
  const isChanged = effects.some(
    ({ kind }) => kind === 'useOffers' || kind === 'returnOffers' || kind === 'correctOffers',
  )
  if (!isChanged) return new Map()
  const entries = [...offers, ...offersBefore].map(
    async ({ offerId, customer }): Promise<[string, StoredUses]> => {
      const [shards, ofCustomer] = await Promise.all([
        documents.listByKey<OfferUses>(usesPk(offerId)),
        customer === undefined ? null : documents.get<{ count: number }>(customerUsesKey(customer, offerId)),
      ])
      return [offerId, { shards, customer: ofCustomer }]
    },
  )
  return new Map(await Promise.all(entries))
}

/** Reads the batches that effects change, and the stock of their products. */
async function readBatches(
  { documents, products }: PurchaseDeps,
  effects: readonly OrderEffect[],
): Promise<Map<string, StoredBatches>> {
  const productIds = new Set(effects.flatMap(productsInBatches))
  const entries = Array.from(productIds, async (productId): Promise<[string, StoredBatches]> => {
    const book = await documents.get<BatchBook>(bookKey(productId))
    const shards = book ? await products.readStock(productId) : []
    const stock = shards.length > 0 ? sumOf(shards.map(({ units }) => units)) : undefined
    const keys = book ? usedUpKeys(book.body, batchesGivenBack(effects, productId)) : []
    const usedUp = await Promise.all(keys.map((key) => documents.get<Batch>(key)))
    return [productId, { book, usedUp, stock }]
  })
  return new Map(await Promise.all(entries))
}

function productsInBatches(effect: OrderEffect): string[] {
  if (effect.kind === 'pickUnits') return effect.units.map(({ productId }) => productId)
  if (effect.kind === 'returnPicks') return effect.picks.map(({ productId }) => productId)
  if (effect.kind === 'returnStock') return effect.stock.map(({ productId }) => productId)
  return effect.kind === 'loseUnits' ? effect.lost.map(({ productId }) => productId) : []
}

/**
 * The writes of decided effects. `takenParts` are all units of the order. `taken` has those among
 * them that the stored order takes with this transaction.
 */
export async function writesOfEffects(
  deps: PurchaseDeps,
  { decided, countingWrites }: Awaited<ReturnType<typeof readAndDecide>>,
  cartBefore: CartRecord,
  takenParts: StoredOrder['takenParts'],
  taken: { parts: readonly TakenPart[]; kind: Taking['kind'] } | null = null,
): Promise<EffectWrites> {
  const { order, cart, soldAt, correctedSales, returnedStock } = decided
  const { carts, products, purchases } = deps.tables
  const { eventWrites = () => [] } = deps
  const at = deps.now()
  const referenceWrites = decided.references.map((each) => bankReferenceWrite(deps, each, order.purchaseId))
  const returnWrites = returnedStock
    ? returnStockWrites(deps, partsToReturn(takenParts, returnedStock.stock), {
        orderId: order.purchaseId,
        because: returnedStock.because,
        at,
      })
    : []
  return {
    writes: [
      ...(cart ? [cartWrite(carts, cartBefore, cart)] : []),
      // Sales are read in the order of their keys, so a sale has the time at which it is written.
      ...(soldAt ? [saleWrite(purchases, order, at)] : []),
      ...(correctedSales
        ? saleCorrectionWrites(purchases, order, { sold: correctedSales.sold, soldAt: correctedSales.at, at })
        : []),
      ...(await returnWrites),
      ...(taken
        ? takeStockWrites(products, taken.parts, { orderId: order.purchaseId, kind: taken.kind, at })
        : []),
      ...(await Promise.all(referenceWrites)),
      ...countingWrites,
      ...decided.mails.flatMap((mail) => deps.mailWrites(order, mail)),
      ...decided.logEntries.flatMap((entry) => documentWrites(purchases, logWrites(entry))),
      ...documentWrites(purchases, decided.documents),
      ...eventWrites(decided.events),
    ],
    changesStock: taken !== null || returnedStock !== null,
    countsOrderBySale: soldAt !== null && isCountedBySale(order, at),
  }
}
