import type { Instrument } from './payments.ts'

/** How the simulator answers: at once, or not at all until some time later. */
export type Simulation =
  | { kind: 'approved' }
  | { kind: 'declined'; message: string }
  | { kind: 'approvedLater' }

const DECLINED = 'Your payment was declined. Please try another way to pay.'

const CARDS: Record<string, Simulation> = {
  '4000000000000002': { kind: 'declined', message: 'Your card was declined. Please try another card.' },
  '4000000000009995': {
    kind: 'declined',
    message: 'Your card has insufficient funds. Please try another card.',
  },
  '4000000000000119': { kind: 'approvedLater' },
}

/** Approves everything but a few numbers and names made for trying the rest. */
export function simulate(instrument: Instrument): Simulation {
  if (instrument.method === 'card') return CARDS[instrument.cardNumber.reveal()] ?? { kind: 'approved' }
  if (instrument.method === 'upi' && instrument.upiId.startsWith('failure@'))
    return { kind: 'declined', message: DECLINED }
  if (instrument.method === 'upi' && instrument.upiId.startsWith('pending@')) return { kind: 'approvedLater' }
  return { kind: 'approved' }
}
