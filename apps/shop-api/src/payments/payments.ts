import type { Paise } from '@nashta/contracts/money'
import type { Instrument } from './payment-details.ts'

export type Charge = {
  /** The order's id. A gateway charges once for each key, however often it is sent. */
  key: string
  amountPaise: Paise
  instrument: Instrument
}

export type PaymentOutcome =
  | { kind: 'approved'; transactionId: string }
  | { kind: 'declined'; message: string }
  /** The money may or may not have moved; `findCharge` returns the outcome later. */
  | { kind: 'unknown' }

/** The port of every gateway. An order is stored before its charge is sent, and settled by the charge's outcome. */
export interface PaymentGateway {
  /** A repeated key returns the outcome of the first charge. */
  charge(charge: Charge): Promise<PaymentOutcome>

  /** The current outcome of a charge; null when the gateway never received one with this key. */
  findCharge(key: string): Promise<PaymentOutcome | null>
}
