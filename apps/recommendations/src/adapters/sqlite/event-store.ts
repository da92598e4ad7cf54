import { hash } from 'node:crypto'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { Database } from '@nashta/sqlite/database'
import { type EventStore, HISTORY_MAX } from '../../events/event-store.ts'
import type { Interaction } from '../../model/training-data.ts'

/**
 * A repeated event changes nothing: an interaction with the same primary key is not inserted again,
 * and a cart line changes only with a newer version of the cart.
 */
export function createSqliteEventStore({ prepare, write }: Database): EventStore {
  const insertInteraction = prepare(`
    INSERT INTO interactions (userId, at, eventId, productId, kind, quantity) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING
  `)
  const selectCartLine = prepare<{ quantity: number; version: number }>(
    'SELECT quantity, version FROM carts WHERE userId = ? AND productId = ?',
  )
  const saveCartLine = prepare(`
    INSERT INTO carts (userId, productId, quantity, version) VALUES (?, ?, ?, ?)
    ON CONFLICT (userId, productId) DO UPDATE SET quantity = excluded.quantity, version = excluded.version
  `)
  // `eventId` is selected because the model takes the purchases with the same event id as one basket.
  const selectLatestInteractions = prepare<Interaction>(`
    SELECT userId, productId, kind, quantity, at, eventId FROM interactions WHERE userId = ?
    ORDER BY at DESC, eventId DESC, productId DESC LIMIT ?
  `)
  const selectCart = prepare<{ productId: string }>(
    'SELECT productId FROM carts WHERE userId = ? AND quantity > 0',
  )
  const selectDeletedUser = prepare<unknown>('SELECT 1 FROM deletedUsers WHERE userHash = ?')
  const insertDeletedUser = prepare('INSERT OR IGNORE INTO deletedUsers (userHash) VALUES (?)')
  const deleteInteractions = prepare('DELETE FROM interactions WHERE userId = ?')
  const deleteCart = prepare('DELETE FROM carts WHERE userId = ?')
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
   * Stores the line's quantity, and an interaction if the quantity has increased. Returns whether
   * an interaction was stored.
   */
  function addCartLine(event: ShopEvent & { kind: 'cart' }, productId: string, quantity: number) {
    const stored = selectCartLine.get(event.userId, productId)
    if (stored && stored.version >= event.version) return false
    saveCartLine.run(event.userId, productId, quantity, event.version)
    const increase = quantity - (stored?.quantity ?? 0)
    return increase > 0 && addInteraction(event, 'cart', productId, increase)
  }

  function isDeleted(userId: string) {
    return selectDeletedUser.get(hashOf(userId)) !== undefined
  }

  /**
   * Skips the events of deleted users. Adds the user of a deleted account to `deletedUserIds`.
   * Returns whether the training data changed.
   */
  function addEvent(event: ShopEvent, deletedUserIds: Set<string>): boolean {
    const { userId } = event
    if (event.kind === 'accountDeleted') {
      const isFirstDeletion = insertDeletedUser.run(hashOf(userId)).changes > 0
      deleteInteractions.run(userId)
      deleteCart.run(userId)
      deletedUserIds.add(userId)
      // A repeated deletion finds no data, because no events are stored after the first deletion.
      return isFirstDeletion
    }
    if (deletedUserIds.has(userId)) return false
    if (event.kind === 'view') return addInteraction(event, 'view', event.productId, 1)
    let hasNewInteraction = false
    for (const { productId, quantity } of event.lines) {
      const isNew =
        event.kind === 'cart'
          ? addCartLine(event, productId, quantity)
          : addInteraction(event, 'purchase', productId, quantity)
      if (isNew) hasNewInteraction = true
    }
    return hasNewInteraction
  }

  return {
    add(events) {
      return write(() => {
        const userIds = new Set(events.map(({ userId }) => userId))
        const deletedUserIds = new Set([...userIds].filter(isDeleted))
        // `some` would skip the events after the first change, so `map` is used.
        const changes = events.map((event) => addEvent(event, deletedUserIds))
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

/** Late events of a deleted user are recognised by this hash, so that the user id is not stored. */
function hashOf(userId: string) {
  return hash('sha256', userId, 'base64url')
}
