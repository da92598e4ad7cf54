import { PAYMENT_MINUTES, type ProviderName } from '@nashta/contracts/constants'
import type { OfferedMethod } from '@nashta/contracts/orders/payment-methods'
import type { Shop } from '@nashta/contracts/shop/shop'
import { type OpeningStep, SHOP_NOT_OPEN } from '@nashta/contracts/shop/shop-texts'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { PaymentSettings } from '../../payments/create-providers.ts'
import { offeredMethods } from '../../payments/offered-methods.ts'
import type { PaymentProvider } from '../../payments/payments.ts'
import type { OrderLimits } from './purchase.ts'

export type OrderTakingDeps = {
  /** All providers, also those that take no new orders. In the order of the setting PAYMENTS. */
  providers: readonly PaymentProvider[]
  payments: Pick<PaymentSettings, 'providers' | 'isPublic' | 'lifetimeMs'>
  orderLimits: Pick<OrderLimits, 'codMaxPaise'>
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
  /** What an operator must do before the shop takes orders. Empty for a shop that takes orders. */
  openingSteps: OpeningStep[]
}

/**
 * How the shop takes orders, or why it takes none:
 * - PAYMENTS names the providers. Without it, the shop's record decides: its UPI id takes orders.
 * - The simulator takes orders where PAYMENTS names it, and in a demo shop on one machine without a UPI id.
 * - A public shop with the demo identity takes no other orders, not even with cash: nobody would
 *   stand behind the sale, and the demo's delivery zones are no decision of an owner.
 * - A shop with an identity of its own may sell with cash on delivery alone.
 */
export function orderTaking(shop: Shop, { providers, payments, orderLimits }: OrderTakingDeps): OrderTaking {
  const isSimulatorChosen = payments.providers.includes('simulator')
  const isLocalDemo = shop.isDemo && !payments.isPublic
  const isOffered: Record<ProviderName, boolean> = {
    simulator: isSimulatorChosen || (isLocalDemo && !shop.upi),
    upi: payments.providers.length > 0 || shop.upi !== undefined,
    razorpay: true,
  }
  const usable = providers.filter(({ name }) => isOffered[name])
  const methods = offeredMethods(usable, {
    codMaxPaise: takesCash(shop) ? orderLimits.codMaxPaise : null,
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
    methods: openingSteps.length === 0 ? methods : [],
    paymentLifetimeMs: payments.lifetimeMs ?? (shop.paymentMinutes ?? PAYMENT_MINUTES) * 60_000,
    isTrial: isSimulatorChosen && methods.some(({ provider }) => provider === 'simulator'),
    openingSteps,
  }
}

export function assertTakesOrders({ openingSteps }: OrderTaking) {
  if (openingSteps.length > 0) throw new ServiceError('SHOP_NOT_OPEN', SHOP_NOT_OPEN)
}

function takesCash({ delivery: { zones, rest } }: Shop) {
  return [...zones, rest].some(({ delivers, cod }) => delivers && cod)
}
