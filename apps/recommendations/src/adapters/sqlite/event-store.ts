import { hash } from 'node:crypto'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { Database } from '@nashta/sqlite/database'
import { type EventStore, HISTORY_MAX } from '../../events/event-store.ts'
import type { Interaction } from '../../model/training-data.ts'

/** The primary keys make a repeated event change nothing. */
export function createSqliteEventStore({ prepare, write }: Database): EventStore {
  const insertInteraction = prepare(`
    INSERT INTO interactions (userId, at, eventId, productId, kind, quantity) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING
  `)
  const replaceInteraction = prepare(`
    INSERT INTO interactions (userId, at, eventId, productId, kind, quantity) VALUES (?, ?, ?, ?, 'cart', ?)
    ON CONFLICT DO UPDATE SET quantity = excluded.quantity
  `)
  const deleteInteraction = prepare(
    'DELETE FROM interactions WHERE userId = ? AND at = ? AND eventId = ? AND productId = ?',
  )
  const insertCartChange = prepare(`
    INSERT INTO cartChanges (userId, productId, version, quantity, at, eventId) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING
  `)
  const selectChangeBefore = prepare<CartChange>(`
    SELECT quantity, at, eventId FROM cartChanges WHERE userId = ? AND productId = ? AND version < ?
    ORDER BY version DESC LIMIT 1
  `)
  const selectChangeAfter = prepare<CartChange>(`
    SELECT quantity, at, eventId FROM cartChanges WHERE userId = ? AND productId = ? AND version > ?
    ORDER BY version LIMIT 1
  `)
  // `eventId` is selected because the model takes the purchases with the same event id as one basket.
  const selectLatestInteractions = prepare<Interaction>(`
    SELECT userId, productId, kind, quantity, at, eventId FROM interactions WHERE userId = ?
    ORDER BY at DESC, eventId DESC, productId DESC LIMIT ?
  `)
  // With max(), the other columns come from the row that has the highest version.
  const selectCart = prepare<{ productId: string }>(`
    SELECT productId FROM (
      SELECT productId, quantity, max(version) FROM cartChanges WHERE userId = ? GROUP BY productId
    ) WHERE quantity > 0
  `)
  const selectDeletedUser = prepare<unknown>('SELECT 1 FROM deletedUsers WHERE userHash = ?')
  const insertDeletedUser = prepare('INSERT OR IGNORE INTO deletedUsers (userHash) VALUES (?)')
  const deleteInteractions = prepare('DELETE FROM interactions WHERE userId = ?')
  const deleteCart = prepare('DELETE FROM cartChanges WHERE userId = ?')
  const deleteViews = prepare("DELETE FROM interactions WHERE kind = 'view' AND at < ?")
  // The only row of `trainingData` holds the data version.
  const selectDataVersion = prepare<{ version: number }>('SELECT version FROM trainingData WHERE id = 1')
  const raiseDataVersion = prepare('UPDATE trainingData SET version = version + 1 WHERE id = 1')

  /** Returns whether the interaction is new. */
  function addInteraction(event: ShopEvent, kind: Interaction['kind'], productId: string, quantity: number) {
    const { changes } = insertInteraction.run(
      event.userId,
      Date.parse(event.at),
      event.id,
      productId,
      kind,
      quantity,
    )
    return changes > 0
  }

  /**
   * Stores the line's quantity. An increase is an interaction. When the event is late, the increase of the next change is
   * another one than before. Returns whether an interaction changed.
   */
  function addCartLine(event: ShopEvent & { kind: 'cart' }, productId: string, quantity: number) {
    const { userId, version, id: eventId } = event
    const change: CartChange = { quantity, at: Date.parse(event.at), eventId }
    const { changes } = insertCartChange.run(userId, productId, version, quantity, change.at, eventId)
    if (changes === 0) return false
    const before = selectChangeBefore.get(userId, productId, version)
    const after = selectChangeAfter.get(userId, productId, version)
    const isNew = storeIncrease(userId, productId, before, change)
    const isAfterChanged = after !== undefined && storeIncrease(userId, productId, change, after)
    return isNew || isAfterChanged
  }

  /** Stores by how much a change of the cart increased the quantity. Returns whether an interaction changed. */
  function storeIncrease(
    userId: string,
    productId: string,
    before: CartChange | undefined,
    { quantity, at, eventId }: CartChange,
  ) {
    // Counted before changes were stored.
    if (eventId === null) return false
    const increase = quantity - (before?.quantity ?? 0)
    const { changes } =
      increase > 0
        ? replaceInteraction.run(userId, at, eventId, productId, increase)
        : deleteInteraction.run(userId, at, eventId, productId)
    return changes > 0
  }

  /** Returns whether the training data changed. */
  function addEvent(event: ShopEvent, isDeleted: Map<string, boolean>): boolean {
    const { userId } = event
    if (event.kind === 'accountDeleted') {
      const { changes } = insertDeletedUser.run(hashOf(userId))
      deleteInteractions.run(userId)
      deleteCart.run(userId)
      isDeleted.set(userId, true)
      return changes > 0
    }
    if (!isDeleted.has(userId)) isDeleted.set(userId, selectDeletedUser.get(hashOf(userId)) !== undefined)
    if (isDeleted.get(userId)) return false
    if (event.kind === 'view') return addInteraction(event, 'view', event.productId, 1)
    const areNew = event.lines.map(({ productId, quantity }) =>
      event.kind === 'cart'
        ? addCartLine(event, productId, quantity)
        : addInteraction(event, 'purchase', productId, quantity),
    )
    return areNew.includes(true)
  }

  return {
    add(events) {
      return write(() => {
        // Whether a user was deleted, looked up once for all events of the user.
        const isDeleted = new Map<string, boolean>()
        // `some` would skip the events after the first change, so `map` is used.
        const changes = events.map((event) => addEvent(event, isDeleted))
        if (changes.includes(true)) raiseDataVersion.run()
      })
    },
    async findShopper(userId, historyMax = HISTORY_MAX) {
      const newestFirst = selectLatestInteractions.all(userId, historyMax)
      return {
        history: newestFirst.toReversed(),
        cart: new Set(selectCart.all(userId).map(({ productId }) => productId)),
      }
    },
    async dataVersion() {
      // The schema creates this row.
      return String(selectDataVersion.get()?.version)
    },
    async pruneViews(before) {
      await write(() => deleteViews.run(before.getTime()))
    },
  }
}

/** A change of one product in a cart. `eventId` is null for a change from before `cartChanges` existed. */
type CartChange = { quantity: number; at: number; eventId: string | null }

/** Late events of a deleted user are recognised by this hash, so that the user id is not stored. */
function hashOf(userId: string) {
  return hash('sha256', userId, 'base64url')
}
