import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { PAYMENT_METHODS, PAYMENT_PROVIDERS } from '@nashta/contracts/constants'
import { getPaymentMethods } from '@nashta/contracts/orders/payment-methods'
import type { PaymentSummary } from './use-payment-summary.ts'

/** Null when the ways to pay cannot be read. */
export async function readPaymentSummary(fetchShop: FetchShop): Promise<PaymentSummary | null> {
  try {
    const { takesOrders, methods } = (await fetchShop(getPaymentMethods)).data
    return {
      takesOrders,
      methods: methods.flatMap(({ method }) => PAYMENT_METHODS.filter((known) => known === method)),
      providers: PAYMENT_PROVIDERS.filter((known) => methods.some(({ provider }) => provider === known)),
    }
  } catch {
    return null
  }
}
