import { hash } from 'node:crypto'
import type { ShopEvent } from '@nashta/contracts/recommendations/shop-event'
import type { Database } from '@nashta/sqlite/database'
import type { EventStore } from '../../events/event-store.ts'
import type { Interaction } from '../../model/training-data.ts'

const HISTORY_MAX = 500

/** An event is known by its rows: the same ones again are ignored, and so is an older word about a cart's line. */
export function createSqliteEventStore({ connection, write }: Database): EventStore {
  const insert = connection.prepare(`
    INSERT INTO interactions (userId, at, eventId, productId, kind, quantity) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING
  `)
  const selectLine = connection.prepare(
    'SELECT quantity, version FROM carts WHERE userId = ? AND productId = ?',
  )
  const saveLine = connection.prepare(`
    INSERT INTO carts (userId, productId, quantity, version) VALUES (?, ?, ?, ?)
    ON CONFLICT (userId, productId) DO UPDATE SET quantity = excluded.quantity, version = excluded.version
  `)
  const selectLatest = connection.prepare(`
    SELECT at, eventId, productId, kind, quantity FROM interactions WHERE userId = ?
    ORDER BY at DESC, eventId DESC, productId DESC LIMIT ${HISTORY_MAX}
  `)
  const selectCart = connection.prepare('SELECT productId FROM carts WHERE userId = ? AND quantity > 0')
  const selectAnyForgotten = connection.prepare('SELECT 1 FROM forgotten LIMIT 1')
  const selectForgotten = connection.prepare('SELECT 1 FROM forgotten WHERE userHash = ?')
  const insertForgotten = connection.prepare('INSERT OR IGNORE INTO forgotten (userHash) VALUES (?)')
  const removeInteractions = connection.prepare('DELETE FROM interactions WHERE userId = ?')
  const removeCart = connection.prepare('DELETE FROM carts WHERE userId = ?')
  const removeViews = connection.prepare("DELETE FROM interactions WHERE kind = 'view' AND at < ?")
  const selectRevision = connection.prepare('SELECT revision FROM learning WHERE id = 1')
  const raiseDataVersion = connection.prepare('UPDATE learning SET revision = revision + 1 WHERE id = 1')

  function add(event: ShopEvent, kind: Interaction['kind'], productId: string, quantity: number) {
    const { changes } = insert.run(event.userId, Date.parse(event.at), event.id, productId, kind, quantity)
    return changes > 0
  }

  /** True when the line is news; only more of a product is interest in it. */
  function takeLine(event: ShopEvent & { kind: 'cart' }, productId: string, quantity: number) {
    const known = selectLine.get(event.userId, productId) as { quantity: number; version: number } | undefined
    if (known && known.version >= event.version) return false
    saveLine.run(event.userId, productId, quantity, event.version)
    const more = quantity - (known?.quantity ?? 0)
    return more > 0 && add(event, 'cart', productId, more)
  }

  /** True when there is something to learn from it. */
  function takeOne(event: ShopEvent, someForgotten: boolean): boolean {
    if (event.kind === 'forget') {
      const { changes } = insertForgotten.run(hashOf(event.userId))
      removeInteractions.run(event.userId)
      removeCart.run(event.userId)
      return changes > 0
    }
    if (someForgotten && selectForgotten.get(hashOf(event.userId))) return false
    if (event.kind === 'view') return add(event, 'view', event.productId, 1)
    const learnt = event.lines.map(({ productId, quantity }) =>
      event.kind === 'cart'
        ? takeLine(event, productId, quantity)
        : add(event, 'purchase', productId, quantity),
    )
    return learnt.includes(true)
  }

  return {
    take(events) {
      return write(() => {
        const someForgotten =
          events.some(({ kind }) => kind === 'forget') || selectAnyForgotten.get() !== undefined
        const learnt = events.map((event) => takeOne(event, someForgotten))
        if (learnt.includes(true)) raiseDataVersion.run()
      })
    },
    async find(userId) {
      const rows = selectLatest.all(userId) as LatestRow[]
      return {
        history: rows
          .map(({ eventId, ...row }): Interaction => Object.assign(row, { userId, basketId: eventId }))
          .toReversed(),
        cart: new Set(selectCart.all(userId).map(({ productId }) => String(productId))),
      }
    },
    async revision() {
      return String(selectRevision.get()?.['revision'])
    },
    async pruneViews(before) {
      await write(() => removeViews.run(before.getTime()))
    },
  }
}

type LatestRow = Pick<Interaction, 'at' | 'productId' | 'kind' | 'quantity'> & { eventId: string }

/** Enough to know somebody by who comes again, and nothing else of them. */
function hashOf(userId: string) {
  return hash('sha256', userId, 'base64url')
}
