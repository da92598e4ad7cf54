import type { ProviderName } from '@nashta/contracts/constants'
import type { Paise } from '@nashta/contracts/money'
import type { PaymentState } from '@nashta/contracts/orders/order-payment'
import type { PaymentMethod } from '../../payments/payment-details.ts'
import type { PaymentForm } from '../../payments/payments.ts'

/** How an order is paid, as it is stored. */
export type PaymentRecord = {
  method: PaymentMethod
  /** The bank, or the masked card, e.g. `Visa •••• 4242`. */
  instrument?: string
  /** Absent for cash on delivery. */
  provider?: ProviderName
  state: PaymentState
  /** The money that has arrived for this order, without late money. */
  paidPaise: Paise
  /** The shop had the cash before the goods left it, so no courier collects it. */
  isReceived?: true
  /** The provider's id for all attempts to pay this order, if the provider has such an id. */
  reference?: string
  /** When the order expires. Only while the payment is waiting, claimed or unconfirmed. */
  expiresAt?: string
  /** The code that confirms an unconfirmed order. The shopper gets it only by mail. */
  confirmationCode?: string
  /** For a payment on the provider's page, while the shopper can pay. */
  form?: PaymentForm
  /** For a payment with the UPI code, while the shopper can pay. */
  upiUri?: string
  /** The bank's reference number that the shopper gave with the claim to have paid. */
  claimedReference?: string
  /** When the order was revived: its payment was found after the order had ended unpaid. */
  revivedAt?: string
  /**
   * Until this time, the reconciler asks the provider about late money for an order that is over.
   */
  watchedUntil?: string
  /** The ids of the provider's last events, to recognise an event that is delivered again. */
  eventIds?: readonly string[]
}

/** Whether the money goes to the shop's own account, where only an operator sees it. */
export function isSeenByHand({ provider }: PaymentRecord): boolean {
  return provider === 'upi'
}
