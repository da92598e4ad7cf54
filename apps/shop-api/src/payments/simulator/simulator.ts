import { timingSafeEqual } from 'node:crypto'
import type { OfferedMethod } from '@nashta/contracts/orders/payment-methods'
import type { PaymentProvider, ProviderEvent, ReceivedMessage } from '../payments.ts'
import { outcomeOf, simulateCharge, type SimulatedCharge, simulateRefund } from './simulated-charge.ts'

/** Where the simulator stores its payments, so that they survive a restart. */
export interface SimulatorStore {
  /** Stores the charge unless the key already has one. Returns the stored charge of the key. */
  add(key: string, charge: SimulatedCharge): Promise<SimulatedCharge>
  find(key: string): Promise<SimulatedCharge | null>
  /**
   * Atomically replaces the charge by the result of the pure `change`, and returns the result.
   * Returns null when the key has no charge.
   */
  change(key: string, change: (charge: SimulatedCharge) => SimulatedCharge): Promise<SimulatedCharge | null>
}

export type SimulatorDeps = {
  store: SimulatorStore
  /** The path of the page that plays the bank. The shop API serves this page. */
  bankPageUrl: string
  now: () => Date
  newId: () => string
}

const METHODS: readonly OfferedMethod[] = [
  { method: 'card', way: 'fields' },
  { method: 'upi', way: 'fields' },
  { method: 'netbanking', way: 'fields' },
]

/** The payment simulator: no money moves. */
export function createSimulator({ store, bankPageUrl, now, newId }: SimulatorDeps): PaymentProvider {
  return {
    name: 'simulator',
    methods: METHODS,
    refundsByHand: false,
    polling: { delayMs: 0, intervalMs: 0 },

    async begin(request) {
      const charge = await store.add(request.key, simulateCharge(request, now(), newId))
      const outcome = outcomeOf(charge, now())
      if (outcome) return outcome
      const fields = { order: request.key, token: charge.token }
      return { kind: 'waiting', form: { url: bankPageUrl, fields } }
    },

    async receive(message) {
      const { order, token, result } = fieldsOf(message)
      // The token proves the order that the form names. The browser is redirected to the order that
      // the return address names. Both must be the same, or the token of one order would open the
      // page of another.
      if (message.kind === 'return' && message.order?.purchaseId !== order) return null
      const charge = await store.find(order)
      if (!charge || !isSameToken(token, charge.token)) return null
      if (result !== 'paid') {
        // A refusal that comes after the payment is ignored.
        const failed = { kind: 'attemptFailed', message: 'The bank refused the payment' } as const
        return charge.bankPage === 'open' ? [{ ...failed, purchaseId: order }] : []
      }
      const paid = await store.change(order, (stored) => ({ ...stored, bankPage: 'paid' }))
      const outcome = paid && outcomeOf(paid, now())
      if (outcome?.kind !== 'approved') return []
      const event: ProviderEvent = { ...outcome, purchaseId: order }
      return charge.behaviour === 'twice' ? [event, event] : [event]
    },

    async find({ key }) {
      const charge = await store.find(key)
      return charge && outcomeOf(charge, now())
    },

    async refund(request) {
      const at = now()
      const charge = await store.change(
        request.purchaseId,
        (stored) => simulateRefund(stored, request, at).charge,
      )
      if (!charge) return { kind: 'refused', message: 'There is no such payment' }
      // `store.change` returns only the charge. To get the result, the same refund is simulated
      // again, which changes nothing.
      return simulateRefund(charge, request, at).result
    },
  }
}

/** Reads the fields of a posted form or, for a webhook, of JSON. */
function fieldsOf({ headers, body }: ReceivedMessage) {
  const text = body.toString('utf8')
  const isJson = String(headers['content-type']).startsWith('application/json')
  const fields = isJson ? new URLSearchParams(parseFields(text)) : new URLSearchParams(text)
  const field = (name: string) => fields.get(name) ?? ''
  return { order: field('order'), token: field('token'), result: field('result') }
}

function parseFields(text: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(Object.entries(value).filter(([, field]) => typeof field === 'string'))
  } catch {
    return {}
  }
}

/** False when the expected token is empty: a charge without a bank page gets no messages. */
function isSameToken(given: string, expected: string) {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return expected !== '' && a.length === b.length && timingSafeEqual(a, b)
}
