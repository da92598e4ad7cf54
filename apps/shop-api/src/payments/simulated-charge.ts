import type { Instrument } from './payment-details.ts'
import type { Charge, PaymentOutcome } from './payments.ts'

/** A charge with `PENDING_CARD` or a UPI id of `pending@` has no known outcome for this time; then it is approved. */
const SETTLES_AFTER_MS = 5_000

const UPI_DECLINED = 'Your payment was declined. Please try another way to pay.'
const DECLINED_CARDS: Record<string, string> = {
  '4000000000000002': 'Your card was declined. Please try another card.',
  '4000000000009995': 'Your card has insufficient funds. Please try another card.',
}
const PENDING_CARD = '4000000000000119'

/** A charge as the simulator stores it. `declined` is the message for the shopper, or null. */
export type SimulatedCharge = {
  amountPaise: number
  transactionId: string
  declined: string | null
  settlesAt: string
}

/** Approves every charge except those of a few cards and UPI ids that are made for testing. */
export function simulateCharge({ amountPaise, instrument }: Charge, now: Date, id: string): SimulatedCharge {
  const settlesAt = new Date(now.getTime() + (isPendingAtFirst(instrument) ? SETTLES_AFTER_MS : 0))
  return {
    amountPaise,
    transactionId: `txn_${id}`,
    declined: declineMessage(instrument),
    settlesAt: settlesAt.toISOString(),
  }
}

export function outcomeOf(
  { declined, settlesAt, transactionId }: SimulatedCharge,
  now: Date,
): PaymentOutcome {
  if (declined !== null) return { kind: 'declined', message: declined }
  if (settlesAt > now.toISOString()) return { kind: 'unknown' }
  return { kind: 'approved', transactionId }
}

function declineMessage(instrument: Instrument): string | null {
  if (instrument.method === 'card') return DECLINED_CARDS[instrument.cardNumber.reveal()] ?? null
  return instrument.method === 'upi' && instrument.upiId.startsWith('failure@') ? UPI_DECLINED : null
}

function isPendingAtFirst(instrument: Instrument) {
  if (instrument.method === 'card') return instrument.cardNumber.reveal() === PENDING_CARD
  return instrument.method === 'upi' && instrument.upiId.startsWith('pending@')
}
