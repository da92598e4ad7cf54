import { queryItems, readItem, readItems } from '@nashta/dynamodb/read-items'
import { shardOf } from '@nashta/dynamodb/shard-of'
import { TransactionRefused } from '@nashta/dynamodb/transact'
import { deleteItem, putItem, updateItem } from '@nashta/dynamodb/write-item'
import type { OrderLine, OrderRecord } from '../../../purchases/purchase-store.ts'
import { outOfStock } from '../../../purchases/purchase.ts'
import type { DynamoProductStore } from '../catalogue/product-store.ts'
import { ownerKey } from '../orders/order-items.ts'
import { type ShopTables, toEpochSeconds } from '../tables.ts'
import {
  returnUpdate,
  STOCK_SHARDS_MAX,
  type StockItem,
  stockKey,
  stockKeys,
  type StockShard,
  type TakenPart,
} from './stock-items.ts'

/**
 * After this time the reconciler returns the units of an order that is not stored. Storing an order
 * takes less time.
 */
const HOLD_MS = 60_000

/** The number of keys over which the list of reservations is spread. */
const RESERVATION_SHARD_COUNT = 16

/** For this time after `refuseOrder`, a slow request cannot store the refused order. */
const REFUSAL_LIFETIME_MS = 24 * 60 * 60 * 1000

/** How often the shards of a stock are read when other orders take units at the same time. */
const TAKE_ROUNDS = 6

export type StockDeps = ShopTables & { products: DynamoProductStore; now: () => Date }

/** The units that an order has reserved so far. A retry of the order's transaction uses the same reservation. */
export type Reservation = {
  purchaseId: string
  /** The item that lists the reservation; null before it is stored. */
  key: ReservationKey | null
  /** The products that the item lists. The reconciler looks for units of these only. */
  productIds: readonly string[]
  takenParts: TakenPart[]
  /** How many requests failed or are in flight. They may have taken units beyond `takenParts`. */
  requestsWithoutResponse: number
}

type ReservationKey = { pk: string; sk: string }

/**
 * Orders of one product share its stock. Transactions would make them wait for each other, so units
 * are taken by single updates before the order's transaction. A reservation lists the units until
 * the order is stored.
 */
export function createStockReservations({ client, tables, products, now }: StockDeps) {
  const table = tables.products

  /** Throws when too few units are left. Units that were taken before the error stay in the reservation. */
  async function reserve(reservation: Reservation, lines: readonly OrderLine[]) {
    const missingLines = lines.filter((line) => missingUnits(reservation, line) > 0)
    if (missingLines.length === 0) return
    for (const line of missingLines) await assertAvailable(line, missingUnits(reservation, line))
    const isListed = ({ productId }: OrderLine) => reservation.productIds.includes(productId)
    if (!missingLines.every(isListed)) await storeReservation(reservation, missingLines)
    // All lines end before an error is thrown, so that the reservation lists every taken unit.
    const takes = missingLines.map((line) => takeLine(reservation, line))
    const results = await Promise.allSettled(takes)
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }

  /**
   * Refuses an order of a sold-out product before anything is written. The stock in memory may be
   * old, so storage is read before an order is refused.
   */
  async function assertAvailable(line: OrderLine, missing: number) {
    if (unitsIn(products.stockOf(line.productId)) >= missing) return
    const shards = await products.readStock(line.productId)
    if (shards.length === 0) throw staleStockError(line.productId)
    const available = unitsIn(shards)
    const reserved = line.quantity - missing
    if (available < missing) throw outOfStock(line, available + reserved)
  }

  /** Must be called before any unit is taken, so that the reconciler finds the units if this process dies. */
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
    const { purchaseId, takenParts } = reservation
    const { productId, quantity } = line
    const take = async ({ shard }: StockShard, units: number) => {
      // A failed request throws, so it stays counted.
      reservation.requestsWithoutResponse += 1
      const isTaken = await takeUnits(purchaseId, { productId, shard, quantity: units })
      reservation.requestsWithoutResponse -= 1
      if (isTaken) takenParts.push({ productId, shard, quantity: units })
      return isTaken
    }
    // A shard has one hold for each order, so an order takes units from it only once.
    const isUnused = ({ shard }: StockShard) =>
      !takenParts.some((part) => part.productId === productId && part.shard === shard)
    let rest = missingUnits(reservation, line)
    const sufficient = products.stockOf(productId).filter((each) => each.units >= rest && isUnused(each))
    const first = pickOne(sufficient)
    if (first && (await take(first, rest))) return

    // The stock in memory was too old or too small, so storage is read.
    for (let round = 0; round < TAKE_ROUNDS; round += 1) {
      const shards = await products.readStock(productId)
      if (shards.length === 0) throw staleStockError(productId)
      const unused = shards.filter(isUnused)
      const available = unitsIn(unused)
      const reserved = quantity - rest
      if (available < rest) throw outOfStock(line, available + reserved)
      const sufficientShard = pickOne(unused.filter(({ units }) => units >= rest))
      const largestFirst = unused.toSorted((a, b) => b.units - a.units)
      const chosen = sufficientShard ? [sufficientShard] : largestFirst
      for (const shard of chosen) {
        const units = Math.min(shard.units, rest)
        if (units > 0 && (await take(shard, units))) rest -= units
      }
      if (rest === 0) return
    }
    throw staleStockError(productId)
  }

  /** This error makes the purchase begin again, with the product read from storage. */
  function staleStockError(productId: string) {
    products.markStale()
    return new TransactionRefused(new Set([productId]))
  }

  /** Returns false when too few units are left. */
  async function takeUnits(purchaseId: string, { productId, shard, quantity }: TakenPart) {
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
    if (stored) products.putStock([stored])
    // A lost response makes the SDK send the update again. The hold of the first update then refuses the second.
    return updated !== null || stored?.held[purchaseId]?.quantity === quantity
  }

  /** Ends the reservation of a stored order: its units stay taken. */
  async function confirm({ purchaseId, key, takenParts }: Reservation) {
    await Promise.all(takenParts.map((part) => removeHold(purchaseId, part)))
    if (key) await deleteItem(client, { TableName: tables.purchases, Key: key })
  }

  async function removeHold(purchaseId: string, { productId, shard }: TakenPart) {
    await updateItem(client, {
      TableName: table,
      Key: stockKey(productId, shard),
      UpdateExpression: 'REMOVE held.#order',
      ConditionExpression: 'attribute_exists(held.#order)',
      ExpressionAttributeNames: { '#order': purchaseId },
    })
  }

  /**
   * Returns the units of an order whose transaction seems to have failed. Perhaps only the response
   * was lost, so the order is refused first. A refused order cannot be stored any more. An order
   * that is stored already cannot be refused, and its units stay taken.
   */
  async function giveBackUnlessStored(reservation: Reservation) {
    const { purchaseId, key, takenParts, requestsWithoutResponse } = reservation
    // More units may be taken than `takenParts` lists. The reconciler returns all of them later.
    if (requestsWithoutResponse > 0) return
    // Without taken units there is nothing to return, so the order need not be refused.
    const mayReturn = takenParts.length === 0 || (await refuseOrder(purchaseId))
    if (!mayReturn) return confirm(reservation)
    const returned = await Promise.all(
      takenParts.map((each) => updateItem<StockItem>(client, heldReturnUpdate(purchaseId, each))),
    )
    products.putStock(returned.filter((item) => item !== null))
    if (key) await deleteItem(client, { TableName: tables.purchases, Key: key })
  }

  /** Like `returnUpdate`, but refused when the units are no longer reserved. */
  function heldReturnUpdate(purchaseId: string, part: TakenPart) {
    return { ...returnUpdate(table, purchaseId, part), ConditionExpression: 'attribute_exists(held.#order)' }
  }

  /**
   * Stores a refusal in place of the order's owner item. Returns false when the order is stored:
   * its owner item then has a `userId`.
   */
  async function refuseOrder(purchaseId: string) {
    const expiresAt = toEpochSeconds(new Date(now().getTime() + REFUSAL_LIFETIME_MS))
    const refused = await updateItem(client, {
      TableName: tables.purchases,
      Key: ownerKey(purchaseId),
      UpdateExpression: 'SET refused = :true, expiresAt = :expiry',
      ConditionExpression: 'attribute_not_exists(userId)',
      ExpressionAttributeValues: { ':true': true, ':expiry': expiresAt },
    })
    return refused !== null
  }

  return {
    reserve,
    confirm,
    giveBackUnlessStored,

    /** Ends the reservations of processes that died. The units of orders that were not stored are returned. */
    async reconcile() {
      const before = new Date(now().getTime() - HOLD_MS).toISOString()
      for (let shard = 0; shard < RESERVATION_SHARD_COUNT; shard += 1) {
        const abandoned = await queryItems<AbandonedReservation>(client, {
          TableName: tables.purchases,
          KeyConditionExpression: 'pk = :pk AND sk < :before',
          ExpressionAttributeValues: { ':pk': reservationsPk(shard), ':before': before },
        })
        for (const { pk, sk, purchaseId, productIds } of abandoned) {
          const takenParts = await readHolds(purchaseId, productIds)
          const reservation = newReservation({ purchaseId })
          await giveBackUnlessStored({ ...reservation, key: { pk, sk }, productIds, takenParts })
        }
      }
    },
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

/** The units of the line that are not reserved yet. An attempt that failed may have reserved some. */
function missingUnits({ takenParts }: Reservation, { productId, quantity }: OrderLine) {
  const ofProduct = takenParts.filter((part) => part.productId === productId)
  return quantity - ofProduct.reduce((sum, part) => sum + part.quantity, 0)
}

function unitsIn(shards: readonly StockShard[]) {
  return shards.reduce((sum, { units }) => sum + units, 0)
}

/** Picks a random element, so that the orders of one product are spread over its shards. */
function pickOne<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)]
}

export function newReservation({ purchaseId }: Pick<OrderRecord, 'purchaseId'>): Reservation {
  return { purchaseId, key: null, productIds: [], takenParts: [], requestsWithoutResponse: 0 }
}
