import { queryItems, readItem, readItems } from '@nashta/dynamodb/read-items'
import { shardOf } from '@nashta/dynamodb/shard-of'
import { TransactionRefused } from '@nashta/dynamodb/transact'
import { deleteItem, putItem, updateItem } from '@nashta/dynamodb/write-item'
import type { OrderLine, OrderRecord } from '../../../orders/order/purchase-store.ts'
import { outOfStock } from '../../../orders/order/purchase.ts'
import { archiveEntries } from '../stock/stock-archive.ts'
import {
  confirmUpdate,
  releaseUpdate,
  STOCK_SHARDS_MAX,
  type StockItem,
  stockKey,
  stockKeys,
  type StockShard,
  type StockSource,
  type TakenPart,
} from '../stock/stock-items.ts'
import { type ShopTables, toEpochSeconds } from '../tables.ts'
import { ownerKey } from './order-items.ts'

/** `reconcile` ends older reservations, because storing an order takes less than a minute. */
const ABANDONED_AFTER_MS = 60_000

/** The list of reservations has this many partition keys. */
const RESERVATION_SHARD_COUNT = 16

/** How often the stock is read for a line. Other orders may take units between read and update. */
const TAKE_ROUNDS = 6

export type StockDeps = ShopTables & { products: StockSource; now: () => Date }

/**
 * The units that an order has reserved so far. A retry of the order's transaction uses the same
 * reservation.
 */
export type Reservation = {
  purchaseId: string
  /** The key of the reservation's item; null before the item is stored. */
  key: ReservationKey | null
  /** The products in the reservation's item. The reconciler gives back only their units. */
  productIds: readonly string[]
  takenParts: TakenPart[]
  /** True after a request failed: the request may have taken units that `takenParts` lacks. */
  mayHaveMoreUnits: boolean
}

type ReservationKey = { pk: string; sk: string }

/**
 * Orders of one product share its stock, and would wait for each other if their transactions took
 * the units. So single updates take the units before the order's transaction. The reservation lists
 * the taken units until the order is stored.
 */
export function createStockReservations({ client, tables, products, now }: StockDeps) {
  const table = tables.products

  /**
   * Takes the units that the reservation does not have yet. All lines are of products with counted
   * stock. If too few units are left, `reserve` throws, and the units taken so far stay in the
   * reservation.
   */
  async function reserve(reservation: Reservation, lines: readonly OrderLine[]) {
    const missingLines = lines.filter((line) => missingUnits(reservation, line) > 0)
    if (missingLines.length === 0) return
    for (const line of missingLines) await assertAvailable(line, missingUnits(reservation, line))
    const isListed = ({ productId }: OrderLine) => reservation.productIds.includes(productId)
    if (!missingLines.every(isListed)) await storeReservation(reservation, missingLines)
    // All lines end before an error is thrown, so that the reservation lists every taken unit.
    const results = await Promise.allSettled(missingLines.map((line) => takeLine(reservation, line)))
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    // `TransactionRefused` makes the purchase begin again, and any other error ends it. An unexpected
    // error must end it: the failed line may have taken units that `takenParts` lacks, and a new try
    // would take them again.
    const errorThatEndsPurchase = errors.find((each) => !(each instanceof TransactionRefused))
    const error = errorThatEndsPurchase ?? errors[0]
    if (error !== undefined) throw error
  }

  /**
   * Refuses an order of a sold-out product before anything is written. The stock in memory may be
   * old, so storage is read before an order is refused.
   */
  async function assertAvailable(line: OrderLine, missing: number) {
    if (unitsIn(products.stockOf(line.productId)) >= missing) return
    const shards = await readCountedStock(line.productId)
    const available = unitsIn(shards)
    const reserved = line.quantity - missing
    if (available < missing) throw outOfStock(line, available + reserved)
  }

  /**
   * Stores the reservation's item, or adds the products of `lines` to the item. Must be called
   * before units are taken, so that the reconciler finds the units if this process dies.
   */
  async function storeReservation(reservation: Reservation, lines: readonly OrderLine[]) {
    const { purchaseId } = reservation
    const shard = shardOf(purchaseId, RESERVATION_SHARD_COUNT)
    const newKey = { pk: reservationsPk(shard), sk: `${now().toISOString()}#${purchaseId}` }
    const key = reservation.key ?? newKey
    const productIds = [...new Set([...reservation.productIds, ...lines.map(({ productId }) => productId)])]
    await putItem(client, tables.purchases, { ...key, purchaseId, productIds })
    reservation.key = key
    reservation.productIds = productIds
  }

  async function takeLine(reservation: Reservation, line: OrderLine) {
    const { productId } = line
    const missing = missingUnits(reservation, line)
    const inMemory = unusedShards(reservation, products.stockOf(productId))
    const sufficient = pickOne(inMemory.filter(({ units }) => units >= missing))
    if (sufficient && (await takeFromShard(reservation, sufficient, missing))) return

    // The stock in memory was too old or too small, so storage is read.
    for (let round = 0; round < TAKE_ROUNDS; round += 1) {
      await takeFromStorage(reservation, line)
      if (missingUnits(reservation, line) === 0) return
    }
    // In every round, other orders took the units first.
    products.markStale()
    throw restartPurchaseError(productId)
  }

  /** Reads the stock, and takes the missing units from one shard or, if necessary, from several. */
  async function takeFromStorage(reservation: Reservation, line: OrderLine) {
    const { productId, quantity } = line
    const shards = await readCountedStock(productId)
    const unused = unusedShards(reservation, shards)
    const available = unitsIn(unused)
    const missing = missingUnits(reservation, line)
    const reserved = quantity - missing
    if (available < missing) throw outOfStock(line, available + reserved)
    const sufficient = pickOne(unused.filter(({ units }) => units >= missing))
    const largestFirst = unused.toSorted((a, b) => b.units - a.units)
    const chosen = sufficient ? [sufficient] : largestFirst
    for (const shard of chosen) {
      const units = Math.min(shard.units, missingUnits(reservation, line))
      if (units > 0) await takeFromShard(reservation, shard, units)
    }
  }

  /** Takes units of one shard into the reservation. Returns false when the shard has too few. */
  async function takeFromShard(reservation: Reservation, source: StockShard, units: number) {
    const part = { productId: source.productsId, shard: source.shard, quantity: units }
    try {
      const isTaken = await updateShard(reservation.purchaseId, part)
      if (isTaken) reservation.takenParts.push(part)
      return isTaken
    } catch (error) {
      reservation.mayHaveMoreUnits = true
      throw error
    }
  }

  /**
   * Reads the shards of a product with counted stock. A sold-out product still has shards. Without
   * shards, the product was removed or is no longer counted, so the catalogue in memory is stale.
   */
  async function readCountedStock(productId: string) {
    const shards = await products.readStock(productId)
    if (shards.length === 0) {
      products.markStale()
      throw restartPurchaseError(productId)
    }
    return shards
  }

  /** Sends the update that takes the units. Returns false when too few units are left. */
  async function updateShard(purchaseId: string, { productId, shard, quantity }: TakenPart) {
    const Key = stockKey(productId, shard)
    const updated = await updateItem<StockItem>(client, {
      TableName: table,
      Key,
      UpdateExpression: 'SET units = units - :quantity, version = version + :one, held.#order = :hold',
      ConditionExpression: 'units >= :quantity AND attribute_not_exists(held.#order)',
      ExpressionAttributeNames: { '#order': purchaseId },
      ExpressionAttributeValues: { ':quantity': quantity, ':one': 1, ':hold': { quantity } },
    })
    const stored = updated ?? (await readItem<StockItem>(client, table, Key))
    if (stored) products.publishStock([stored])
    // After a lost response, the SDK sends the update again. The hold of the first update then
    // refuses the second update, although the units are taken.
    const hasHold = stored?.held[purchaseId]?.quantity === quantity
    return updated !== null || hasHold
  }

  /** Ends the reservation of a stored order: its units stay taken. */
  async function confirm({ purchaseId, key, takenParts }: Reservation) {
    await Promise.all(takenParts.map((part) => confirmHold(purchaseId, part)))
    if (key) await deleteItem(client, { TableName: tables.purchases, Key: key })
  }

  async function confirmHold(purchaseId: string, part: TakenPart) {
    const update = confirmUpdate(table, purchaseId, part, now())
    const confirmed = await updateItem<StockItem>(client, update)
    if (confirmed) await archiveEntries({ client, tables }, confirmed)
  }

  /**
   * Ends the reservation of an order that is probably not stored, and gives its units back. If the
   * order is stored, and only the response of its transaction was lost, its units stay taken.
   */
  async function giveBackUnlessOrderStored(reservation: Reservation) {
    const { purchaseId, key, takenParts, mayHaveMoreUnits } = reservation
    // `reconcile` reads all holds of the order later, and gives back their units.
    if (mayHaveMoreUnits) return
    if (takenParts.length > 0) {
      const outcome = await refuseUnlessStored({ client, tables, now }, purchaseId)
      if (outcome === 'stored') return confirm(reservation)
      await returnParts(purchaseId, takenParts)
    }
    if (key) await deleteItem(client, { TableName: tables.purchases, Key: key })
  }

  async function returnParts(purchaseId: string, parts: readonly TakenPart[]) {
    const returned = await Promise.all(
      parts.map((part) => updateItem<StockItem>(client, releaseUpdate(table, purchaseId, part))),
    )
    products.publishStock(returned.filter((item) => item !== null))
  }

  return {
    reserve,
    confirm,
    giveBackUnlessOrderStored,

    /** Ends the reservations of processes that died. Orders that are stored keep their units. */
    async reconcile(reportError: (error: unknown) => void) {
      const before = new Date(now().getTime() - ABANDONED_AFTER_MS).toISOString()
      for (let shard = 0; shard < RESERVATION_SHARD_COUNT; shard += 1) {
        const abandoned = await queryItems<AbandonedReservation>(client, {
          TableName: tables.purchases,
          KeyConditionExpression: 'pk = :pk AND sk < :before',
          ExpressionAttributeValues: { ':pk': reservationsPk(shard), ':before': before },
        })
        for (const reservation of abandoned) await endAbandoned(reservation).catch(reportError)
      }
    },
  }

  async function endAbandoned({ pk, sk, purchaseId, productIds }: AbandonedReservation) {
    const takenParts = await readHolds(purchaseId, productIds)
    const reservation = newReservation({ purchaseId })
    await giveBackUnlessOrderStored({ ...reservation, key: { pk, sk }, productIds, takenParts })
  }

  async function readHolds(purchaseId: string, productIds: readonly string[]): Promise<TakenPart[]> {
    const keys = productIds.flatMap((productId) => stockKeys(table, productId, STOCK_SHARDS_MAX))
    const items = (await readItems<StockItem>(client, keys)).get(table) ?? []
    return items.flatMap(({ productsId, shard, held }) => {
      const hold = held[purchaseId]
      return hold ? [{ productId: productsId, shard, quantity: hold.quantity }] : []
    })
  }
}

export type StockReservations = ReturnType<typeof createStockReservations>

type AbandonedReservation = ReservationKey & { purchaseId: string; productIds: string[] }

function reservationsPk(shard: number) {
  return `reservations#${shard}`
}

/** A refusal is deleted after this time. No request that may store the order takes so long. */
const REFUSAL_LIFETIME_MS = 24 * 60 * 60 * 1000

/**
 * Stores a refusal under the key of the order's owner item, so that no request can store the order
 * any more. An order is stored if its owner item has a `userId`.
 */
async function refuseUnlessStored(
  { client, tables, now }: Omit<StockDeps, 'products'>,
  purchaseId: string,
): Promise<'refused' | 'stored'> {
  const expiresAt = toEpochSeconds(new Date(now().getTime() + REFUSAL_LIFETIME_MS))
  const refused = await updateItem(client, {
    TableName: tables.purchases,
    Key: ownerKey(purchaseId),
    UpdateExpression: 'SET refused = :true, expiresAt = :expiry',
    ConditionExpression: 'attribute_not_exists(userId)',
    ExpressionAttributeValues: { ':true': true, ':expiry': expiresAt },
  })
  return refused === null ? 'stored' : 'refused'
}

/** After this error, `withRetries` begins the purchase again. */
function restartPurchaseError(productId: string) {
  return new TransactionRefused(new Set([productId]))
}

/** The units of the line that are not reserved yet. An earlier try may have reserved some units. */
function missingUnits({ takenParts }: Reservation, { productId, quantity }: OrderLine) {
  const ofProduct = takenParts.filter((part) => part.productId === productId)
  return quantity - ofProduct.reduce((sum, part) => sum + part.quantity, 0)
}

/** A shard has one hold for each order, so an order takes units from a shard only once. */
function unusedShards({ takenParts }: Reservation, shards: readonly StockShard[]) {
  return shards.filter(
    ({ productsId, shard }) =>
      !takenParts.some((part) => part.productId === productsId && part.shard === shard),
  )
}

function unitsIn(shards: readonly StockShard[]) {
  return shards.reduce((sum, { units }) => sum + units, 0)
}

/** Picks a random element, so that the orders of one product are spread over its shards. */
function pickOne<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)]
}

export function newReservation({ purchaseId }: Pick<OrderRecord, 'purchaseId'>): Reservation {
  return { purchaseId, key: null, productIds: [], takenParts: [], mayHaveMoreUnits: false }
}
