import type { PaymentMethod, ProviderName } from '@nashta/contracts/constants'
import { useRouteLoaderData } from 'react-router'

/** What public pages say about payments. */
export type PaymentSummary = {
  /** False for a shop that is not open yet or pauses. */
  takesOrders: boolean
  /** Why the shop takes no orders; null for one that does. */
  closedText: string | null
  /** In the specification's order. */
  methods: PaymentMethod[]
  /** Who takes the money of these methods. */
  providers: ProviderName[]
}

/** The summary from the root route's loader; null when it could not be loaded. */
export function usePaymentSummary(): PaymentSummary | null {
  return useRouteLoaderData<{ payments: PaymentSummary | null }>('root')?.payments ?? null
}

/** Why the shop takes no orders now; null for a shop that takes orders, or when that is not known. */
export function useClosedText(): string | null {
  return usePaymentSummary()?.closedText ?? null
}
