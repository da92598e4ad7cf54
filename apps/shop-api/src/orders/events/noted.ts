import { ServiceError } from '@nashta/service-kit/service-error'
import type { ShopTime } from '../../shop/shop-time.ts'
import { illegalTransition, orderNotFound, unchanged } from '../order/order-state.ts'
import { isVisible } from '../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../order/purchase-store.ts'

const NOTES_MAX = 50

/** A note that only operators see. A repeated key adds no second note. */
type Noted = { kind: 'noted'; key: string; text: string; by: string }

export function addNote(order: OrderRecord, { key, text, by }: Noted, { at }: ShopTime): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  const earlier = order.notes.find((note) => note.key === key)
  if (earlier?.text === text) return unchanged(order)
  if (earlier) throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another note')
  if (order.notes.length >= NOTES_MAX) throw illegalTransition(`An order has at most ${NOTES_MAX} notes`)
  return {
    order: { ...order, notes: [...order.notes, { key, at: at.toISOString(), by, text }] },
    effects: [],
  }
}
