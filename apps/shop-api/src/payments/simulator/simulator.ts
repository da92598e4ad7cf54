import { timingSafeEqual } from 'node:crypto'
import type { OfferedMethod } from '@nashta/contracts/orders/payment-methods'
import { orderOfKey } from '../payment-key.ts'
import type { PaymentProvider, ProviderEvent, ReceivedMessage } from '../payments.ts'
import { outcomeOf, refundOfReference, refundResult, simulateCharge, withRefund } from './simulated-charge.ts'
import type { SimulatorStore } from './simulator-store.ts'

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

const NO_SUCH_PAYMENT = 'There is no such payment'

/** The payment simulator: no money moves. */
export function createSimulator({ store, bankPageUrl, now, newId }: SimulatorDeps): PaymentProvider {
  return {
    name: 'simulator',
    methods: METHODS,
    polling: { delayMs: 0, intervalMs: 0, intervalMaxMs: 0 },

    async begin(request) {
      const charge = await store.add(request.key, simulateCharge(request, now(), newId))
      const outcome = outcomeOf(charge, now())
      if (outcome) return outcome
      const fields = { order: request.key, token: charge.token }
      return { kind: 'waiting', ...referenceOf(request.key), form: { url: bankPageUrl, fields } }
    },

    async receive(message) {
      const { key, token, result } = fieldsOf(message)
      const { purchaseId } = orderOfKey(key)
      // After a callback, the browser is sent to `message.order`. This must be the order of the
      // token: otherwise a shopper's token would open the order of a stranger.
      const isSentToOtherOrder = message.kind === 'return' && message.order?.payment.key !== key
      if (isSentToOtherOrder) return null
      const charge = await store.find(key)
      if (!charge || !isSameToken(token, charge.token)) return null
      if (result !== 'paid') {
        const failed = { kind: 'attemptFailed', message: 'The bank refused the payment' } as const
        // A refusal that comes after the payment is ignored.
        return charge.bankPage === 'open' ? [{ ...failed, purchaseId, ...referenceOf(key) }] : []
      }
      const paid = await store.change(key, (stored) => ({ ...stored, bankPage: 'paid' }))
      const outcome = paid && outcomeOf(paid, now())
      if (outcome?.kind !== 'approved') return []
      const event: ProviderEvent = { ...outcome, purchaseId, ...referenceOf(key) }
      return charge.behaviour === 'twice' ? [event, event] : [event]
    },

    async find({ key }) {
      const charge = await store.find(key)
      return charge && outcomeOf(charge, now())
    },

    async refund(request) {
      const at = now()
      const charge = await store.change(request.key, (stored) => withRefund(stored, request, at))
      if (!charge) return { kind: 'refused', message: NO_SUCH_PAYMENT }
      return refundResult(charge, request, at)
    },

    async findRefund(reference) {
      const refund = refundOfReference(reference)
      const charge = await store.find(refund.key)
      if (!charge) return { kind: 'refused', message: NO_SUCH_PAYMENT }
      return refundResult(charge, refund, now())
    },

    listForeignRefunds: async () => [],
  }
}

/** The order knows its first payment without a reference. */
function referenceOf(key: string): { reference?: string } {
  return orderOfKey(key).paymentId === undefined ? {} : { reference: key }
}

/** Reads the fields of a callback, which is a form, or of a webhook, which is JSON. */
function fieldsOf({ headers, body }: ReceivedMessage) {
  const text = body.toString('utf8')
  const isJson = String(headers['content-type']).startsWith('application/json')
  const fields = isJson ? new URLSearchParams(parseFields(text)) : new URLSearchParams(text)
  const field = (name: string) => fields.get(name) ?? ''
  return { key: field('order'), token: field('token'), result: field('result') }
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

/** Compares the tokens. A charge without a bank page has an empty token, which never matches. */
function isSameToken(given: string, expected: string) {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return expected !== '' && a.length === b.length && timingSafeEqual(a, b)
}
