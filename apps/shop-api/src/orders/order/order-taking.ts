import { PAYMENT_MINUTES, type ProviderName } from '@nashta/contracts/constants'
import { pauseAt, type ShopPause } from '@nashta/contracts/open-time'
import type { OfferedMethod } from '@nashta/contracts/orders/payment-methods'
import { SHOP_NOT_OPEN, shopPaused } from '@nashta/contracts/shop/closed-texts'
import type { Shop } from '@nashta/contracts/shop/shop'
import type { OpeningStep } from '@nashta/contracts/shop/shop-texts'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { ConnectionStore } from '../../connections/connection-store.ts'
import type { PaymentSettings } from '../../payments/create-providers.ts'
import { offeredMethods } from '../../payments/offered-methods.ts'
import type { PaymentProvider } from '../../payments/payments.ts'
import { limitsOfOrder, type OrderLimits } from './purchase.ts'

export type OrderTakingDeps = {
  /** All providers, also those that take no new orders. In the order of the setting PAYMENTS. */
  providers: readonly PaymentProvider[]
  payments: Pick<PaymentSettings, 'providers' | 'isPublic' | 'lifetimeMs'> & { razorpay: { url: string } }
  orderLimits: OrderLimits
  connections: Pick<ConnectionStore, 'current'>
  now: () => Date
}

export type OrderTaking = {
  /** The providers that take the payments of new orders. */
  providers: readonly PaymentProvider[]
  /** Empty for a shop that takes no orders. */
  methods: OfferedMethod[]
  /** How long an order waits for its payment. */
  paymentLifetimeMs: number
  /** Whether checkout says that the simulator moves no money. */
  isTrial: boolean
  /** The origins of the pages on which shoppers pay, also for orders that are open. */
  formOrigins: string[]
  /** The pause that the shop is in. It then takes no orders. */
  pause: ShopPause | null
  /** What an operator must do before the shop takes orders. Empty for a shop that takes orders. */
  openingSteps: OpeningStep[]
}

/**
 * How the shop takes orders, or why it takes none:
 * - PAYMENTS names the providers. Without it, the desk decides: its UPI id and keys of Razorpay take orders.
 * - The simulator takes orders where PAYMENTS names it, and in a demo shop on one machine without these.
 * - A public shop with the demo identity takes no other orders, not even with cash: nobody would
 *   stand behind the sale, and the demo's delivery zones are no decision of an owner.
 * - A shop with an identity of its own may sell with cash on delivery alone.
 */
export function orderTaking(shop: Shop, deps: OrderTakingDeps): OrderTaking {
  const { providers, payments, orderLimits, connections, now } = deps
  const pause = pauseAt(shop, now())
  const { razorpay } = connections.current()
  const isRazorpayConnected = razorpay !== null && razorpay.input !== null && razorpay.stored.isOffered
  const isSimulatorChosen = payments.providers.includes('simulator')
  const isLocalDemo = shop.isDemo && !payments.isPublic
  const takesForms =
    payments.providers.length > 0 ? payments.providers.includes('razorpay') : razorpay !== null
  const isOffered: Record<ProviderName, boolean> = {
    simulator: isSimulatorChosen || (isLocalDemo && !shop.upi && !isRazorpayConnected),
    upi: payments.providers.length > 0 || shop.upi !== undefined,
    razorpay: payments.providers.length > 0 || isRazorpayConnected,
  }
  const usable = providers.filter(({ name }) => isOffered[name])
  const methods = offeredMethods(usable, {
    codMaxPaise: takesCash(shop) ? limitsOfOrder(shop, orderLimits).codMaxPaise : null,
    order: shop.paymentOrder ?? [],
  })

  const needsIdentity = shop.isDemo && payments.isPublic && !isSimulatorChosen
  const needsPayments = methods.length === 0 || (needsIdentity && usable.length === 0)
  const openingSteps: OpeningStep[] = [
    ...(needsIdentity ? (['identity'] as const) : []),
    ...(needsPayments ? (['payments'] as const) : []),
  ]
  return {
    providers: usable,
    methods: openingSteps.length === 0 && pause === null ? methods : [],
    pause,
    paymentLifetimeMs: payments.lifetimeMs ?? (shop.paymentMinutes ?? PAYMENT_MINUTES) * 60_000,
    isTrial: isSimulatorChosen && methods.some(({ provider }) => provider === 'simulator'),
    formOrigins: takesForms ? [new URL(payments.razorpay.url).origin] : [],
    openingSteps,
  }
}

export function assertTakesOrders({ openingSteps, pause }: OrderTaking) {
  if (openingSteps.length > 0) throw new ServiceError('SHOP_NOT_OPEN', SHOP_NOT_OPEN)
  if (pause) throw new ServiceError('SHOP_NOT_OPEN', shopPaused(pause))
}

function takesCash({ delivery: { zones, rest } }: Shop) {
  return [...zones, rest].some(({ delivers, cod }) => delivers && cod)
}
