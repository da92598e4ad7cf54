import { asPaise, type Paise, rupeesToPaise } from '../money.ts'
import { sumOf } from '../pricing/sums.ts'
import type { OrderDiscount } from './purchase.ts'

type Sums = {
  shippingFee?: number | undefined
  discounts?: readonly OrderDiscount[] | undefined
}

/**
 * The rows between the prices of the goods and the total: the fee is added, the discounts are
 * subtracted. A discount may be on the delivery, so the fee here is the one before that discount.
 */
export function feeAndDiscounts({ shippingFee = 0, discounts = [] }: Sums): {
  shippingPaise: Paise
  discounts: { label: string; paise: Paise }[]
} {
  const offDelivery = sumOf(discounts.map(({ delivery = 0 }) => rupeesToPaise(delivery)))
  return {
    shippingPaise: asPaise(rupeesToPaise(shippingFee) + offDelivery),
    discounts: discounts.map(({ name, code, amount }) => ({
      label: discountLabel({ name, code }),
      paise: rupeesToPaise(amount),
    })),
  }
}

/** `Diwali (DIWALI10)` */
export function discountLabel({ name, code }: { name: string; code?: string | undefined }): string {
  return code === undefined ? name : `${name} (${code})`
}
