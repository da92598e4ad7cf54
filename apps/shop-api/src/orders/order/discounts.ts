import { asPaise, paiseToRupees } from '@nashta/contracts/money'
import type { OrderDiscount } from '@nashta/contracts/orders/purchase'
import type { OrderRecord } from './purchase-store.ts'

/** What offers have taken off an order. Nothing if no offer has made it cheaper. */
export function shownDiscounts({ offers }: Pick<OrderRecord, 'offers'>): { discounts?: OrderDiscount[] } {
  if (!offers) return {}
  return {
    discounts: offers.map(({ name, code, goodsPaise, deliveryPaise }) => ({
      name,
      ...(code !== undefined && { code }),
      amount: paiseToRupees(asPaise(goodsPaise + deliveryPaise)),
      ...(deliveryPaise > 0 && { delivery: paiseToRupees(deliveryPaise) }),
    })),
  }
}
