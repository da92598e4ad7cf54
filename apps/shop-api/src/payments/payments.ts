import type { BANKS } from '@nashta/contracts/constants'
import type { Paise } from '@nashta/contracts/money'
import type { CardNumber } from './card-number.ts'

/** What a shopper pays with. Only here is a card number whole, and only in memory. */
export type Instrument =
  | { method: 'card'; cardNumber: CardNumber; cardHolderName: string; expiryDate: string }
  | { method: 'upi'; upiId: string }
  | { method: 'netbanking'; bankName: (typeof BANKS)[number] }

export type Charge = {
  /** The same key again is the same charge: nobody pays twice for one order. */
  key: string
  amountPaise: Paise
  instrument: Instrument
}

export type PaymentOutcome =
  | { kind: 'approved'; transactionId: string }
  | { kind: 'declined'; message: string }
  /** The money may or may not have moved; `find` will know later. */
  | { kind: 'unknown' }

type Books = {
  /** What became of a charge; null when none with this key ever arrived. */
  find: (key: string) => Promise<PaymentOutcome | null>
}

/** Somebody else's: asked once the order is kept, and settled after. */
export type Gateway = Books & { charge: (charge: Charge) => Promise<PaymentOutcome> }

/** Its books are in the store's own database: it charges inside the write that keeps the order. */
export type OwnGateway = Books & { chargeWithin: (charge: Charge) => PaymentOutcome }

export type Payments = Gateway | OwnGateway
