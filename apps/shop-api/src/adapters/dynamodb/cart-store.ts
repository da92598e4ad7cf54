import { readItem, readItems } from '@nashta/dynamodb/read-items'
import { transact, type TransactItem } from '@nashta/dynamodb/transact'
import type { CartOperation, CartRecord, CartStore, CartUpdate, UpdatedCart } from '../../cart/cart-store.ts'
import { applyUpdate } from '../../cart/cart-update.ts'
import {
  type CartEvents,
  type CartItem,
  cartKey,
  cartWrite,
  type OperationItem,
  operationKey,
  operationWrite,
  toCart,
} from './cart-items.ts'
import type { Mutex } from './mutex.ts'
import { secondOf, type ShopTables } from './tables.ts'
import { withRetries } from './with-retries.ts'

/** An update brings up to two items of its own into a transaction of at most a hundred. */
const UPDATES_PER_TRANSACTION = 45

type PendingUpdate = CartUpdate & {
  resolve: (updated: UpdatedCart) => void
  reject: (error: unknown) => void
}

/** The cart after a batch of updates, what they write beside it, and the calls that respond to each. */
type AppliedBatch = {
  cart: CartRecord
  operations: readonly CartOperation[]
  events: readonly TransactItem[]
  responses: readonly (() => void)[]
}

export type DynamoCartStoreDeps = ShopTables & { mutex: Mutex; now: () => Date; cartEvents?: CartEvents }

/** Updates of one cart that queue for its mutex are written in one transaction. */
export function createDynamoCartStore(deps: DynamoCartStoreDeps): CartStore {
  const { client, tables, mutex, now, cartEvents = () => [] } = deps
  const table = tables.carts
  const queues = new Map<string, PendingUpdate[]>()

  /** The cart, and the fingerprints of the stored operations by their keys. */
  async function read(userId: string, updates: readonly CartUpdate[]) {
    const operations = updates.flatMap(({ operation }) => operation ?? [])
    if (operations.length === 0) return { cart: await find(userId), stored: new Map<string, string>() }
    const keys = new Map(
      [cartKey(userId), ...operations.map((operation) => operationKey(userId, operation))].map((key) => [
        key.item,
        { table, key },
      ]),
    )
    const items = await readItems<CartItem | OperationItem>(client, [...keys.values()])
    const found = items.get(table) ?? []
    const cart = found.find((item) => 'lines' in item)
    return { cart: toCart(cart, userId, now()), stored: liveOperations(found) }
  }

  /** DynamoDB may take days to delete an expired item. */
  function liveOperations(items: readonly (CartItem | OperationItem)[]) {
    const second = secondOf(now())
    return new Map(
      items
        .filter((item) => 'fingerprint' in item)
        .filter(({ expiresAt }) => expiresAt > second)
        .map(({ item, fingerprint }) => [item.replace('operation#', ''), fingerprint]),
    )
  }

  async function find(userId: string) {
    const item = await readItem<CartItem>(client, table, cartKey(userId))
    return toCart(item ?? undefined, userId, now())
  }

  /** A transaction even for one item: its token makes a retry after a lost response the same write. */
  async function write(before: CartRecord, { cart, operations, events }: AppliedBatch) {
    if (cart === before) return
    await transact(client, [
      cartWrite(table, before, cart),
      ...operations.map((operation) => operationWrite(table, cart.userId, operation, now())),
      ...events,
    ])
  }

  async function flush(userId: string) {
    const updates = queues.get(userId)?.splice(0, UPDATES_PER_TRANSACTION) ?? []
    if (queues.get(userId)?.length === 0) queues.delete(userId)
    if (updates.length === 0) return
    try {
      const responses = await withRetries(async () => {
        const { cart, stored } = await read(userId, updates)
        const batch = applyBatch(cart, stored, updates, { now, cartEvents })
        await write(cart, batch)
        return batch.responses
      })
      for (const respond of responses) respond()
    } catch (error) {
      for (const { reject } of updates) reject(error)
    }
  }

  return {
    find,
    async update(userId, update) {
      const { promise, resolve, reject } = Promise.withResolvers<UpdatedCart>()
      const queue = queues.get(userId) ?? []
      queue.push({ ...update, resolve, reject })
      queues.set(userId, queue)
      // An earlier flush may take this update along; its own then finds an empty queue.
      void mutex(userId, () => flush(userId))
      return promise
    },
  }
}

/** Applies one update after the other. A refused update leaves the others valid. */
function applyBatch(
  before: CartRecord,
  stored: ReadonlyMap<string, string>,
  updates: readonly PendingUpdate[],
  { now, cartEvents }: { now: () => Date; cartEvents: CartEvents },
): AppliedBatch {
  const fingerprints = new Map(stored)
  const operations: CartOperation[] = []
  const events: TransactItem[] = []
  const responses: (() => void)[] = []
  let cart = before
  for (const update of updates) {
    const { operation, resolve, reject } = update
    try {
      const updated = applyUpdate(cart, update, operation && fingerprints.get(operation.key), now())
      if (!updated.replayed) {
        events.push(...cartEvents(cart.lines, updated.cart))
        cart = updated.cart
        if (operation) {
          fingerprints.set(operation.key, operation.fingerprint)
          operations.push(operation)
        }
      }
      responses.push(() => resolve(updated))
    } catch (error) {
      responses.push(() => reject(error))
    }
  }
  return { cart, operations, events, responses }
}
