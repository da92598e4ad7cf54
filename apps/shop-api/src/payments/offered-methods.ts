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
function findOffer(providers: readonly PaymentProvider[], method: PaymentMethod) {
  for (const provider of providers) {
    const offered = provider.methods.find((each) => each.method === method)
    if (offered) return { provider, offered }
  }
  return undefined
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
  const rest = PAYMENT_METHODS.filter((method) => !first.includes(method))
  const methods: OfferedMethod[] = []
  for (const method of [...first, ...rest]) {
    if (method !== 'cod') {
      const offer = findOffer(providers, method)
      if (offer) methods.push({ ...offer.offered, provider: offer.provider.name })
    } else if (codMaxPaise !== null)
      methods.push({ method, way: 'onDelivery', maxAmount: paiseToRupees(codMaxPaise) })
  }
  return methods
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
  const offer = findOffer(providers, method)
  if (!offer) return undefined
  const hasDetails = instrument !== null
  // With the way 'fields', the shopper types the details, such as a card number, on our page. With
  // any other way, the shop must not receive details.
  const isOfferedWay = offer.offered.way === 'fields' ? hasDetails : !hasDetails
  return isOfferedWay ? offer.provider : undefined
}

export function methodUnavailable() {
  return new ServiceError('PAYMENT_METHOD_UNAVAILABLE', PAYMENT_METHOD_UNAVAILABLE)
}
