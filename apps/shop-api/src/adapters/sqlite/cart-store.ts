import { ServiceError } from '@nashta/service-kit/service-error'
import type { Database } from '@nashta/sqlite/database'
import type { CartChange, CartLineRecord, CartRecord, CartStore } from '../../cart/cart-store.ts'

/** Promised for a day; kept longer, so that a retry at the last minute still finds it. */
const OPERATIONS_KEPT_MS = 48 * 60 * 60 * 1000

export type SqliteCartStore = CartStore & {
  /** For a larger unit of work: must run inside the database's `write`. */
  changeWithin(userId: string, apply: CartChange['apply']): CartRecord
  readWithin(userId: string): CartRecord
}

export function createSqliteCartStore({ connection, write }: Database, now: () => Date): SqliteCartStore {
  const select = connection.prepare('SELECT * FROM carts WHERE userId = ?')
  const save = connection.prepare(`
    INSERT INTO carts (userId, lines, version, createdAt, updatedAt)
    VALUES (@userId, @lines, @version, @createdAt, @updatedAt)
    ON CONFLICT (userId) DO UPDATE SET lines = @lines, version = @version, updatedAt = @updatedAt
  `)
  const selectOperation = connection.prepare(
    'SELECT fingerprint FROM cartOperations WHERE userId = ? AND key = ?',
  )
  const insertOperation = connection.prepare(
    'INSERT INTO cartOperations (userId, key, fingerprint, createdAt) VALUES (?, ?, ?, ?)',
  )
  const forgetOperations = connection.prepare('DELETE FROM cartOperations WHERE createdAt < ?')

  function read(userId: string): CartRecord {
    const row = select.get(userId) as CartRow | undefined
    if (row) return { ...row, lines: JSON.parse(row.lines) as CartLineRecord[] }
    const createdAt = now().toISOString()
    return { userId, lines: [], version: 0, createdAt, updatedAt: createdAt }
  }

  function store(before: CartRecord, lines: readonly CartLineRecord[]): CartRecord {
    const after = { ...before, lines, version: before.version + 1, updatedAt: now().toISOString() }
    save.run({ ...after, lines: JSON.stringify(lines) })
    return after
  }

  /** True when the operation was done before. */
  function isKnown(userId: string, { key, fingerprint }: NonNullable<CartChange['operation']>) {
    const known = selectOperation.get(userId, key)
    if (known && known['fingerprint'] !== fingerprint) {
      throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another change')
    }
    return known !== undefined
  }

  function remember(userId: string, { key, fingerprint }: NonNullable<CartChange['operation']>) {
    const time = now()
    forgetOperations.run(new Date(time.getTime() - OPERATIONS_KEPT_MS).toISOString())
    insertOperation.run(userId, key, fingerprint, time.toISOString())
  }

  return {
    async find(userId) {
      return read(userId)
    },
    change(userId, { apply, ifVersion, operation }) {
      return write(() => {
        const before = read(userId)
        if (operation && isKnown(userId, operation)) return { cart: before, replayed: true }
        if (ifVersion !== undefined && ifVersion !== before.version) {
          throw new ServiceError('CART_CHANGED', 'The cart has changed since; read it again')
        }
        if (operation) remember(userId, operation)
        return { cart: store(before, apply(before.lines)), replayed: false }
      })
    },
    readWithin: read,
    changeWithin(userId, apply) {
      const before = read(userId)
      return store(before, apply(before.lines))
    },
  }
}

type CartRow = Omit<CartRecord, 'lines'> & { lines: string }
