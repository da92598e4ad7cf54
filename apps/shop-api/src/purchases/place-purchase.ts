import { hash } from 'node:crypto'
import { asPaise } from '@nashta/contracts/money'
import type { PlacePurchase, Purchase } from '@nashta/contracts/orders/purchase'
import type { Caller } from '@nashta/service-kit/auth/authorise'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import { takeApart } from '../payments/instrument.ts'
import type { Charge, Gateway, Instrument, PaymentOutcome, Payments } from '../payments/payments.ts'
import { newPurchaseId } from './purchase-id.ts'
import type { Charged, OrderRecord, PurchaseStore } from './purchase-store.ts'
import { assertTotal, priceLines, toPurchase, totalOf } from './purchase.ts'

const DELIVERY_DAYS = 5

/** Well below the time after which a charge that nobody knows of counts as never made. */
const CHARGE_PATIENCE_MS = 15_000
const DAY_MS = 24 * 60 * 60 * 1000

export type PlacePurchaseDeps = {
  purchases: PurchaseStore
  payments: Payments
  emailOf: (caller: Caller) => Promise<string | null>
  now: () => Date
  randomBytes: (count: number) => Uint8Array
  reportError: (error: unknown) => void
}

export type Placed = { purchase: Purchase; replayed: boolean }

/**
 * Kept first, then charged, then settled: a crash between any two leaves an order that can be asked about. A
 * gateway of our own database does all three in one step.
 */
export async function placePurchase(
  deps: PlacePurchaseDeps,
  caller: Caller,
  body: PlacePurchase,
  key: string | undefined,
): Promise<Placed> {
  const { instrument, record } = takeApart(body.paymentDetails)
  const email = await deps.emailOf(caller)
  const now = deps.now()
  const purchaseId = newPurchaseId(now, deps.randomBytes)
  const { payments } = deps
  const chargeAtOnce =
    instrument && 'chargeWithin' in payments
      ? (order: OrderRecord) => toSettlement(payments.chargeWithin(chargeFor(order, instrument)))
      : undefined

  const { kind, order } = await deps.purchases.begin({
    userId: caller.sub,
    key,
    fingerprint: fingerprintOf(body, record.instrument),
    productIds: body.items.map(({ productId }) => productId),
    draft: (products) => {
      const lines = priceLines(body.items, products)
      const totalPaise = totalOf(lines)
      assertTotal(lines, totalPaise, body.totalAmount)
      return {
        purchaseId,
        userId: caller.sub,
        email,
        // With nothing to charge there is nothing to wait for.
        ...(instrument ? CHARGING : { ...PLACED, transactionId: `cod_${purchaseId}` }),
        deliveryStatus: 'PROCESSING',
        refusal: '',
        lines,
        totalItems: lines.reduce((sum, { quantity }) => sum + quantity, 0),
        shippingFeePaise: asPaise(0),
        totalPaise,
        payment: record,
        shippingAddress: body.shippingAddress,
        purchaseDate: now.toISOString(),
        estimatedDelivery: new Date(now.getTime() + DELIVERY_DAYS * DAY_MS).toISOString(),
      }
    },
    charge: chargeAtOnce,
  })
  if (kind === 'known') return answer(order, true)
  if (!instrument || 'chargeWithin' in payments) return answer(order, false)

  const outcome = await charge(deps, payments, chargeFor(order, instrument))
  const settled = await deps.purchases.settle(purchaseId, toSettlement(outcome))
  return answer(settled ?? order, false)
}

const CHARGING = { state: 'charging', orderStatus: 'PROCESSING', transactionId: '' } as const
const PLACED = { state: 'placed', orderStatus: 'CONFIRMED' } as const

function chargeFor({ purchaseId, totalPaise }: OrderRecord, instrument: Instrument): Charge {
  return { key: purchaseId, amountPaise: totalPaise, instrument }
}

/** A gateway that breaks down in the middle has not said no. */
async function charge({ reportError }: PlacePurchaseDeps, gateway: Gateway, wanted: Charge) {
  try {
    return await withPatience(gateway.charge(wanted))
  } catch (error) {
    reportError(error)
    return { kind: 'unknown' } as const
  }
}

async function withPatience(outcome: Promise<PaymentOutcome>): Promise<PaymentOutcome> {
  const { promise, resolve } = Promise.withResolvers<PaymentOutcome>()
  const timer = setTimeout(() => resolve({ kind: 'unknown' }), CHARGE_PATIENCE_MS)
  try {
    return await Promise.race([outcome, promise])
  } finally {
    clearTimeout(timer)
  }
}

export function toSettlement(outcome: PaymentOutcome): Charged {
  return outcome.kind === 'unknown' ? { kind: 'pending' } : outcome
}

function answer(order: OrderRecord, replayed: boolean): Placed {
  if (order.state === 'charging') {
    throw new ServiceError('REQUEST_IN_PROGRESS', 'This order is being placed; ask again in a moment', {
      retryAfter: 1,
    })
  }
  if (order.state === 'declined') throw new ServiceError('PAYMENT_DECLINED', order.refusal)
  return { purchase: toPurchase(order), replayed }
}

/** Of the card only what an order may remember: a hash of a card number can be guessed back. */
function fingerprintOf(
  { items, totalAmount, shippingAddress, paymentDetails }: PlacePurchase,
  instrument = '',
) {
  const payment =
    paymentDetails.method === 'card'
      ? { method: 'card', instrument, name: paymentDetails.cardHolderName }
      : paymentDetails
  return hash('sha256', JSON.stringify([items, totalAmount, shippingAddress, payment]), 'base64url')
}
