import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { IDEMPOTENCY_KEY_HEADER } from '@nashta/contracts/constants'
import { type ApiResponse, DONUT, donutOrder, type Shopper } from '../shopper.ts'

/** After this many adds an order empties the cart, because the quantity of a cart line has a limit. */
const ADDS_PER_ORDER = 3

/** An add to a cart, or an order. Once stored, its idempotency key is in the shop's file. */
export type Write = { shopper: Shopper; key: string; isOrder: boolean }

/** A write whose success was confirmed when the disk's log was `position` bytes long. */
export type Acknowledged = Write & { position: number }

/** Makes a write with a new key. Its number decides whether it is an add or an order. */
export function createWrite(shopper: Shopper, number: number): Write {
  return { shopper, key: randomUUID(), isOrder: number % (ADDS_PER_ORDER + 1) === ADDS_PER_ORDER }
}

export function send({ shopper, key, isOrder }: Write): Promise<ApiResponse> {
  const { userId, call } = shopper
  const headers = { [IDEMPOTENCY_KEY_HEADER]: key }
  return isOrder
    ? call('POST', `/purchases/${userId}`, donutOrder(ADDS_PER_ORDER), headers)
    : call('POST', `/carts/${userId}`, { ...DONUT, quantity: 1 }, headers)
}

export type Findings = {
  isDamaged: boolean
  /** Confirmed writes that are missing. */
  lost: number
  /** Carts that do not match their operations, which means a partial write. */
  partial: number
}

/**
 * Looks for damage and for lost or partial writes in the shop's file. SQLite recovers the file when
 * it is opened, as for a restarted store.
 */
export function inspectShop(folder: string, acknowledged: readonly Write[]): Findings {
  const path = join(folder, 'shop.sqlite')
  return { isDamaged: !isWhole(path), ...inspectWrites(path, acknowledged) }
}

/** Deletes the folder, and makes it again with these files only. */
export function replaceFolder(folder: string, files: ReadonlyMap<string, Buffer>) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
}

function isWhole(path: string) {
  try {
    return inspectFile(path, (file) => {
      const row = file.prepare('PRAGMA integrity_check').get()
      return row?.['integrity_check'] === 'ok'
    })
  } catch {
    return false
  }
}

function inspectWrites(path: string, acknowledged: readonly Write[]) {
  try {
    return inspectFile(path, (file) => {
      const stored = new Set(
        file
          .prepare('SELECT key FROM cartOperations UNION ALL SELECT attemptKey FROM orders')
          .all()
          .map(({ key }) => key),
      )
      const { carts } = file.prepare(PARTIAL_CARTS_SQL).get() as { carts: number }
      return {
        // The store puts `key:` before a client's key.
        lost: acknowledged.filter(({ key }) => !stored.has(`key:${key}`)).length,
        partial: carts,
      }
    })
  } catch {
    // The file is so damaged that nothing can be read.
    return { lost: acknowledged.length, partial: 0 }
  }
}

/**
 * Counts the carts with a wrong version. Each add and each placed order raises the version by one.
 * An order that lacks its lines or its attempt key does not count: it was stored in part.
 */
const PARTIAL_CARTS_SQL = `
  SELECT count(*) AS carts FROM carts
  WHERE version <> (SELECT count(*) FROM cartOperations WHERE userId = carts.userId)
    + (SELECT count(*) FROM orders
       WHERE userId = carts.userId AND attemptKey IS NOT NULL AND state = 'placed' AND lines <> '[]')`

function inspectFile<Result>(path: string, inspect: (file: DatabaseSync) => Result): Result {
  const file = new DatabaseSync(path)
  try {
    // The file is only inspected and then deleted, so nothing has to be synced.
    file.exec('PRAGMA synchronous = OFF')
    return inspect(file)
  } finally {
    file.close()
  }
}
