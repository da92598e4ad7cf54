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
  /** The largest total that may be paid with this method, in rupees. */
  maxAmount?: number | undefined
}

/** The methods of the specification. They are used with a Shop API that cannot list its methods. */
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

/** Fetches the payment methods. A method is left out if this page does not know it or its way. */
export async function fetchOfferedMethods(fetchShop: FetchShop): Promise<OfferedMethod[]> {
  try {
    const { data } = await fetchShop(getPaymentMethods)
    return data.methods.flatMap(({ method, way, maxAmount }) => {
      const knownMethod = findKnown(PAYMENT_METHODS, method)
      const knownWay = findKnown(PAYMENT_WAYS, way)
      return knownMethod && knownWay ? [{ method: knownMethod, way: knownWay, maxAmount }] : []
    })
  } catch (error) {
    if (isShopError(error) && error.status === 404) return SPECIFIED_METHODS
    throw error
  }
}

function findKnown<Name extends string>(names: readonly Name[], name: string): Name | undefined {
  return names.find((known) => known === name)
}
