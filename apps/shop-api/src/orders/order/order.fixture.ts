import { asPaise } from '@nashta/contracts/money'
import { homeAddress } from '@nashta/contracts/orders/shipping-address.fixture'
import { lineOf } from '../../cart/cart.ts'
import { aProduct } from '../../catalogue/product.fixture.ts'
import { type OrderEvent, settleOrder } from '../events/settle-order.ts'
import type { OrderRecord, PurchaseStore } from './purchase-store.ts'

export const barfi = aProduct({
  products_id: 'barfi',
  name: 'Kaju Barfi',
  pricePaise: asPaise(40_000),
  stock: 3,
})

export const SETTLED_AT = new Date('2026-01-01T12:00:05Z')

/** A new order of two barfis. Its payment is in flight, and it has taken no stock yet. */
export function anOrder(fields: Partial<OrderRecord> = {}): OrderRecord {
  return {
    purchaseId: '01JGAAAAAAAAAAAAAAAAAAAAA1',
    userId: 'asha',
    email: 'asha@example.in',
    state: 'charging',
    orderStatus: 'PROCESSING',
    deliveryStatus: 'PROCESSING',
    transactionId: '',
    refusal: '',
    lines: [lineOf(barfi, 2)],
    taken: [],
    restored: [],
    totalItems: 2,
    shippingFeePaise: asPaise(0),
    totalPaise: asPaise(80_000),
    payment: {
      method: 'card',
      instrument: 'Visa •••• 4242',
      provider: 'simulator',
      state: 'checking',
      paidPaise: asPaise(0),
    },
    refunds: [],
    timeline: [],
    fulfilment: {},
    notes: [],
    shippingAddress: homeAddress,
    details: {},
    isByMinor: false,
    linkSecret: 'c2VjcmV0LW9mLWFuLW9yZA',
    purchaseDate: '2026-01-01T12:00:00.000Z',
    deliveryTime: { days: 5 },
    estimatedDelivery: '2026-01-06T12:00:00.000Z',
    ...fields,
  }
}

/** A new order of two barfis, to be paid on delivery. */
export function aCashOrder(fields: Partial<OrderRecord> = {}): OrderRecord {
  return anOrder({ payment: { method: 'cod', state: 'due', paidPaise: asPaise(0) }, ...fields })
}

/** Settles a stored order as the use cases do. */
export function settle(store: PurchaseStore, purchaseId: string, event: OrderEvent, at = SETTLED_AT) {
  return store.update(purchaseId, (order) => settleOrder(order, event, { at, calendar: {} }))
}
