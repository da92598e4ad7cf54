import { paiseToRupees } from '@nashta/contracts/money'
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'
import { orderNumber } from '@nashta/contracts/orders/order-texts'
import { renderSVG } from 'uqr'
import type { OrderRecord } from '../purchase-store.ts'

/**
 * What slips and labels show. A packer sees the amount that the courier collects, because it is printed on the parcel:
 * a label without it would look paid.
 */
export function printDocument(order: OrderRecord, shown: DeskOrder) {
  return {
    order: shown,
    address: order.shippingAddress,
    ...(order.payment.state === 'due' && { collect: paiseToRupees(order.totalPaise) }),
    qrSvg: renderSVG(orderNumber(order.purchaseId), { ecc: 'M', border: 2 }),
  }
}
