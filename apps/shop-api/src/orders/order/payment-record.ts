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
  /** The money that has arrived for this order, with further payments and without late money. */
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
  /** The payments of what edits have made the order cost more, oldest first. Absent if there are none. */
  further?: readonly FurtherPayment[]
  /** The ids of the provider's last events, to recognise an event that is delivered again. */
  eventIds?: readonly string[]
}

/**
 * A payment of what an edit has made an order cost more. Each attempt is a payment of its own with its own id,
 * because a provider does not accept the id of a declined payment again.
 */
export type FurtherPayment = Pick<
  PaymentRecord,
  'method' | 'instrument' | 'provider' | 'reference' | 'form' | 'upiUri' | 'claimedReference' | 'watchedUntil'
> & {
  /** Unique within the order. With the order's id, it is the key of the payment. */
  paymentId: string
  /** The idempotency key of the request; absent for money that an operator has recorded. */
  key?: string
  state: Extract<PaymentState, 'checking' | 'waiting' | 'claimed' | 'paid' | 'unpaid'>
  amountPaise: Paise
  /** Absent until the money has arrived. */
  transactionId?: string
  beganAt: string
  /** The shopper says that it is paid, and its time is over: an operator still has to look for it. */
  isSought?: true
  /** Why it failed, as a text for the shopper. */
  refusal?: string
}

/** Whether an operator pays back what a payment has taken: it was cash, or to the shop's own account. */
export function isRefundedByHand(payment: Pick<PaymentRecord, 'provider'>): boolean {
  return payment.provider === undefined || isSeenByHand(payment)
}

/** Providers whose money goes to the shop's own account, where only an operator sees it. */
const SEEN_BY_HAND: Record<ProviderName, boolean> = { simulator: false, upi: true, razorpay: false }

export function isSeenByHand({ provider }: Pick<PaymentRecord, 'provider'>): boolean {
  return provider !== undefined && SEEN_BY_HAND[provider]
}
