import { hash } from 'node:crypto'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { Database } from '@nashta/sqlite/database'
import type { EventStore } from '../../events/event-store.ts'
import type { Interaction } from '../../model/training-data.ts'

const HISTORY_MAX = 500

/** An event is identified by its rows: a repeated event is ignored, and so is an older version of a cart line. */
export function createSqliteEventStore({ prepare, write }: Database): EventStore {
  const insert = prepare(`
    INSERT INTO interactions (userId, at, eventId, productId, kind, quantity) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING
  `)
  const selectLine = prepare<{ quantity: number; version: number }>(
    'SELECT quantity, version FROM carts WHERE userId = ? AND productId = ?',
  )
  const saveLine = prepare(`
    INSERT INTO carts (userId, productId, quantity, version) VALUES (?, ?, ?, ?)
    ON CONFLICT (userId, productId) DO UPDATE SET quantity = excluded.quantity, version = excluded.version
  `)
  const selectLatest = prepare<LatestRow>(`
    SELECT at, eventId, productId, kind, quantity FROM interactions WHERE userId = ?
    ORDER BY at DESC, eventId DESC, productId DESC LIMIT ${HISTORY_MAX}
  `)
  const selectCart = prepare<{ productId: string }>(
    'SELECT productId FROM carts WHERE userId = ? AND quantity > 0',
  )
  const selectAnyDeletedUser = prepare<unknown>('SELECT 1 FROM deletedUsers LIMIT 1')
  const selectDeletedUser = prepare<unknown>('SELECT 1 FROM deletedUsers WHERE userHash = ?')
  const insertDeletedUser = prepare('INSERT OR IGNORE INTO deletedUsers (userHash) VALUES (?)')
  const removeInteractions = prepare('DELETE FROM interactions WHERE userId = ?')
  const removeCart = prepare('DELETE FROM carts WHERE userId = ?')
  const removeViews = prepare("DELETE FROM interactions WHERE kind = 'view' AND at < ?")
  const selectDataVersion = prepare<{ version: number }>('SELECT version FROM trainingData WHERE id = 1')
  const raiseDataVersion = prepare('UPDATE trainingData SET version = version + 1 WHERE id = 1')

  function addInteraction(event: ShopEvent, kind: Interaction['kind'], productId: string, quantity: number) {
    const { changes } = insert.run(event.userId, Date.parse(event.at), event.id, productId, kind, quantity)
    return changes > 0
  }

  /** Returns whether there is something to train on: only a larger quantity is a sign of interest. */
  function addCartLine(event: ShopEvent & { kind: 'cart' }, productId: string, quantity: number) {
    const known = selectLine.get(event.userId, productId)
    if (known && known.version >= event.version) return false
    saveLine.run(event.userId, productId, quantity, event.version)
    const more = quantity - (known?.quantity ?? 0)
    return more > 0 && addInteraction(event, 'cart', productId, more)
  }

  /** Returns whether there is something new to train on. */
  function addEvent(event: ShopEvent, hasDeletedUsers: boolean): boolean {
    if (event.kind === 'forget') {
      const { changes } = insertDeletedUser.run(hashOf(event.userId))
      removeInteractions.run(event.userId)
      removeCart.run(event.userId)
      return changes > 0
    }
    if (hasDeletedUsers && selectDeletedUser.get(hashOf(event.userId))) return false
    if (event.kind === 'view') return addInteraction(event, 'view', event.productId, 1)
    const isNew = event.lines.map(({ productId, quantity }) =>
      event.kind === 'cart'
        ? addCartLine(event, productId, quantity)
        : addInteraction(event, 'purchase', productId, quantity),
    )
    return isNew.includes(true)
  }

  return {
    add(events) {
      return write(() => {
        const hasDeletedUsers =
          events.some(({ kind }) => kind === 'forget') || selectAnyDeletedUser.get() !== undefined
        const isNew = events.map((event) => addEvent(event, hasDeletedUsers))
        if (isNew.includes(true)) raiseDataVersion.run()
      })
    },
    async find(userId) {
      const rows = selectLatest.all(userId)
      return {
        history: rows
          .map(({ eventId, ...row }): Interaction => Object.assign(row, { userId, basketId: eventId }))
          .toReversed(),
        cart: new Set(selectCart.all(userId).map(({ productId }) => productId)),
      }
    },
    async dataVersion() {
      return String(selectDataVersion.get()?.version)
    },
    async pruneViews(before) {
      await write(() => removeViews.run(before.getTime()))
    },
  }
}

type LatestRow = Pick<Interaction, 'at' | 'productId' | 'kind' | 'quantity'> & { eventId: string }

/** Recognises late events of a deleted user without storing the id. */
function hashOf(userId: string) {
  return hash('sha256', userId, 'base64url')
}
