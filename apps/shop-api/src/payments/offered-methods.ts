import { PAYMENT_METHODS } from '@nashta/contracts/constants'
import { type Paise, paiseToRupees } from '@nashta/contracts/money'
import { PAYMENT_METHOD_UNAVAILABLE } from '@nashta/contracts/orders/order-texts'
import type { OfferedMethod } from '@nashta/contracts/orders/payment-methods'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { ChosenPayment, PaymentMethod } from './payment-details.ts'
import type { PaymentProvider } from './payments.ts'

/**
 * If several providers offer a method, the first one in the setting PAYMENTS takes its payments.
 */
function providerOf(providers: readonly PaymentProvider[], method: PaymentMethod) {
  return providers.find(({ methods }) => methods.some((offered) => offered.method === method))
}

type OfferOptions = {
  /** Null if the shop takes cash nowhere. */
  codMaxPaise: Paise | null
  /** The methods that come first. */
  order: readonly string[]
}

/** The methods that the shop offers, in the shop's order and then in that of the specification. */
export function offeredMethods(
  providers: readonly PaymentProvider[],
  { codMaxPaise, order }: OfferOptions,
): OfferedMethod[] {
  const first = order.flatMap((name) => PAYMENT_METHODS.filter((method) => method === name))
  return [...new Set([...first, ...PAYMENT_METHODS])].flatMap((method): OfferedMethod[] => {
    if (method === 'cod')
      return codMaxPaise === null
        ? []
        : [{ method, way: 'onDelivery', maxAmount: paiseToRupees(codMaxPaise) }]
    const provider = providerOf(providers, method)
    const offered = provider?.methods.find((each) => each.method === method)
    return provider && offered ? [{ ...offered, provider: provider.name }] : []
  })
}

/**
 * The provider of the payment. Null for cash on delivery. Undefined if the shop does not offer the
 * method, or offers it in another way.
 */
export function chooseProvider(
  providers: readonly PaymentProvider[],
  { method, instrument }: ChosenPayment,
): PaymentProvider | null | undefined {
  if (method === 'cod') return null
  const provider = providerOf(providers, method)
  const offered = provider?.methods.find((each) => each.method === method)
  if (!offered) return undefined
  const hasDetails = instrument !== null
  // With the way 'fields', the shopper types the details, such as a card number, on our page. With
  // any other way, the shop must not receive details.
  const isOfferedWay = offered.way === 'fields' ? hasDetails : !hasDetails
  return isOfferedWay ? provider : undefined
}

export function methodUnavailable() {
  return new ServiceError('PAYMENT_METHOD_UNAVAILABLE', PAYMENT_METHOD_UNAVAILABLE)
}
