import { asPaise } from '@nashta/contracts/money'
import type { Instrument } from '../payment-details.ts'
import type { PaymentOutcome, PaymentRequest, RefundRequest, RefundResult } from '../payments.ts'

/** How long a pending payment or a slow refund takes. */
const SETTLES_AFTER_MS = 5_000
/** How long after the order has expired a late payment succeeds. */
const LATE_BY_MS = 60_000

const UPI_DECLINED = 'Your payment was declined. Please try another way to pay.'
const REFUND_REFUSED = 'The bank refused the refund'
const REFUND_TOO_MUCH = 'The refund is larger than the payment'
const DECLINED_CARDS: Record<string, string> = {
  '4000000000000002': 'Your card was declined. Please try another card.',
  '4000000000009995': 'Your card has insufficient funds. Please try another card.',
}

/**
 * What the simulator does with a payment:
 *
 * - empty: approved or declined at once
 * - `pending`: no known outcome for five seconds, then approved
 * - `redirect`: the shopper confirms the payment on a page of the bank
 * - `late`: as `redirect`, but the money arrives a minute after the order has expired
 * - `twice`: as `redirect`, but every message of the bank arrives twice
 * - `refundFails`, `refundSlow`: approved; a refund is refused, or takes five seconds
 */
type Behaviour = '' | 'pending' | 'redirect' | 'late' | 'twice' | 'refundFails' | 'refundSlow'

/** Card numbers for tests. Any other card is approved or declined at once. */
const CARDS: Record<string, Behaviour> = {
  '4000000000000119': 'pending',
  '4000000000003220': 'redirect',
  '4000000000003063': 'late',
  '4000000000003055': 'twice',
  '4000000000005126': 'refundFails',
  '4000000000007726': 'refundSlow',
}
/** UPI ids for tests, without the `@bank`. Any other id is approved or declined at once. */
const UPI_NAMES: Record<string, Behaviour> = {
  pending: 'pending',
  redirect: 'redirect',
  late: 'late',
  twice: 'twice',
  norefund: 'refundFails',
  slowrefund: 'refundSlow',
}

/** A payment as the simulator stores it. */
export type SimulatedCharge = {
  amountPaise: number
  transactionId: string
  /** The message for the shopper when the payment is declined; otherwise null. */
  declined: string | null
  /** The money of the payment does not move before this time. */
  settlesAt: string
  behaviour: Behaviour
  /**
   * `open` until the shopper has confirmed the payment on the bank's page, then `paid`. Empty when
   * the payment has no such page.
   */
  bankPage: '' | 'open' | 'paid'
  /**
   * The token proves that a message is about this payment: only the bank and the shopper's browser
   * know it. Empty when the payment has no page of the bank.
   */
  token: string
  /** A `SimulatedRefunds` as JSON. */
  refunds: string
}

/** The refunds of one payment. The keys are refund ids. */
type SimulatedRefunds = Record<string, { amountPaise: number; settlesAt: string }>

export function simulateCharge(
  { amountPaise, instrument, expiresAt }: PaymentRequest,
  now: Date,
  newId: () => string,
): SimulatedCharge {
  const behaviour = behaviourOf(instrument)
  const hasBankPage = behaviour === 'redirect' || behaviour === 'late' || behaviour === 'twice'
  return {
    amountPaise,
    transactionId: `txn_${newId()}`,
    declined: declineMessage(instrument),
    settlesAt: new Date(settlementTime(behaviour, now, expiresAt)).toISOString(),
    behaviour,
    bankPage: hasBankPage ? 'open' : '',
    token: hasBankPage ? newId() : '',
    refunds: '{}',
  }
}

function settlementTime(behaviour: Behaviour, now: Date, expiresAt: Date): number {
  if (behaviour === 'late') return expiresAt.getTime() + LATE_BY_MS
  return behaviour === 'pending' ? now.getTime() + SETTLES_AFTER_MS : now.getTime()
}

/**
 * Null until the shopper has confirmed the payment on the bank's page, and until the money of a
 * `late` payment has arrived. The outcome of a `pending` payment is `unknown` for five seconds.
 */
export function outcomeOf(charge: SimulatedCharge, now: Date): PaymentOutcome | null {
  const { declined, settlesAt, transactionId, amountPaise, bankPage, behaviour } = charge
  if (declined !== null) return { kind: 'declined', message: declined }
  if (bankPage === 'open') return null
  if (settlesAt > now.toISOString()) return behaviour === 'late' ? null : { kind: 'unknown' }
  return { kind: 'approved', transactionId, amountPaise: asPaise(amountPaise) }
}

/** A repeated refund id refunds nothing more. A refund of more than was paid is refused. */
export function simulateRefund(
  charge: SimulatedCharge,
  { refundId, amountPaise }: RefundRequest,
  now: Date,
): { charge: SimulatedCharge; result: RefundResult } {
  if (charge.behaviour === 'refundFails')
    return { charge, result: { kind: 'refused', message: REFUND_REFUSED } }
  // The cast is safe: only this file writes the JSON.
  const refunds = JSON.parse(charge.refunds) as SimulatedRefunds
  const delayMs = charge.behaviour === 'refundSlow' ? SETTLES_AFTER_MS : 0
  const stored = refunds[refundId] ?? {
    amountPaise,
    settlesAt: new Date(now.getTime() + delayMs).toISOString(),
  }
  const all = { ...refunds, [refundId]: stored }
  const total = Object.values(all).reduce((sum, refund) => sum + refund.amountPaise, 0)
  if (total > charge.amountPaise) return { charge, result: { kind: 'refused', message: REFUND_TOO_MUCH } }
  const reference = `rfnd_${charge.transactionId}_${refundId}`
  const kind = stored.settlesAt > now.toISOString() ? 'pending' : 'done'
  return { charge: { ...charge, refunds: JSON.stringify(all) }, result: { kind, reference } }
}

function declineMessage(instrument: Instrument | null): string | null {
  if (instrument?.method === 'card') return DECLINED_CARDS[instrument.cardNumber.reveal()] ?? null
  return instrument?.method === 'upi' && instrument.upiId.startsWith('failure@') ? UPI_DECLINED : null
}

function behaviourOf(instrument: Instrument | null): Behaviour {
  if (instrument?.method === 'card') return CARDS[instrument.cardNumber.reveal()] ?? ''
  if (instrument?.method !== 'upi') return ''
  return UPI_NAMES[instrument.upiId.split('@', 1)[0] ?? ''] ?? ''
}
