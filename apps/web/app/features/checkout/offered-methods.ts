import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { isShopError } from '@nashta/contracts/api/shop-error'
import { PAYMENT_METHODS } from '@nashta/contracts/constants'
import { getPaymentMethods, PAYMENT_WAYS, type PaymentWay } from '@nashta/contracts/orders/payment-methods'
import { queryOptions } from '@tanstack/react-query'
import { fetchShop } from '../../data/fetch-shop.ts'
import { pollDelay } from '../../data/polling.ts'
import type { PaymentMethod } from './payment-values.ts'

export type OfferedMethod = {
  method: PaymentMethod
  way: PaymentWay
  /** The largest total that may be paid this way, in rupees. */
  maxAmount?: number | undefined
}

/** The methods of the specification, for a Shop API that does not list any. */
export const SPECIFIED_METHODS: OfferedMethod[] = [
  { method: 'card', way: 'fields' },
  { method: 'upi', way: 'fields' },
  { method: 'netbanking', way: 'fields' },
  { method: 'cod', way: 'onDelivery' },
]

export const offeredMethodsQuery = queryOptions({
  queryKey: ['payment-methods'],
  queryFn: () => fetchOfferedMethods(fetchShop),
  refetchInterval: ({ state }) => state.status === 'error' && pollDelay(state),
})

/** The ways to pay that the shop offers. Those that this page does not know are left out. */
export async function fetchOfferedMethods(fetchShop: FetchShop): Promise<OfferedMethod[]> {
  try {
    const { data } = await fetchShop(getPaymentMethods)
    return data.methods.flatMap(({ method, way, maxAmount }) => {
      const knownMethod = knownOf(PAYMENT_METHODS, method)
      const knownWay = knownOf(PAYMENT_WAYS, way)
      return knownMethod && knownWay ? [{ method: knownMethod, way: knownWay, maxAmount }] : []
    })
  } catch (error) {
    if (isShopError(error) && error.status === 404) return SPECIFIED_METHODS
    throw error
  }
}

function knownOf<Name extends string>(names: readonly Name[], name: string): Name | undefined {
  return names.find((known) => known === name)
}
