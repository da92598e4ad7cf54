import { setTimeout as sleep } from 'node:timers/promises'
import { asPaise } from '@nashta/contracts/money'
import { PAYMENT_METHOD_UNAVAILABLE } from '@nashta/contracts/orders/order-texts'
import type { PlacePurchaseBody, Purchase } from '@nashta/contracts/orders/purchase'
import type { Caller, EmailOf } from '@nashta/service-kit/auth/authorise'
import { ServiceError } from '@nashta/service-kit/http/service-error'
import { type PaymentRecord, splitPaymentDetails } from '../payments/payment-details.ts'
import type { Charge, PaymentGateway, PaymentOutcome } from '../payments/payments.ts'
import type { OrderLine, OrderRecord, PurchaseStore } from './purchase-store.ts'
import {
  assertOrderLimits,
  assertTotal,
  newPurchaseId,
  type OrderLimits,
  priceLines,
  purchaseFingerprint,
  toPurchase,
  totalOf,
} from './purchase.ts'
import { approveOrder, settleOrder } from './settle-order.ts'

const DELIVERY_DAYS = 5
const DAY_MS = 24 * 60 * 60 * 1000

/** Well below the 60 seconds after which the reconciler removes an order whose charge the gateway never received. */
const CHARGE_TIMEOUT_MS = 15_000

/** How long a duplicate waits for the request in flight that charges the same order, and how often it reads the order. */
const DUPLICATE_WAIT_MS = 3_000
const DUPLICATE_POLL_MS = 50

export type PlacePurchaseDeps = {
  purchases: PurchaseStore
  payments: PaymentGateway
  orderLimits: OrderLimits
  emailOf: EmailOf
  now: () => Date
  randomBytes: (count: number) => Uint8Array
  reportError: (error: unknown) => void
}

export type PlacedPurchase = { purchase: Purchase; replayed: boolean }

/**
 * Places an order in three steps: it is stored, charged and settled. After a crash between two steps the reconciler
 * finishes it. Cash on delivery has nothing to charge and is settled in the first step.
 */
export async function placePurchase(
  deps: PlacePurchaseDeps,
  caller: Caller,
  body: PlacePurchaseBody,
  idempotencyKey: string | undefined,
): Promise<PlacedPurchase> {
  const { purchases, now, randomBytes } = deps
  const userId = caller.sub
  const { paymentDetails } = body
  if (paymentDetails.method === 'hosted')
    throw new ServiceError('PAYMENT_METHOD_UNAVAILABLE', PAYMENT_METHOD_UNAVAILABLE)
  const { instrument, record: payment } = splitPaymentDetails(paymentDetails)
  const email = await deps.emailOf(caller)
  const placedAt = now()
  const purchaseId = newPurchaseId(placedAt, randomBytes)

  const { order, replayed } = await purchases.begin({
    attempt: { userId, key: idempotencyKey, fingerprint: purchaseFingerprint(body, payment.instrument) },
    productIds: body.items.map(({ productId }) => productId),
    draft: (products, cartLines) => {
      const lines = priceLines(body.items, products, cartLines)
      const totalPaise = totalOf(lines)
      assertOrderLimits({ lines, totalPaise, payment }, deps.orderLimits)
      assertTotal(lines, totalPaise, body.totalAmount)
      const { shippingAddress } = body
      const fields = { purchaseId, userId, email, lines, totalPaise, payment, shippingAddress }
      const drafted = draftOrder(fields, placedAt)
      return instrument ? { order: drafted, effects: [] } : approveOrder(drafted, `cod_${purchaseId}`)
    },
  })
  if (replayed) return toPlacedPurchase(await waitUntilSettled(purchases, order), true)
  if (!instrument) return toPlacedPurchase(order, false)

  const outcome = await charge(deps, { key: purchaseId, amountPaise: order.totalPaise, instrument })
  const settled = await purchases.update(purchaseId, (stored) => settleOrder(stored, outcome))
  // `settled` is null when the reconciler has removed the order. The client is then told to try again.
  return toPlacedPurchase(settled ?? order, false)
}

type DraftFields = Pick<OrderRecord, 'purchaseId' | 'userId' | 'email' | 'totalPaise' | 'shippingAddress'> & {
  lines: readonly OrderLine[]
  payment: PaymentRecord
}

function draftOrder(fields: DraftFields, placedAt: Date): OrderRecord {
  return {
    ...fields,
    state: 'charging',
    orderStatus: 'PROCESSING',
    deliveryStatus: 'PROCESSING',
    transactionId: '',
    refusal: '',
    taken: [],
    totalItems: fields.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    shippingFeePaise: asPaise(0),
    purchaseDate: placedAt.toISOString(),
    estimatedDelivery: new Date(placedAt.getTime() + DELIVERY_DAYS * DAY_MS).toISOString(),
  }
}

/** When the gateway fails or times out, the outcome is unknown and not declined: the money may have moved. */
async function charge(
  { payments, reportError }: PlacePurchaseDeps,
  request: Charge,
): Promise<PaymentOutcome> {
  const { promise: timeout, resolve } = Promise.withResolvers<PaymentOutcome>()
  const timer = setTimeout(() => resolve({ kind: 'unknown' }), CHARGE_TIMEOUT_MS)
  try {
    return await Promise.race([payments.charge(request), timeout])
  } catch (error) {
    reportError(error)
    return { kind: 'unknown' }
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for the request that charges the order. An order that is removed meanwhile is returned as it was: charging. */
async function waitUntilSettled(purchases: PurchaseStore, order: OrderRecord): Promise<OrderRecord> {
  let latest = order
  for (
    let waited = 0;
    latest.state === 'charging' && waited < DUPLICATE_WAIT_MS;
    waited += DUPLICATE_POLL_MS
  ) {
    await sleep(DUPLICATE_POLL_MS)
    latest = (await purchases.find(order.purchaseId)) ?? order
  }
  return latest
}

function toPlacedPurchase(order: OrderRecord, replayed: boolean): PlacedPurchase {
  if (order.state === 'charging') {
    throw new ServiceError('REQUEST_IN_PROGRESS', 'This order is being placed; ask again in a moment', {
      retryAfter: 1,
    })
  }
  if (order.state === 'declined') throw new ServiceError('PAYMENT_DECLINED', order.refusal)
  return { purchase: toPurchase(order), replayed }
}
