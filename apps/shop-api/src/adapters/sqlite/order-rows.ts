import type { Database } from '@nashta/sqlite/database'
import {
  CHANGING_FIELDS,
  ORDER_FIELD_NAMES,
  type OrderAsText,
  orderFromText,
  orderToText,
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

const INSERTED_COLUMNS = [
  ...ORDER_FIELD_NAMES,
  'work',
  'paymentState',
  'method',
  'isOpen',
  'attemptUserId',
  'attemptKey',
  'fingerprint',
  'cartVersionBefore',
  'cartVersionAfter',
] as const
/**
 * The columns that every update writes. The user seldom changes, so `userId` has a statement of its
 * own.
 */
const UPDATED_COLUMNS = [...CHANGING_FIELDS, 'work', 'paymentState', 'isOpen'] as const
/**
 * `toRow` derives `work` and `isOpen` from personal columns, so an erasure writes `work` and
 * `isOpen` again. The payment keeps its state and method, so `paymentState` and `method` stay.
 */
const ERASED_COLUMNS = [...PERSONAL_FIELDS, 'work', 'isOpen'] as const
const STORED_ATTEMPT_COLUMNS =
  'purchaseId, fingerprint, purchaseDate AS createdAt, cartVersionBefore, cartVersionAfter'

export const SELECT_ORDERS = `SELECT ${ORDER_FIELD_NAMES.join()} FROM orders`

/** The fields of the order, and the columns that are derived from them for indexes and filters. */
function toRow(order: OrderRecord) {
  const { state: paymentState, method } = order.payment
  return {
    ...orderToText(order),
    work: workStateOf(order),
    paymentState,
    method,
    isOpen: Number(isOpen(order)),
  }
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
  const insert = database.prepare(`
    INSERT INTO orders (${INSERTED_COLUMNS.join()}) VALUES (${INSERTED_COLUMNS.map(() => '?').join()})
  `)
  const update = database.prepare(`
    UPDATE orders SET ${assignmentsOf(UPDATED_COLUMNS)},
      cartVersionAfter = CASE WHEN cartVersionBefore IS NULL THEN NULL ELSE ifnull(?, cartVersionAfter) END
    WHERE purchaseId = ?
  `)
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
      const row = toRow(after)
      eraseOrder.run(...ERASED_COLUMNS.map((name) => row[name] ?? null), after.purchaseId)
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
      const row = { ...toRow(order), ...attempt }
      insert.run(...INSERTED_COLUMNS.map((name) => row[name] ?? null))
      termsAndTotals.add(order)
    },
    /** `cartVersionAfter` is null if the update takes nothing out of the cart. */
    update(before: OrderRecord, after: OrderRecord, cartVersionAfter: number | null) {
      const row = toRow(after)
      update.run(...UPDATED_COLUMNS.map((name) => row[name] ?? null), cartVersionAfter, after.purchaseId)
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
