import { asPaise } from '@nashta/contracts/money'
import type { Instrument } from '../payment-details.ts'
import type { PaymentOutcome, PaymentRequest, RefundRequest, RefundResult } from '../payments.ts'

/** A pending payment and a slow refund take this long. */
const SETTLES_AFTER_MS = 5_000
/** A late payment succeeds this long after its order has expired. */
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
  /** The message for the shopper if the payment is declined; null if it is not. */
  declined: string | null
  /** The money of the payment does not move before this time. */
  settlesAt: string
  behaviour: Behaviour
  /**
   * `open` until the shopper has confirmed the payment on the bank's page, then `paid`. Empty for a
   * payment without a bank page.
   */
  bankPage: '' | 'open' | 'paid'
  /**
   * A secret that only the bank and the shopper's browser know. A message with the token comes from
   * one of them. Empty for a payment without a bank page.
   */
  token: string
  /** A `SimulatedRefunds` as JSON. */
  refunds: string
}

/** The refunds of one payment, by refund id. */
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

/** The outcome of the payment at this time; null while the shopper or the late money is awaited. */
export function outcomeOf(charge: SimulatedCharge, now: Date): PaymentOutcome | null {
  const { declined, settlesAt, transactionId, amountPaise, bankPage, behaviour } = charge
  if (declined !== null) return { kind: 'declined', message: declined }
  const awaitsShopper = bankPage === 'open'
  if (awaitsShopper) return null
  const isSettled = settlesAt <= now.toISOString()
  if (isSettled) return { kind: 'approved', transactionId, amountPaise: asPaise(amountPaise) }
  return behaviour === 'late' ? null : { kind: 'unknown' }
}

/**
 * Adds a refund to the charge. Returns the same charge if it has the refund already, or if the
 * refund is refused.
 */
export function withRefund(
  charge: SimulatedCharge,
  { refundId, amountPaise }: RefundRequest,
  now: Date,
): SimulatedCharge {
  const refunds = refundsOf(charge)
  const refunded = Object.values(refunds).reduce((sum, refund) => sum + refund.amountPaise, 0)
  const isTooMuch = refunded + amountPaise > charge.amountPaise
  if (refunds[refundId] || isTooMuch || charge.behaviour === 'refundFails') return charge
  const delayMs = charge.behaviour === 'refundSlow' ? SETTLES_AFTER_MS : 0
  const settlesAt = new Date(now.getTime() + delayMs).toISOString()
  return { ...charge, refunds: JSON.stringify({ ...refunds, [refundId]: { amountPaise, settlesAt } }) }
}

/** The result of a refund at this time, after `withRefund` has added the refund or refused it. */
export function refundResult(charge: SimulatedCharge, request: RefundId, now: Date): RefundResult {
  if (charge.behaviour === 'refundFails') return { kind: 'refused', message: REFUND_REFUSED }
  const refund = refundsOf(charge)[request.refundId]
  if (!refund) return { kind: 'refused', message: REFUND_TOO_MUCH }
  const isSettled = refund.settlesAt <= now.toISOString()
  return { kind: isSettled ? 'done' : 'pending', reference: referenceOf(request) }
}

type RefundId = Pick<RefundRequest, 'key' | 'refundId'>

/** The simulator's id of a refund. It contains the key of its payment and our id, so that the refund can be found by it. */
function referenceOf({ key, refundId }: RefundId) {
  return `rfnd_${key}_${refundId}`
}

export function refundOfReference(reference: string): RefundId {
  const [, key = '', refundId = ''] = reference.split('_')
  return { key, refundId }
}

function refundsOf(charge: SimulatedCharge): SimulatedRefunds {
  return JSON.parse(charge.refunds)
}

function declineMessage(instrument: Instrument | null): string | null {
  if (instrument?.method === 'card') return DECLINED_CARDS[instrument.cardNumber.reveal()] ?? null
  return instrument?.method === 'upi' && instrument.upiId.startsWith('failure@') ? UPI_DECLINED : null
}

function behaviourOf(instrument: Instrument | null): Behaviour {
  if (instrument?.method === 'card') return CARDS[instrument.cardNumber.reveal()] ?? ''
  if (instrument?.method !== 'upi') return ''
  const name = instrument.upiId.split('@', 1)[0] ?? ''
  // Names such as `constructor` are properties of every object.
  return Object.hasOwn(UPI_NAMES, name) ? (UPI_NAMES[name] ?? '') : ''
}
