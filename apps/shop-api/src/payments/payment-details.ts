import { inspect } from 'node:util'
import type { BANKS, PaymentChoice, PaymentDetails } from '@nashta/contracts/orders/payment-details'

/** The card, UPI id or bank that pays. Never stored, because a card has its whole number here. */
export type Instrument =
  | { method: 'card'; cardNumber: CardNumber; cardHolderName: string; expiryDate: string }
  | { method: 'upi'; upiId: string }
  | { method: 'netbanking'; bankName: (typeof BANKS)[number] }

export type PaymentMethod = PaymentDetails['method']

export type ChosenPayment = {
  method: PaymentMethod
  /** What the shopper typed on our page, for the provider only. Null when nothing was typed. */
  instrument: Instrument | null
  /**
   * The card or the bank as a text that may be stored, such as `Visa •••• 1111` or `HDFC`. Absent
   * for UPI, and when `instrument` is null.
   */
  instrumentName?: string
}

/**
 * Splits the payment part of a request into the instrument, for the provider, and its name, which
 * does not contain the card number.
 */
export function splitPaymentChoice(choice: PaymentChoice): ChosenPayment {
  // `hosted` means that nothing is typed on our page. `choice.choice` is the method.
  if (choice.method === 'hosted') return { method: choice.choice, instrument: null }
  if (choice.method === 'cod') return { method: 'cod', instrument: null }
  if (choice.method === 'upi') return { method: 'upi', instrument: choice }
  if (choice.method === 'netbanking') {
    return { method: 'netbanking', instrument: choice, instrumentName: choice.bankName }
  }

  const { cardHolderName, expiryDate } = choice
  const cardNumber = new CardNumber(choice.cardNumber)
  return {
    method: 'card',
    instrument: { method: 'card', cardNumber, cardHolderName, expiryDate },
    instrumentName: cardNumber.masked,
  }
}

/**
 * A card number that cannot be printed, logged, stored or sent by accident. As text or JSON it
 * shows only its last four digits.
 */
export class CardNumber {
  readonly #digits: string

  constructor(digits: string) {
    this.#digits = digits
  }

  /** All digits, for the payment provider only. */
  reveal() {
    return this.#digits
  }

  get last4() {
    return this.#digits.slice(-4)
  }

  get network() {
    return NETWORKS.find(({ prefix }) => prefix.test(this.#digits))?.name ?? 'Card'
  }

  get masked() {
    return `${this.network} •••• ${this.last4}`
  }

  toString() {
    return this.masked
  }

  toJSON() {
    return this.masked
  }

  [inspect.custom]() {
    return this.masked
  }
}

/** Card networks by the first digits of their card numbers. */
const NETWORKS = [
  { name: 'RuPay', prefix: /^(?:60|65|81|82|508)/ },
  { name: 'Visa', prefix: /^4/ },
  { name: 'Mastercard', prefix: /^(?:5[1-5]|2[2-7])/ },
  { name: 'American Express', prefix: /^3[47]/ },
]
