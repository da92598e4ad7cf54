import type { ProviderName } from '@nashta/contracts/constants'
import type { Paise } from '@nashta/contracts/money'
import type { OfferedMethod } from '@nashta/contracts/orders/payment-methods'
import type { Instrument } from './payment-details.ts'

export type PaymentRequest = {
  /** See `paymentKey`. A provider that gets the same key twice takes the money once. */
  key: string
  amountPaise: Paise
  /** The card, UPI id or bank; null when the shopper types nothing on our page. */
  instrument: Instrument | null
  shopper: { name: string; email: string | null; phone: string }
  /** The path of the order's page. A shopper who cancels on the provider's page comes back here. */
  orderPath: string
  /** An order that still waits for its payment expires at this time. */
  expiresAt: Date
}

/** A form that the browser posts to the provider's page. */
export type PaymentForm = { url: string; fields: Record<string, string> }

export type PaymentOutcome =
  | {
      kind: 'approved'
      transactionId: string
      /** Everything that the shopper paid. */
      amountPaise: Paise
      /**
       * The provider's fee. If the shopper paid it on top of the order's amount, as with Razorpay's
       * Convenience Fee, `amountPaise` contains it.
       */
      feePaise?: Paise
    }
  | { kind: 'declined'; message: string }
  /** The money may or may not have moved. `find` returns the outcome later. */
  | { kind: 'unknown' }

export type ReceivedMoney = Extract<PaymentOutcome, { kind: 'approved' }>

/** The shopper still has to pay: on the provider's page, or with the UPI code. */
export type WaitingPayment = {
  kind: 'waiting'
  /**
   * The provider's id of the order, such as `order_F4k2` at Razorpay. A shopper may try several
   * times to pay the order. The `transactionId` is the id of the attempt that succeeds.
   */
  reference?: string
  form?: PaymentForm
  upiUri?: string
}

/** What a provider needs to find the payment of a stored order. */
type PaymentReference = {
  /** See `PaymentRequest`. */
  key: string
  /** See `WaitingPayment`. */
  reference?: string | undefined
  amountPaise: Paise
}

/** One event of a callback or webhook whose signature was checked. */
export type ProviderEvent = (ReceivedMoney | AttemptFailed | RefundEvent | ForeignRefund) &
  EventOrigin & { purchaseId: string }

/** Which payment of an order an event is about, and which delivery of it this is. */
export type EventOrigin = {
  /** The further payment. Only events that the shop makes itself name it: those of a provider have a `reference`. */
  paymentId?: string
  /** See `WaitingPayment`. An event with another reference than the order's payment is ignored. */
  reference?: string
  /** Every delivery of the event has the same id. An event whose id the order has stored is ignored. */
  eventId?: string
}

/** One attempt to pay on the provider's page failed. The shopper may try again on the same order. */
export type AttemptFailed = { kind: 'attemptFailed'; message: string }

export type RefundEvent = { kind: 'refundSettled'; refundId: string; result: RefundResult }

/** A refund that the shop did not request: an operator made it in the provider's dashboard. */
export type ForeignRefund = {
  kind: 'foreignRefund'
  /** The payment whose money goes back. */
  transactionId: string
  amountPaise: Paise
  /** The payment itself, for an order that does not know of it yet. */
  payment?: ReceivedMoney
  /** The provider's id of the refund. */
  refundReference: string
  result: Exclude<RefundResult, { kind: 'delayed' }>
}

/** The refunds of one payment, or of all payments since a time. */
export type ForeignRefundsFilter = { purchaseId: string; transactionId: string } | { since: Date }

/** `reference` is the provider's id of the refund. */
export type RefundResult =
  | { kind: 'done'; reference: string }
  /** The provider has the refund and will send the money. */
  | { kind: 'pending'; reference: string }
  | { kind: 'refused'; message: string }
  /** The provider cannot take the refund yet. The message tells operators what to do. */
  | { kind: 'delayed'; message: string }

export type RefundRequest = {
  /** The key of the payment whose money goes back. */
  key: string
  purchaseId: string
  refundId: string
  /** The payment whose money goes back. */
  transactionId: string
  amountPaise: Paise
}

/** A request to `/payments/{provider}/return` or `/webhook`. Its signatures are not checked yet. */
export type ReceivedMessage = {
  kind: 'return' | 'webhook'
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
  /** The order that the return address names; null for a webhook. */
  order: { purchaseId: string; payment: PaymentReference } | null
  /**
   * The signature in the return address. The adapter signs the address and checks the signature.
   */
  signature: unknown
}

/**
 * The port of every payment provider. An order is stored before its payment begins, and settled
 * when the provider reports an outcome. Amounts are whole paise.
 */
export interface PaymentProvider {
  readonly name: ProviderName
  readonly methods: readonly OfferedMethod[]

  /**
   * The reconciler asks the provider about an open payment `delayMs` after the order was placed. The
   * intervals then grow from `intervalMs` to `intervalMaxMs`. Null if the provider is never asked.
   */
  readonly polling: { delayMs: number; intervalMs: number; intervalMaxMs: number } | null

  /** Charges the order, or prepares the page or UPI code on which the shopper pays. */
  begin(request: PaymentRequest): Promise<PaymentOutcome | WaitingPayment>

  /**
   * Returns the events of a message; null when the message is not from the provider. Events may
   * come in any order, and each of them several times.
   */
  receive(message: ReceivedMessage): Promise<readonly ProviderEvent[] | null>

  /**
   * The current outcome; null when the provider does not know the payment or has no money yet. An
   * adapter may also capture an authorised payment here. The outcome is then `approved`.
   */
  find(payment: PaymentReference): Promise<PaymentOutcome | null>

  /**
   * Sends the refund and returns the result. If a refund with the same `purchaseId` and `refundId`
   * was sent before, the call sends no second refund and returns the current result of the first.
   */
  refund(request: RefundRequest): Promise<RefundResult>

  /** The current result of a refund that the provider has. `reference` is its id there. */
  findRefund(reference: string): Promise<RefundResult>

  /** The refunds that the shop did not request. Some may be recorded already. */
  listForeignRefunds(
    filter: ForeignRefundsFilter,
  ): Promise<readonly (ForeignRefund & { purchaseId: string })[]>
}
