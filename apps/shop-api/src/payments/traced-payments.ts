import { tracingChannel } from 'node:diagnostics_channel'
import type { PaymentGateway, PaymentOutcome } from './payments.ts'

/** Telemetry watches the calls to the gateway here. */
const calls = tracingChannel<{ name: string; attributes: Record<string, string> }>('nashta.payments')

/** The gateway, with a trace of each call and its outcome. */
export function tracedPayments(gatewayName: string, gateway: PaymentGateway): PaymentGateway {
  function trace<Outcome extends PaymentOutcome | null>(name: string, call: () => Promise<Outcome>) {
    const operation = {
      name,
      attributes: { 'nashta.payment.gateway': gatewayName } as Record<string, string>,
    }
    return calls.tracePromise(async () => {
      const outcome = await call()
      operation.attributes['nashta.payment.outcome'] = outcome?.kind ?? 'no charge'
      return outcome
    }, operation)
  }

  return {
    charge: (charge) => trace('charge', () => gateway.charge(charge)),
    findCharge: (key) => trace('find charge', () => gateway.findCharge(key)),
  }
}
