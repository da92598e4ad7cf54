import { tracingChannel } from 'node:diagnostics_channel'
import type { PaymentProvider } from './payments.ts'

/** The diagnostics channel through which telemetry observes the calls to providers. */
const calls = tracingChannel<{ name: string; attributes: Record<string, string> }>('nashta.payments')

/** Traces our calls to the provider and their outcomes, but not its callbacks and webhooks. */
export function tracedPayments(provider: PaymentProvider): PaymentProvider {
  function trace<Outcome extends { kind: string } | null>(name: string, call: () => Promise<Outcome>) {
    const operation = {
      name,
      attributes: { 'nashta.payment.gateway': provider.name } as Record<string, string>,
    }
    return calls.tracePromise(async () => {
      const outcome = await call()
      operation.attributes['nashta.payment.outcome'] = outcome?.kind ?? 'no charge'
      return outcome
    }, operation)
  }

  return {
    ...provider,
    begin: (request) => trace('charge', () => provider.begin(request)),
    find: (payment) => trace('find charge', () => provider.find(payment)),
    refund: (request) => trace('refund', () => provider.refund(request)),
    findRefund: (reference) => trace('find refund', () => provider.findRefund(reference)),
  }
}
