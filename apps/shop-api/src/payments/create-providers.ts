import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import type { Settings } from '@nashta/service-kit/process/settings'
import type { PaymentProvider, ProviderName } from './payments.ts'
import { createSimulator, type SimulatorStore } from './simulator/simulator.ts'
import { tracedPayments } from './traced-payments.ts'
import { createUpiPayments, type UpiPaymentsOptions } from './upi/upi-payments.ts'

export type PaymentSettings = {
  /** The providers that take payments, in the order in which a method is offered to them. */
  providers: readonly ProviderName[]
  upi: UpiPaymentsOptions
  /** How long an order waits for the shopper's payment. */
  lifetimeMs: number
}

export function paymentSettingsOf(settings: Settings): PaymentSettings {
  return {
    providers: settings.PAYMENTS,
    upi: { vpa: settings.UPI_VPA, name: settings.UPI_NAME },
    lifetimeMs: settings.PAYMENT_MINUTES * 60_000,
  }
}

export type ProviderDeps = {
  simulatorStore: SimulatorStore
  publicUrl: string
  now: () => Date
  newId: () => string
}

/** The address below which the messages of a provider arrive. */
export function messagesUrl(publicUrl: string, provider: ProviderName) {
  return new URL(`${SHOP_API_BASE}/payments/${provider}`, publicUrl).href
}

export function createProviders(
  { providers, upi }: PaymentSettings,
  { simulatorStore, publicUrl, now, newId }: ProviderDeps,
): PaymentProvider[] {
  const create: Record<ProviderName, () => PaymentProvider> = {
    simulator: () =>
      createSimulator({
        store: simulatorStore,
        bankPageUrl: `${messagesUrl(publicUrl, 'simulator')}/bank`,
        now,
        newId,
      }),
    upi: () => createUpiPayments(upi),
    razorpay: () => {
      throw new Error('not yet')
    },
  }
  return providers.map((name) => tracedPayments(create[name]()))
}
