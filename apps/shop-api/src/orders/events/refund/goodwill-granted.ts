import { asPaise, type Paise } from '@nashta/contracts/money'
import { sumOf } from '@nashta/contracts/pricing/sums'
import { divideByWeight } from '@nashta/contracts/pricing/tax'
import { ServiceError } from '@nashta/service-kit/service-error'
import type { ShopTime } from '../../../shop/shop-time.ts'
import { orderNotFound, unchanged } from '../../order/order-state.ts'
import { isVisible } from '../../order/phase.ts'
import type { OrderRecord, OrderTransition } from '../../order/purchase-store.ts'
import { leftOf, netPaid, wholeRefund } from '../../order/refunded.ts'
import { assertNothingOwed } from '../rules/owed-rest.ts'
import { addRefund, mailAboutLastRefund, tooMuch } from '../rules/refunds.ts'

type GoodwillGranted = {
  kind: 'goodwillGranted'
  /** The idempotency key. A repeated request with the same key adds no second refund. */
  key: string
  amountPaise: Paise
  reason: string
  /** An operator pays it, although a provider could. */
  isByHand?: boolean | undefined
}

/**
 * Adds a refund of an amount, for no units in particular: the goods stay as they are. It lowers the
 * price of each line by its part, so that a later refund of units, the bill and a credit note agree.
 */
export function grantGoodwill(
  order: OrderRecord,
  { key, amountPaise, reason, isByHand }: GoodwillGranted,
  { at }: ShopTime,
): OrderTransition {
  if (!isVisible(order)) throw orderNotFound()
  const earlier = order.refunds.find((refund) => refund.key === key)
  if (earlier) {
    const isSame = wholeRefund(order, earlier) === amountPaise && earlier.reason === reason && !earlier.items
    if (isSame) return unchanged(order)
    throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another refund')
  }
  assertNothingOwed(order)
  const left = order.lines.map((line) => leftOf(order, line).paise)
  // The delivery fee goes back with everything that is left.
  const rest = asPaise(Math.min(netPaid(order), sumOf(left)))
  if (amountPaise > rest) throw tooMuch(rest)
  const parts = divideByWeight(amountPaise, left)
  const shares = order.lines.map(({ productId }, index) => ({ productId, paise: parts[index] ?? asPaise(0) }))
  const fields = { key, reason, amountPaise, shares, ...(isByHand && { byHand: true }) }
  const after = addRefund(order, fields, at)
  return { order: after, effects: [mailAboutLastRefund(after)] }
}
