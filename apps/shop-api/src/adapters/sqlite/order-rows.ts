import type { Database } from '@nashta/sqlite/database'
import type { Statement } from '@nashta/sqlite/statement'
import {
  CHANGING_FIELDS,
  ORDER_FIELD_NAMES,
  fieldToText,
  type OrderAsText,
  orderFromText,
  PERSONAL_FIELDS,
} from '../../orders/order/order-fields.ts'
import { isOpen } from '../../orders/order/order-state.ts'
import { workStateOf } from '../../orders/order/order-work.ts'
import type { OrderRecord, PurchaseAttempt, StoredAttempt } from '../../orders/order/purchase-store.ts'
import { referenceUsed } from '../../orders/order/purchase.ts'
import { createOrderTermsAndTotals } from './order-terms-and-totals.ts'

/** The request that placed the order. A repeated request is recognised by these columns. */
type AttemptColumns = {
  /** The user who sent the request, also after the order has moved to another user. */
  attemptUserId: string
  /** The idempotency key; null for a keyless request. */
  attemptKey: string | null
  fingerprint: string
  /**
   * The cart's version when a keyless request came (see `StoredAttempt`). Null for a request with an
   * idempotency key, and after a keyless attempt has ended. So is `cartVersionAfter`.
   */
  cartVersionBefore: number | null
  cartVersionAfter: number | null
}

const INSERTED_COLUMNS = [...ORDER_FIELD_NAMES, 'work', 'paymentState', 'method', 'isOpen'] as const
const ATTEMPT_COLUMNS = [
  'attemptUserId',
  'attemptKey',
  'fingerprint',
  'cartVersionBefore',
  'cartVersionAfter',
] as const satisfies (keyof AttemptColumns)[]
/** The columns that an update may write. The user seldom changes, so `userId` has a statement of its own. */
const UPDATED_COLUMNS = [...CHANGING_FIELDS, 'work', 'paymentState', 'isOpen'] as const
/**
 * `work` and `isOpen` are derived from personal columns, so an erasure writes `work` and
 * `isOpen` again. The payment keeps its state and method, so `paymentState` and `method` stay.
 */
const ERASED_COLUMNS = [...PERSONAL_FIELDS, 'work', 'isOpen'] as const
const STORED_ATTEMPT_COLUMNS =
  'purchaseId, fingerprint, purchaseDate AS createdAt, cartVersionBefore, cartVersionAfter'

export const SELECT_ORDERS = `SELECT ${ORDER_FIELD_NAMES.join()} FROM orders`

/** The columns that are derived from the fields of an order, for indexes and filters. */
const DERIVED_COLUMNS = {
  work: workStateOf,
  paymentState: ({ payment }: OrderRecord) => payment.state,
  method: ({ payment }: OrderRecord) => payment.method,
  isOpen: (order: OrderRecord) => Number(isOpen(order)),
}

type OrderColumn = keyof OrderRecord | keyof typeof DERIVED_COLUMNS

function isDerived(name: OrderColumn): name is keyof typeof DERIVED_COLUMNS {
  return name in DERIVED_COLUMNS
}

function valuesOf(order: OrderRecord, columns: readonly OrderColumn[]) {
  return columns.map((name) => (isDerived(name) ? DERIVED_COLUMNS[name](order) : fieldToText(order, name)))
}

/** Records are never changed, so the same object is the same value. */
function isChanged(before: OrderRecord, after: OrderRecord, name: OrderColumn) {
  if (isDerived(name)) return DERIVED_COLUMNS[name](before) !== DERIVED_COLUMNS[name](after)
  return before[name] !== after[name]
}

function assignmentsOf(columns: readonly string[]) {
  return columns.map((name) => `${name} = ?`).join()
}

/**
 * Reads and writes the rows of orders. The functions that write must be called inside the
 * database's `write`.
 */
export function createOrderRows(database: Database) {
  const select = database.prepare<OrderAsText>(`${SELECT_ORDERS} WHERE purchaseId = ?`)
  const selectPage = database.prepare<OrderAsText>(`
    ${SELECT_ORDERS}
    WHERE userId = ?1 AND state IN ('pending', 'placed') AND (?2 IS NULL OR purchaseId < ?2)
    ORDER BY purchaseId DESC LIMIT ?3
  `)
  const selectByUser = database.prepare<OrderAsText>(
    `${SELECT_ORDERS} WHERE userId = ?1 AND (?2 IS NULL OR purchaseId < ?2) ORDER BY purchaseId DESC LIMIT ?3`,
  )
  // The fingerprint is erased too, because it is a hash of a request with the address.
  const eraseOrder = database.prepare(`
    UPDATE orders SET ${assignmentsOf(ERASED_COLUMNS)}, attemptUserId = NULL, attemptKey = NULL, fingerprint = NULL,
      cartVersionBefore = NULL, cartVersionAfter = NULL
    WHERE purchaseId = ?
  `)
  const selectOpen = database.prepare<OrderAsText>(`
    ${SELECT_ORDERS} WHERE isOpen = 1 AND purchaseDate <= ? ORDER BY purchaseDate
  `)
  const allColumns = [...INSERTED_COLUMNS, ...ATTEMPT_COLUMNS]
  const insert = database.prepare(`
    INSERT INTO orders (${allColumns.join()}) VALUES (${allColumns.map(() => '?').join()})
  `)
  /** By the columns that change: each column costs time, and an index with it is written again. */
  const updates = new Map<string, Statement<never>>()
  function prepareUpdate(columns: readonly string[]) {
    const key = columns.join()
    const prepared = updates.get(key)
    if (prepared) return prepared
    const statement = database.prepare(`
      UPDATE orders SET ${columns.map((name) => `${name} = ?, `).join('')}
        cartVersionAfter = CASE WHEN cartVersionBefore IS NULL THEN NULL ELSE ifnull(?, cartVersionAfter) END
      WHERE purchaseId = ?
    `)
    updates.set(key, statement)
    return statement
  }
  const setUser = database.prepare('UPDATE orders SET userId = ? WHERE purchaseId = ?')
  // The table `ordersByKey` has buyer keys (see `buyerKeyOf`), not idempotency keys.
  const selectByBuyerKey = database.prepare<OrderAsText>(`
    ${SELECT_ORDERS} WHERE purchaseId IN (SELECT purchaseId FROM ordersByKey WHERE key = ?)
    ORDER BY purchaseId DESC
  `)
  const insertBuyerKey = database.prepare('INSERT INTO ordersByKey (key, purchaseId) VALUES (?, ?)')
  const removeBuyerKey = database.prepare(`
    DELETE FROM ordersByKey WHERE key = ? AND purchaseId = ?
  `)
  const removeBuyerKeysExceptEmail = database.prepare(
    "DELETE FROM ordersByKey WHERE purchaseId = ? AND key NOT LIKE 'email:%'",
  )
  const remove = database.prepare('DELETE FROM orders WHERE purchaseId = ?')
  const removeBuyerKeys = database.prepare('DELETE FROM ordersByKey WHERE purchaseId = ?')
  const selectAttemptByIdempotencyKey = database.prepare<StoredAttempt>(
    `SELECT ${STORED_ATTEMPT_COLUMNS} FROM orders WHERE attemptUserId = ? AND attemptKey = ?`,
  )
  // The query uses `userId`, because the index `ordersByContent` has no `attemptUserId`. For a
  // keyless request, both are the same user: only guests' orders move to another user, and guests
  // must send an idempotency key.
  const selectKeylessAttempt = database.prepare<StoredAttempt>(`
    SELECT ${STORED_ATTEMPT_COLUMNS} FROM orders
    WHERE userId = ? AND fingerprint = ? AND cartVersionBefore IS NOT NULL
    ORDER BY cartVersionBefore DESC, purchaseId DESC LIMIT 1
  `)
  const endKeylessAttempt = database.prepare(
    'UPDATE orders SET cartVersionBefore = NULL WHERE purchaseId = ? AND cartVersionBefore IS NOT NULL',
  )

  const selectReference = database.prepare<{ purchaseId: string }>(
    'SELECT purchaseId FROM bankReferences WHERE reference = ?',
  )
  const insertReference = database.prepare('INSERT INTO bankReferences (reference, purchaseId) VALUES (?, ?)')
  const termsAndTotals = createOrderTermsAndTotals(database)

  return {
    find(purchaseId: string): OrderRecord | null {
      const row = select.get(purchaseId)
      return row ? orderFromText(row) : null
    },
    listPage(userId: string, limit: number, before: string | undefined): OrderRecord[] {
      return selectPage.all(userId, before ?? null, limit).map(orderFromText)
    },
    /** Orders in any state. A limit of -1 means all of them. */
    listAll(userId: string, limit = -1, before?: string): OrderRecord[] {
      return selectByUser.all(userId, before ?? null, limit).map(orderFromText)
    },
    erase(before: OrderRecord, after: OrderRecord) {
      eraseOrder.run(...valuesOf(after, ERASED_COLUMNS), after.purchaseId)
      termsAndTotals.erase(before)
    },
    listByBuyerKey(buyerKey: string): OrderRecord[] {
      return selectByBuyerKey.all(buyerKey).map(orderFromText)
    },
    addBuyerKey(buyerKey: string, purchaseId: string) {
      insertBuyerKey.run(buyerKey, purchaseId)
    },
    removeBuyerKey(buyerKey: string, purchaseId: string) {
      removeBuyerKey.run(buyerKey, purchaseId)
    },
    /** Keeps the key of the e-mail address: an erasure finds the orders of a guest by that key. */
    removeBuyerKeysExceptEmail(purchaseId: string) {
      removeBuyerKeysExceptEmail.run(purchaseId)
    },
    listOpen(until: Date): OrderRecord[] {
      return selectOpen.all(until.toISOString()).map(orderFromText)
    },
    add(order: OrderRecord, attempt: AttemptColumns) {
      insert.run(...valuesOf(order, INSERTED_COLUMNS), ...ATTEMPT_COLUMNS.map((name) => attempt[name]))
      termsAndTotals.add(order)
    },
    /** `cartVersionAfter` is null if the update takes nothing out of the cart. */
    update(before: OrderRecord, after: OrderRecord, cartVersionAfter: number | null) {
      const columns = UPDATED_COLUMNS.filter((name) => isChanged(before, after, name))
      prepareUpdate(columns).run(...valuesOf(after, columns), cartVersionAfter, after.purchaseId)
      if (after.userId !== before.userId) setUser.run(after.userId, after.purchaseId)
      termsAndTotals.update(before, after)
    },
    remove(order: OrderRecord) {
      remove.run(order.purchaseId)
      removeBuyerKeys.run(order.purchaseId)
      termsAndTotals.remove(order)
    },
    findAttempt({ userId, key, fingerprint }: PurchaseAttempt): StoredAttempt | undefined {
      return key === undefined
        ? selectKeylessAttempt.get(userId, fingerprint)
        : selectAttemptByIdempotencyKey.get(userId, key)
    },
    /** Throws when another order has this number of a payment. */
    useReference(reference: string, purchaseId: string) {
      const stored = selectReference.get(reference)
      if (stored && stored.purchaseId !== purchaseId) throw referenceUsed(reference, stored.purchaseId)
      if (!stored) insertReference.run(reference, purchaseId)
    },
    endKeylessAttempt(purchaseId: string) {
      endKeylessAttempt.run(purchaseId)
    },
  }
}
