import { inspect } from 'node:util'

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
