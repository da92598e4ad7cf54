import type { DocumentWrite } from '@nashta/documents/documents'
import type { OrderRecord } from './purchase-store.ts'

/** The list of delivered orders whose shoppers were not asked for ratings yet, by the time of their delivery. */
export const NOT_ASKED = 'rating-asks'

export type DeliveredOrder = { purchaseId: string }

/** Lists a delivered order, in its transaction. */
export function deliveredWrite({ purchaseId }: Pick<OrderRecord, 'purchaseId'>, at: Date): DocumentWrite {
  const place = `${at.toISOString()}#${purchaseId}`
  // The key has the time, so that this write never refuses the change of an order.
  return {
    put: {
      key: { pk: `rating-ask#${purchaseId}`, sk: place },
      body: { purchaseId } satisfies DeliveredOrder,
      place: { list: NOT_ASKED, place },
    },
    seen: null,
  }
}
