import { inspect } from 'node:util'
import type { BANKS } from '@nashta/contracts/constants'
import type { PaymentDetails } from '@nashta/contracts/orders/payment-details'

/** What a shopper pays with. It is never stored: it contains the whole card number. */
export type Instrument =
  | { method: 'card'; cardNumber: CardNumber; cardHolderName: string; expiryDate: string }
  | { method: 'upi'; upiId: string }
  | { method: 'netbanking'; bankName: (typeof BANKS)[number] }

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

/** A card number that cannot be printed, logged, stored or sent by accident: it shows its last four digits. */
export class CardNumber {
  readonly #digits: string

  constructor(digits: string) {
    this.#digits = digits
  }

  /** For the payment gateway only. */
  reveal() {
    return this.#digits
  }

  get last4() {
    return this.#digits.slice(-4)
  }

  get network() {
    return NETWORKS.find(({ prefix }) => prefix.test(this.#digits))?.name ?? 'Card'
  }

  toString() {
    return `${this.network} •••• ${this.last4}`
  }

  toJSON() {
    return this.toString()
  }

  [inspect.custom]() {
    return this.toString()
  }
}

const NETWORKS = [
  { name: 'RuPay', prefix: /^(?:60|65|81|82|508)/ },
  { name: 'Visa', prefix: /^4/ },
  { name: 'Mastercard', prefix: /^(?:5[1-5]|2[2-7])/ },
  { name: 'American Express', prefix: /^3[47]/ },
]
