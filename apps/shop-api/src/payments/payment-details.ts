import type { PaymentDetails } from '@nashta/contracts/orders/payment-details'
import { CardNumber } from './card-number.ts'
import type { Instrument } from './payments.ts'

/** What an order stores of how it was paid. */
export type PaymentRecord = { method: PaymentDetails['method']; instrument?: string }

/** Splits payment details into what the gateway charges and what is stored, which never holds a card number. */
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
