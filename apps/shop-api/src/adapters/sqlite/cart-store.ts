import { ServiceError } from '@nashta/service-kit/http/service-error'
import type { Database } from '@nashta/sqlite/database'
import type { CartChange, CartLineRecord, CartRecord, CartStore } from '../../cart/cart-store.ts'
import { createCartMemory } from './cart-memory.ts'

/** Promised for a day; kept longer, so that a retry at the last minute still finds it. */
const OPERATIONS_KEPT_MS = 48 * 60 * 60 * 1000
const FORGET_EVERY_MS = 60 * 1000

export type SqliteCartStore = CartStore & {
  /** For a larger unit of work: must run inside the database's `write`, on the cart that was read there. */
  readWithin(userId: string): CartRecord
  changeWithin(cart: CartRecord, apply: CartChange['apply']): CartRecord
}

/** Tells of a change, inside the write that makes it. */
type CartAnnounce = (before: readonly CartLineRecord[], after: CartRecord) => void

export function createSqliteCartStore(
  { connection, write, onceDurable }: Database,
  now: () => Date,
  announce: CartAnnounce = () => {},
): SqliteCartStore {
  const select = connection.prepare('SELECT * FROM carts WHERE userId = ?')
  const save = connection.prepare(`
    INSERT INTO carts (userId, lines, version, createdAt, updatedAt)
    VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (userId) DO UPDATE SET
      lines = excluded.lines, version = excluded.version, updatedAt = excluded.updatedAt
  `)
  const selectOperation = connection.prepare(
    'SELECT fingerprint FROM cartOperations WHERE userId = ? AND key = ?',
  )
  const insertOperation = connection.prepare(
    'INSERT INTO cartOperations (userId, key, fingerprint, createdAt) VALUES (?, ?, ?, ?)',
  )
  const forgetOperations = connection.prepare('DELETE FROM cartOperations WHERE createdAt < ?')

  const memory = createCartMemory()

  function read(userId: string): CartRecord {
    const known = memory.get(userId)
    if (known) return known
    const row = select.get(userId) as CartRow | undefined
    if (row) return { ...row, lines: JSON.parse(row.lines) as CartLineRecord[] }
    const createdAt = now().toISOString()
    return { userId, lines: [], version: 0, createdAt, updatedAt: createdAt }
  }

  function store(before: CartRecord, lines: readonly CartLineRecord[]): CartRecord {
    const after = { ...before, lines, version: before.version + 1, updatedAt: now().toISOString() }
    memory.forget(before.userId)
    save.run(after.userId, JSON.stringify(lines), after.version, after.createdAt, after.updatedAt)
    onceDurable(() => memory.keep(after))
    announce(before.lines, after)
    return after
  }

  let forgottenAt = Number.NEGATIVE_INFINITY

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
    if (time.getTime() - forgottenAt >= FORGET_EVERY_MS) {
      forgottenAt = time.getTime()
      forgetOperations.run(new Date(forgottenAt - OPERATIONS_KEPT_MS).toISOString())
    }
    insertOperation.run(userId, key, fingerprint, time.toISOString())
  }

  return {
    async find(userId) {
      const known = memory.get(userId)
      if (known) return known
      const cart = read(userId)
      if (cart.version > 0) memory.keep(cart)
      return cart
    },
    async change(userId, { apply, ifVersion, operation }) {
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
    changeWithin(cart, apply) {
      return store(cart, apply(cart.lines))
    },
  }
}

type CartRow = Omit<CartRecord, 'lines'> & { lines: string }
