import { addOpenTime } from '@nashta/contracts/open-time'
import { isBankReference } from '@nashta/contracts/orders/bank-reference'
import { NOT_WAITING_FOR_PAYMENT } from '@nashta/contracts/orders/order-texts'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { activePayment, furtherPayments, owedPaise, withFurther } from '../../order/further-payments.ts'
import { unchanged, withTimeline } from '../../order/order-state.ts'
import { type FurtherPayment, isSeenByHand, type PaymentRecord } from '../../order/payment-record.ts'
import { phaseOf } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { extendedClaimLimit } from '../../order/unpaid-orders.ts'

/** The open time that an operator has to look for a payment that the shopper claims to have sent. */
const CLAIM_LIFETIME_MS = 48 * 60 * 60 * 1000

/** The shopper says that the money of a UPI payment was sent. */
type Claimed = {
  kind: 'claimed'
  /** The bank's number of the payment, or empty. */
  claimedReference: string
  /** Whether the claim may give the order more time. */
  mayExtend: boolean
}

/**
 * Records the claim. Only a claim with a bank's number gives the order more time, once, and counts
 * towards the limit of such orders: otherwise a click would hold the stock for two days.
 */
export function claimPaid(
  order: OrderRecord,
  { claimedReference, mayExtend }: Claimed,
  time: ShopTime,
): OrderTransition {
  const { payment } = order
  const rest = activePayment(order)
  if (rest && isSeenByHand(rest) && owedPaise(order) > 0)
    return claimRest(order, rest, claimedReference, time)
  const isClaimed = payment.state === 'claimed'
  const hasNewReference = claimedReference !== '' && claimedReference !== payment.claimedReference
  if (isClaimed && !hasNewReference) return unchanged(order)
  const isAwaited = phaseOf(order).name === 'waitingForMoney'
  if (!isSeenByHand(payment) || !isAwaited)
    throw new ServiceError('NOT_WAITING_FOR_PAYMENT', NOT_WAITING_FOR_PAYMENT)
  const isFirstNumber = isBankReference(claimedReference) && !isBankReference(payment.claimedReference ?? '')
  const isExtended = mayExtend && isFirstNumber
  const claimed: PaymentRecord = {
    ...payment,
    state: 'claimed',
    ...(isExtended && { expiresAt: claimDeadline(time).toISOString() }),
    ...(claimedReference !== '' && { claimedReference }),
  }
  const note = claimedReference === '' ? {} : { note: claimedReference }
  return {
    order: withTimeline({ ...order, payment: claimed }, time.at, 'paymentClaimed', note),
    effects: isExtended ? [{ kind: 'countUnpaid', limits: [extendedClaimLimit(order)] }] : [],
  }
}

/** As a claim of the whole sum. A bank's number gives the shop the same time to look for the payment, once. */
function claimRest(
  order: OrderRecord,
  rest: FurtherPayment,
  claimedReference: string,
  time: ShopTime,
): OrderTransition {
  const hasNewReference = claimedReference !== '' && claimedReference !== rest.claimedReference
  if (rest.state === 'claimed' && !hasNewReference) return unchanged(order)
  const { edits } = order
  const isFirstNumber = isBankReference(claimedReference) && !hasClaimedNumber(order)
  const deadline = claimDeadline(time).toISOString()
  const isExtended = isFirstNumber && edits?.owed !== undefined && deadline > edits.owed.expiresAt
  const claimed = withFurther(order, {
    ...rest,
    state: 'claimed',
    ...(claimedReference !== '' && { claimedReference }),
  })
  const note = claimedReference === '' ? {} : { note: claimedReference }
  const extended =
    isExtended && edits?.owed ? { edits: { ...edits, owed: { ...edits.owed, expiresAt: deadline } } } : {}
  return { order: withTimeline({ ...claimed, ...extended }, time.at, 'paymentClaimed', note), effects: [] }
}

/** Whether a claim of what is owed has had a bank's number, also of an attempt that was given up. */
function hasClaimedNumber(order: OrderRecord): boolean {
  const { list = [], owed } = order.edits ?? {}
  const since = list.find(({ editId }) => editId === owed?.editId)?.at ?? ''
  return furtherPayments(order).some(
    ({ beganAt, claimedReference }) => beganAt >= since && isBankReference(claimedReference ?? ''),
  )
}

/** When the time to look for a payment is over that the shopper claims now. */
function claimDeadline({ at, calendar }: ShopTime): Date {
  return addOpenTime(at, CLAIM_LIFETIME_MS, calendar)
}
