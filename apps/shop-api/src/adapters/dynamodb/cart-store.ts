import { queryItems, readItem, readItems } from '@nashta/dynamodb/read-items'
import { transact, TRANSACTION_ITEMS_MAX } from '@nashta/dynamodb/transact'
import { writeItems } from '@nashta/dynamodb/write-item'
import type { CartOperation, CartRecord, CartStore, CartUpdate, UpdatedCart } from '../../cart/cart-store.ts'
import { applyUpdate } from '../../cart/cart.ts'
import { cartEvents } from '../../events/shop-events.ts'
import {
  type CartItem,
  cartKey,
  cartWrite,
  type EventWrites,
  type OperationItem,
  operationKey,
  operationWrite,
  toCart,
} from './cart-items.ts'
import type { Mutex } from './mutex.ts'
import { type ShopTables, toEpochSeconds } from './tables.ts'
import { withRetries } from './with-retries.ts'

/** A transaction writes the cart, one outbox entry, and the operation of each update. */
const UPDATES_PER_TRANSACTION = TRANSACTION_ITEMS_MAX - 2

type PendingUpdate = CartUpdate & {
  resolve: (updated: UpdatedCart) => void
  reject: (error: unknown) => void
}

type AppliedBatch = {
  /** The cart after all updates of the batch. */
  cart: CartRecord
  /** The operations of the updates that changed the cart, to be stored with it. */
  operations: readonly CartOperation[]
  /**
   * One function for each update, which resolves or rejects the promise of the update. The
   * functions are called when the batch is stored.
   */
  settlePromises: readonly (() => void)[]
}

export type DynamoCartStoreDeps = ShopTables & {
  mutex: Mutex
  now: () => Date
  eventWrites?: EventWrites
}

/** Updates of the same cart that wait for its mutex are written together, in one transaction. */
export function createDynamoCartStore(deps: DynamoCartStoreDeps): CartStore {
  const { client, tables, mutex, now, eventWrites = () => [] } = deps
  const table = tables.carts
  const queues = new Map<string, PendingUpdate[]>()

  async function find(userId: string) {
    const item = await readItem<CartItem>(client, table, cartKey(userId))
    return toCart(item ?? undefined, userId, now())
  }

  /**
   * Reads the cart, and finds out which of the operations are stored already. `fingerprints` maps
   * the sort key of each stored operation to its fingerprint.
   */
  async function readWithOperations(userId: string, operations: readonly CartOperation[]) {
    if (operations.length === 0) return { cart: await find(userId), fingerprints: new Map<string, string>() }
    const operationSortKeys = operations.map((operation) => operationKey(userId, operation).item)
    // The set removes duplicates, which a batch read refuses: an operation may be queued twice.
    const sortKeys = new Set([cartKey(userId).item, ...operationSortKeys])
    const keys = Array.from(sortKeys, (sortKey) => ({ table, key: { userId, item: sortKey } }))
    const items = (await readItems<CartItem | OperationItem>(client, keys)).get(table) ?? []
    const cartItem = items.find((item) => 'lines' in item)
    const operationItems = items.filter((item) => 'fingerprint' in item)
    return { cart: toCart(cartItem, userId, now()), fingerprints: fingerprintsOf(operationItems) }
  }

  /** Leaves out expired operations: DynamoDB may take days to delete them. */
  function fingerprintsOf(items: readonly OperationItem[]) {
    const nowSeconds = toEpochSeconds(now())
    const live = items.filter(({ expiresAt }) => expiresAt > nowSeconds)
    return new Map(live.map(({ item: sortKey, fingerprint }) => [sortKey, fingerprint]))
  }

  async function write(before: CartRecord, { cart, operations }: AppliedBatch) {
    const isChanged = cart.version !== before.version
    if (!isChanged) return
    // The write is a transaction even if it has a single item. After a lost response, the SDK sends
    // the request again. DynamoDB recognises a transaction that it has already written, but would
    // refuse a second plain update, because the first update has changed the version.
    await transact(client, [
      cartWrite(table, before, cart),
      ...operations.map((operation) => operationWrite(table, cart.userId, operation, now())),
      ...eventWrites(cartEvents(before.lines, cart)),
    ])
  }

  /** Writes queued updates of one cart, as many as one transaction can hold. */
  async function flush(userId: string) {
    const queue = queues.get(userId) ?? []
    const updates = queue.splice(0, UPDATES_PER_TRANSACTION)
    if (queue.length === 0) queues.delete(userId)
    if (updates.length === 0) return
    const operations = updates.flatMap(({ operation }) => operation ?? [])
    try {
      const { settlePromises } = await withRetries(async () => {
        const { cart, fingerprints } = await readWithOperations(userId, operations)
        const batch = applyBatch(cart, fingerprints, updates, now)
        await write(cart, batch)
        return batch
      })
      for (const settlePromise of settlePromises) settlePromise()
    } catch (error) {
      for (const { reject } of updates) reject(error)
    }
  }

  return {
    find,
    async erase(userId) {
      await mutex(userId, async () => {
        const items = await queryItems<CartItem | OperationItem>(client, {
          TableName: table,
          KeyConditionExpression: 'userId = :userId',
          ExpressionAttributeValues: { ':userId': userId },
          ConsistentRead: true,
        })
        const deletions = items.map(({ item: sortKey }) => ({ delete: { userId, item: sortKey } }))
        await writeItems(client, table, deletions)
      })
    },
    async update(userId, update) {
      const { promise, resolve, reject } = Promise.withResolvers<UpdatedCart>()
      const queue = queues.get(userId) ?? []
      queue.push({ ...update, resolve, reject })
      queues.set(userId, queue)
      // Every update starts a flush, which waits for the mutex and then writes the queued updates.
      // If three updates wait, the first flush writes all three. The next two flushes find an empty
      // queue.
      void mutex(userId, () => flush(userId))
      return promise
    },
  }
}

/** Applies one update after the other. A refused update does not affect the others. */
function applyBatch(
  before: CartRecord,
  storedFingerprints: ReadonlyMap<string, string>,
  updates: readonly PendingUpdate[],
  now: () => Date,
): AppliedBatch {
  const fingerprints = new Map(storedFingerprints)
  const operations: CartOperation[] = []
  const settlePromises: (() => void)[] = []
  let cart = before
  for (const update of updates) {
    const { operation, resolve, reject } = update
    const sortKey = operation && operationKey(before.userId, operation).item
    try {
      const updated = applyUpdate(cart, update, sortKey && fingerprints.get(sortKey), now())
      if (!updated.replayed) {
        cart = updated.cart
        if (operation && sortKey) {
          fingerprints.set(sortKey, operation.fingerprint)
          operations.push(operation)
        }
      }
      settlePromises.push(() => resolve(updated))
    } catch (error) {
      settlePromises.push(() => reject(error))
    }
  }
  return { cart, operations, settlePromises }
}
