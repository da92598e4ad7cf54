import { deliveryDate } from '@nashta/contracts/delivery/delivery'
import type { ShopTime } from '../../shop/shop-time.ts'
import type { OrderRecord } from '../order/purchase-store.ts'

/** The fields with the same value in every new order. */
const NEW_ORDER = {
  state: 'charging',
  orderStatus: 'PROCESSING',
  deliveryStatus: 'PROCESSING',
  transactionId: '',
  refusal: '',
  taken: [],
  restored: [],
  refunds: [],
  fulfilment: {},
  notes: [],
} as const satisfies Partial<OrderRecord>

type ComputedField = 'timeline' | 'totalItems' | 'purchaseDate' | 'estimatedDelivery'
type DraftFields = Omit<OrderRecord, keyof typeof NEW_ORDER | ComputedField>

/** A new order, before anything is paid or decided. */
export function draftOrder(fields: DraftFields, { at, calendar }: ShopTime): OrderRecord {
  const purchaseDate = at.toISOString()
  return {
    ...fields,
    ...NEW_ORDER,
    timeline: [{ at: purchaseDate, kind: 'placed' }],
    totalItems: fields.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    purchaseDate,
    estimatedDelivery: deliveryDate(fields.deliveryTime, at, calendar).toISOString(),
  }
}
