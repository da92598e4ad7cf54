import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { type ApiResponse, DONUT, donutOrder, type Shopper } from '../shopper.ts'

/** One order takes what was put into the cart before it: there is a largest quantity. */
const ADDS_PER_ORDER = 3

/** A write, under the key by which the store's file remembers it. */
export type Write = { shopper: Shopper; key: string; isOrder: boolean }

/** A write that was answered with yes, when the disk's log stood at `position`. */
export type Acknowledged = Write & { position: number }

/** Things into the cart, and now and then an order, each under its own key. */
export function nextWrite(shopper: Shopper, turn: number): Write {
  return { shopper, key: randomUUID(), isOrder: turn % (ADDS_PER_ORDER + 1) === ADDS_PER_ORDER }
}

export function send({ shopper, key, isOrder }: Write): Promise<ApiResponse> {
  const { userId, call } = shopper
  const headers = { [IDEMPOTENCY_KEY_HEADER]: key }
  return isOrder
    ? call('POST', `/purchases/${userId}`, donutOrder(ADDS_PER_ORDER), headers)
    : call('POST', `/carts/${userId}`, { ...DONUT, quantity: 1 }, headers)
}

export type Found = {
  isDamaged: boolean
  /** Writes that were answered with yes and are not there. */
  lost: number
  /** Carts that are not what was done to them: a write that is there in part. */
  partial: number
}

/** Opens the shop's file as a store does that comes back after it was cut off. */
export function inspectShop(folder: string, acknowledged: readonly Write[]): Found {
  const path = join(folder, 'shop.sqlite')
  return { isDamaged: !isWhole(path), ...inspectWrites(path, acknowledged) }
}

/** Puts files where they were found. */
export function layOut(folder: string, files: ReadonlyMap<string, Buffer>) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
}

function isWhole(path: string) {
  try {
    return open(path, (file) => file.prepare('PRAGMA integrity_check').get()?.['integrity_check'] === 'ok')
  } catch {
    return false
  }
}

function inspectWrites(path: string, acknowledged: readonly Write[]) {
  try {
    return open(path, (file) => {
      const kept = new Set(
        file
          .prepare('SELECT key FROM cartOperations UNION ALL SELECT attemptKey FROM orders')
          .all()
          .map(({ key }) => key),
      )
      const [partial] = file.prepare(PARTIAL_SQL).all() as [{ carts: number }]
      return {
        lost: acknowledged.filter(({ key }) => !kept.has(`key:${key}`)).length,
        partial: partial.carts,
      }
    })
  } catch {
    return { lost: acknowledged.length, partial: 0 }
  }
}

/** Each thing put in and each order is one change of the cart, and each order has its lines and its attempt. */
const PARTIAL_SQL = `
  SELECT count(*) AS carts FROM carts
  WHERE version <> (SELECT count(*) FROM cartOperations WHERE userId = carts.userId)
    + (SELECT count(*) FROM orders
       WHERE userId = carts.userId AND attemptKey IS NOT NULL AND state = 'placed' AND lines <> '[]')`

function open<Result>(path: string, look: (file: DatabaseSync) => Result): Result {
  const file = new DatabaseSync(path)
  try {
    // What is found is looked at once and thrown away.
    file.exec('PRAGMA synchronous = OFF')
    return look(file)
  } finally {
    file.close()
  }
}
