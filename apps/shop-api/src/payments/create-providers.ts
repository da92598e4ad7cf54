import { SHOP_API_BASE } from '@nashta/contracts/api/endpoint'
import { PAYMENT_PROVIDERS, type ProviderName } from '@nashta/contracts/constants'
import type { RazorpayInput } from '@nashta/contracts/shop/connections'
import type { Shop } from '@nashta/contracts/shop/shop'
import { isPublic, type Settings } from '@nashta/service-kit/process/settings'
import type { PaymentProvider } from './payments.ts'
import type { RazorpaySettings } from './razorpay/razorpay-client.ts'
import { createConnectedRazorpay, createRazorpayPayments } from './razorpay/razorpay-payments.ts'
import type { SimulatorStore } from './simulator/simulator-store.ts'
import { createSimulator } from './simulator/simulator.ts'
import { tracedPayments } from './traced-payments.ts'
import { createUpiPayments, type UpiAccount } from './upi/upi-payments.ts'

export type PaymentSettings = {
  /**
   * The setting PAYMENTS; empty when it is not set. When several of these providers offer a method,
   * the first one takes its payments.
   */
  providers: readonly ProviderName[]
  /** Whether strangers can reach the store. */
  isPublic: boolean
  upi: UpiAccount
  razorpay: RazorpaySettings
  /** How long an order waits for its payment. Undefined where the shop's record decides. */
  lifetimeMs: number | undefined
}

export function paymentSettingsOf(settings: Settings): PaymentSettings {
  return {
    providers: settings.PAYMENTS,
    isPublic: isPublic(settings),
    upi: { id: settings.UPI_VPA, name: settings.UPI_NAME },
    razorpay: {
      url: settings.RAZORPAY_URL,
      keyId: settings.RAZORPAY_KEY_ID,
      keySecret: settings.RAZORPAY_KEY_SECRET,
      webhookSecret: settings.RAZORPAY_WEBHOOK_SECRET,
    },
    lifetimeMs: settings.PAYMENT_MINUTES && settings.PAYMENT_MINUTES * 60_000,
  }
}

export type ProviderDeps = {
  simulatorStore: SimulatorStore
  publicUrl: string
  readShop: () => Promise<Shop>
  /** The keys that an operator has written at the desk. Null for none. */
  readRazorpayKeys: () => Promise<RazorpayInput | null>
  reportError: (error: unknown) => void
  now: () => Date
  newId: () => string
}

/**
 * Makes the providers that PAYMENTS names. Without PAYMENTS a store has UPI and Razorpay, and on one
 * machine the simulator. `orderTaking` says which shops offer them.
 */
export function createProviders(
  { providers, isPublic, upi, razorpay }: PaymentSettings,
  deps: ProviderDeps,
): PaymentProvider[] {
  const { simulatorStore, publicUrl, readShop, readRazorpayKeys, now, newId } = deps
  const shopName = async () => (await readShop()).tradeName
  const create: Record<ProviderName, () => PaymentProvider> = {
    simulator: () =>
      createSimulator({
        store: simulatorStore,
        bankPageUrl: `${SHOP_API_BASE}/payments/simulator/bank`,
        now,
        newId,
      }),
    upi: () => createUpiPayments(async () => (providers.length > 0 ? upi : ((await readShop()).upi ?? null))),
    razorpay: () => {
      const returnUrl = new URL(`${SHOP_API_BASE}/payments/razorpay/return`, publicUrl).href
      return providers.length > 0
        ? createRazorpayPayments({ ...deps, ...razorpay, shopName, returnUrl })
        : createConnectedRazorpay({ ...deps, url: razorpay.url, shopName, returnUrl }, readRazorpayKeys)
    },
  }
  const real = PAYMENT_PROVIDERS.filter((name) => name !== 'simulator')
  const unset: readonly ProviderName[] = isPublic ? real : [...real, 'simulator']
  return (providers.length > 0 ? providers : unset).map((name) => tracedPayments(create[name]()))
}
