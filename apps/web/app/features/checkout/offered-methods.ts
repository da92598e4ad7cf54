import type { FetchShop } from '@nashta/contracts/api/fetch-shop'
import { isShopError } from '@nashta/contracts/api/shop-error'
import { PAYMENT_METHODS, type PaymentMethod } from '@nashta/contracts/constants'
import { getPaymentMethods, PAYMENT_WAYS, type PaymentWay } from '@nashta/contracts/orders/payment-methods'
import { queryOptions } from '@tanstack/react-query'
import { fetchShop } from '../../data/calls/fetch-shop.ts'
import { closedText } from '../../data/shop/read-payment-summary.ts'
import { methodNames } from '../../texts/payment.ts'

export type OfferedMethod = {
  method: PaymentMethod
  way: PaymentWay
  /** The largest total that may be paid with this method, in rupees. */
  maxAmount?: number | undefined
}

export type PaymentOffer = {
  methods: readonly OfferedMethod[]
  /** Why the shop takes no orders; null for one that does. */
  closedText: string | null
  /** Says which methods move no money; null when checkout says nothing of it. */
  trialNote: string | null
}

/** The methods of the specification. They are used with a Shop API that cannot list its methods. */
export const SPECIFIED_OFFER: PaymentOffer = {
  methods: [
    { method: 'card', way: 'fields' },
    { method: 'upi', way: 'fields' },
    { method: 'netbanking', way: 'fields' },
    { method: 'cod', way: 'onDelivery' },
  ],
  closedText: null,
  trialNote: null,
}

export const paymentOfferQuery = queryOptions({
  queryKey: ['payment-methods'],
  queryFn: () => fetchPaymentOffer(fetchShop),
})

/** Fetches the payment methods. A method is left out if this page does not know it or its way. */
export async function fetchPaymentOffer(fetchShop: FetchShop): Promise<PaymentOffer> {
  try {
    const { methods, takesOrders, pause, isTrial } = (await fetchShop(getPaymentMethods)).data
    const known = methods.flatMap(({ method, way, maxAmount, provider }) => {
      const knownMethod = findKnown(PAYMENT_METHODS, method)
      const knownWay = findKnown(PAYMENT_WAYS, way)
      return knownMethod && knownWay ? [{ method: knownMethod, way: knownWay, maxAmount, provider }] : []
    })
    const simulated = known.filter(({ provider }) => provider === 'simulator').map(({ method }) => method)
    return {
      methods: known.map(({ provider: _provider, ...offered }) => offered),
      closedText: closedText(takesOrders, pause),
      trialNote: isTrial ? describeTrial(simulated) : null,
    }
  } catch (error) {
    if (isShopError(error) && error.status === 404) return SPECIFIED_OFFER
    throw error
  }
}

function describeTrial(simulated: readonly PaymentMethod[]) {
  return `Payment by ${methodNames(simulated, 'and')} is simulated in this shop: no money moves.`
}

function findKnown<Name extends string>(names: readonly Name[], name: string): Name | undefined {
  return names.find((known) => known === name)
}
