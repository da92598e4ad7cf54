import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { PAYMENT_METHODS, PAYMENT_PROVIDERS } from '@nashta/contracts/constants'
import type { ShopPause } from '@nashta/contracts/open-time'
import { getPaymentMethods } from '@nashta/contracts/orders/payment-methods'
import { SHOP_NOT_OPEN, shopPaused } from '@nashta/contracts/shop/closed-texts'
import type { PaymentSummary } from './use-payment-summary.ts'

/** Null when the ways to pay cannot be read. */
export async function readPaymentSummary(fetchShop: FetchShop): Promise<PaymentSummary | null> {
  try {
    const { takesOrders, pause, methods } = (await fetchShop(getPaymentMethods)).data
    return {
      takesOrders,
      closedText: closedText(takesOrders, pause),
      methods: methods.flatMap(({ method }) => PAYMENT_METHODS.filter((known) => known === method)),
      providers: PAYMENT_PROVIDERS.filter((known) => methods.some(({ provider }) => provider === known)),
    }
  } catch {
    return null
  }
}

/** Null for a shop that takes orders. */
export function closedText(takesOrders: boolean, pause: ShopPause | undefined): string | null {
  if (takesOrders) return null
  return pause ? shopPaused(pause) : SHOP_NOT_OPEN
}
