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
    itemsToPack: 2,
    hasLeftShop: false,
    isCollected: false,
    version: 'v1',
    lines: [aDeskLine()],
    timeline: [],
    mails: [],
    notes: [],
    actions: [{ action: 'pack', allowed: true }],
    ...fields,
  }
}

/** Two donuts. Unless the fields say otherwise, all units are to be packed, and none is refunded. */
export function aDeskLine(fields: Partial<DeskOrder['lines'][number]> = {}): DeskOrder['lines'][number] {
  const { quantity = 2, price } = fields
  return {
    productId: 'donut',
    name: 'Donut',
    imageUrl: '',
    quantity,
    toPack: quantity,
    refundable: quantity,
    expectedBack: 0,
    ...(price !== undefined && { refundableAmount: Math.round(price * quantity * 100) / 100 }),
    ...fields,
  }
}
