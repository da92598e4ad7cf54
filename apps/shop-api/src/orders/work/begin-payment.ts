import type {
  PaymentOutcome,
  PaymentProvider,
  PaymentRequest,
  WaitingPayment,
} from '../../payments/payments.ts'
import { withTimeout } from './with-timeout.ts'

/**
 * Must be well below 60 seconds. When an order is 60 seconds old and the provider does not know its
 * payment, the reconciler removes the order.
 */
const CHARGE_TIMEOUT_MS = 15_000

type Deps = { reportError: (error: unknown) => void }

/**
 * Begins the payment at the provider. When the provider fails or times out, the outcome is unknown,
 * because the money may have moved.
 */
export async function beginPayment(
  { reportError }: Deps,
  provider: PaymentProvider,
  request: PaymentRequest,
): Promise<PaymentOutcome | WaitingPayment> {
  try {
    return await withTimeout(provider.begin(request), CHARGE_TIMEOUT_MS, 'the beginning of a payment')
  } catch (error) {
    reportError(error)
    return { kind: 'unknown' }
  }
}

/** Refunds a payment whose approval arrived after the reconciler had removed the order. */
export async function refundRemovedOrder(
  { reportError }: Deps,
  provider: PaymentProvider,
  purchaseId: string,
  outcome: PaymentOutcome | WaitingPayment,
) {
  if (outcome.kind !== 'approved') return
  const { transactionId, amountPaise } = outcome
  // The refund ids of stored orders begin at R1, so R0 is free.
  await provider
    .refund({ key: purchaseId, purchaseId, refundId: 'R0', transactionId, amountPaise })
    .catch((cause) => {
      const message = `The payment ${transactionId} of order ${purchaseId} must be refunded by hand`
      reportError(new Error(message, { cause }))
    })
}
