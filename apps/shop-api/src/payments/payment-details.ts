import type { PaymentDetails } from '@nashta/contracts/orders/payment-details'
import { CardNumber } from './card-number.ts'
import type { Instrument } from './payments.ts'

/** How an order was paid, as it is stored. `instrument` is the bank, or the masked card, e.g. `Visa •••• 4242`. */
export type PaymentRecord = { method: PaymentDetails['method']; instrument?: string }

/** Splits payment details into the instrument for the gateway (null for cash) and the record without card number. */
export function splitPaymentDetails(details: PaymentDetails): {
  instrument: Instrument | null
  record: PaymentRecord
} {
  if (details.method === 'cod') return { instrument: null, record: { method: 'cod' } }
  if (details.method === 'upi') return { instrument: details, record: { method: 'upi' } }
  if (details.method === 'netbanking') {
    return { instrument: details, record: { method: 'netbanking', instrument: details.bankName } }
  }

  const { cardHolderName, expiryDate } = details
  const cardNumber = new CardNumber(details.cardNumber)
  return {
    instrument: { method: 'card', cardNumber, cardHolderName, expiryDate },
    record: { method: 'card', instrument: String(cardNumber) },
  }
}
