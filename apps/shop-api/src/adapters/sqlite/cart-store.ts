import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { Database } from '@nashta/sqlite/database'
import { LRUCache } from 'lru-cache'
import type { CartLineRecord, CartOperation, CartRecord, CartStore } from '../../cart/cart-store.ts'
import { applyUpdate, emptyCart, operationCutoff } from '../../cart/cart.ts'
import { cartEvents } from '../../events/shop-events.ts'

const PRUNE_EVERY_MS = 60 * 1000
const CACHED_CARTS_MAX = 10_000

export type SqliteCartStore = CartStore & {
  /** For larger transactions: `read` and then `save` must be called inside one `write` of the database. */
  read(userId: string): CartRecord
  save(after: CartRecord): void
}

/**
 * Stores events for the recommendation service. Must be called inside the write of the change that
 * the events describe.
 */
export type AddEvents = (events: readonly ShopEvent[]) => void

export function createSqliteCartStore(
  database: Database,
  now: () => Date,
  addEvents: AddEvents = () => {},
): SqliteCartStore {
  const selectCart = database.prepare<CartRow>('SELECT * FROM carts WHERE userId = ?')
  const upsert = database.prepare(`
    INSERT INTO carts (userId, lines, version, automaticUpdates, createdAt, updatedAt)
    VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (userId) DO UPDATE SET
      lines = excluded.lines, version = excluded.version,
      automaticUpdates = excluded.automaticUpdates, updatedAt = excluded.updatedAt
  `)
  const selectOperation = database.prepare<{ fingerprint: string }>(
    'SELECT fingerprint FROM cartOperations WHERE userId = ? AND key = ?',
  )
  const insertOperation = database.prepare(
    `INSERT INTO cartOperations (userId, key, fingerprint, createdAt) VALUES (?, ?, ?, ?)
     ON CONFLICT (userId, key) DO NOTHING`,
  )
  const pruneOperations = database.prepare('DELETE FROM cartOperations WHERE createdAt < ?')
  const removeCart = database.prepare('DELETE FROM carts WHERE userId = ?')
  const removeOperations = database.prepare('DELETE FROM cartOperations WHERE userId = ?')
  let prunedAt = Number.NEGATIVE_INFINITY
  /** Contains committed carts only. A cart that was never saved is not cached. */
  const cache = new LRUCache<string, CartRecord>({ max: CACHED_CARTS_MAX })

  function select(userId: string): CartRecord {
    const row = selectCart.get(userId)
    return row ? fromRow(row) : emptyCart(userId, now())
  }

  const read = (userId: string) => cache.get(userId) ?? select(userId)

  function save(after: CartRecord) {
    const { userId, lines, version, automaticUpdates, createdAt, updatedAt } = after
    // Several calls of `write` may share this transaction, and the later ones must read the new cart
    // from the table. The cache gets it only after the commit, because of a possible rollback.
    cache.delete(userId)
    database.onceDurable(() => cache.set(userId, after))
    upsert.run(userId, JSON.stringify(lines), version, automaticUpdates, createdAt, updatedAt)
  }

  /**
   * Stores an operation with a new key and returns undefined. For a stored key, returns its
   * fingerprint. If the update is refused afterwards, it throws, and the rollback removes the key.
   */
  function storeOperation(userId: string, { key, fingerprint }: CartOperation): string | undefined {
    const time = now()
    if (time.getTime() - prunedAt >= PRUNE_EVERY_MS) {
      prunedAt = time.getTime()
      pruneOperations.run(operationCutoff(time).toISOString())
    }
    const { changes } = insertOperation.run(userId, key, fingerprint, time.toISOString())
    return changes === 1 ? undefined : selectOperation.get(userId, key)?.fingerprint
  }

  return {
    read,
    save,
    async find(userId) {
      const cached = cache.get(userId)
      if (cached) return cached
      const cart = select(userId)
      // A whole transaction runs synchronously, and no write calls `find`. So this cart is
      // committed and may be cached.
      if (cart.version > 0) cache.set(userId, cart)
      return cart
    },
    async erase(userId) {
      await database.write(() => {
        cache.delete(userId)
        // An earlier `save` of this transaction caches its cart after the commit. This callback
        // runs after that and removes the cart again.
        database.onceDurable(() => cache.delete(userId))
        removeCart.run(userId)
        removeOperations.run(userId)
      })
    },
    async update(userId, update) {
      return database.write(() => {
        const before = read(userId)
        const storedFingerprint = update.operation && storeOperation(userId, update.operation)
        const updated = applyUpdate(before, update, storedFingerprint, now())
        if (updated.replayed) return updated
        save(updated.cart)
        addEvents(cartEvents(before.lines, updated.cart))
        return updated
      })
    },
  }
}

export type CartRow = Omit<CartRecord, 'lines'> & { lines: string }

/** The parsed lines are not checked, because `save` wrote them. */
function fromRow(row: CartRow): CartRecord {
  const lines: CartLineRecord[] = JSON.parse(row.lines)
  return { ...row, lines }
}
