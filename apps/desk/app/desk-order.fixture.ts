import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'

/** An order to pack, without the prices, payment and customer that a packer may not see. */
export function aDeskOrder(fields: Partial<DeskOrder> = {}): DeskOrder {
  return {
    purchaseId: 'order-1',
    purchaseDate: '2026-03-01T04:30:00.000Z',
    work: 'pack',
    orderStatus: 'CONFIRMED',
    deliveryStatus: 'PROCESSING',
    totalItems: 2,
    version: 'v1',
    lines: [{ productId: 'donut', name: 'Donut', imageUrl: '', quantity: 2 }],
    timeline: [],
    notes: [],
    actions: [],
    ...fields,
  }
}
