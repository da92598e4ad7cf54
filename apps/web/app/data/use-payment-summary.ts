import type { PaymentMethod, ProviderName } from '@nashta/contracts/constants'
import { useRouteLoaderData } from 'react-router'

/** What public pages say about payments. */
export type PaymentSummary = {
  /** False for a shop that is not open yet. */
  takesOrders: boolean
  /** In the specification's order. */
  methods: PaymentMethod[]
  /** Who takes the money of these methods. */
  providers: ProviderName[]
}

/** The summary from the root route's loader; null when it could not be loaded. */
export function usePaymentSummary(): PaymentSummary | null {
  return useRouteLoaderData<{ payments: PaymentSummary | null }>('root')?.payments ?? null
}
