import { asPaise, type Paise, rupeesToPaise } from '@nashta/contracts/money'
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'

export type RefundLine = {
  productId: string
  name: string
  pricePaise: Paise
  /** The quantity minus the units in the `items` of all refunds, except failed ones. */
  left: number
}

type OrderWithRefunds = Pick<DeskOrder, 'lines' | 'refunds'>

/** The refunds that gave money back or still will. */
function refundsNotFailed({ refunds = [] }: OrderWithRefunds) {
  return refunds.filter(({ state }) => state !== 'failed')
}

/**
 * The lines of the order with the units that an operator can choose to refund. A refund of all
 * remaining money has no `items`, so it does not reduce `left`. The Shop API refuses to refund more
 * than was paid.
 */
export function refundLines(order: OrderWithRefunds): RefundLine[] {
  const items = refundsNotFailed(order).flatMap((refund) => refund.items ?? [])
  return order.lines.map(({ productId, name, price = 0, quantity }) => {
    const refunded = items.filter((item) => item.productId === productId)
    const left = refunded.reduce((rest, item) => rest - item.quantity, quantity)
    return { productId, name, pricePaise: rupeesToPaise(price), left: Math.max(0, left) }
  })
}

/**
 * The total minus the refunds. This is an estimate: the order does not say how much was paid, nor
 * which refunds gave back late money. The Shop API refuses a refund that is too large.
 */
export function refundableAmount(order: OrderWithRefunds & Pick<DeskOrder, 'totalAmount'>): Paise {
  const total = rupeesToPaise(order.totalAmount ?? 0)
  const refunded = refundsNotFailed(order).reduce((sum, { amount }) => sum + rupeesToPaise(amount), 0)
  return asPaise(Math.max(0, total - refunded))
}

/**
 * The price of the units. `units` has the number of units for each product id. Null when a number
 * is a fraction, is negative, or is more than the units that are left.
 */
export function amountOfUnits(
  lines: readonly RefundLine[],
  units: ReadonlyMap<string, number>,
): Paise | null {
  let sum = 0
  for (const { productId, pricePaise, left } of lines) {
    const count = units.get(productId) ?? 0
    if (!Number.isInteger(count) || count < 0 || count > left) return null
    sum += pricePaise * count
  }
  return asPaise(sum)
}

/**
 * The `items` of a refund request. Null `units` mean everything that is left, with the delivery
 * fee: such a request has no `items`.
 */
export function refundItems(units: ReadonlyMap<string, number> | null) {
  if (!units) return undefined
  return Array.from(units, ([productId, quantity]) => ({ productId, quantity })).filter(
    ({ quantity }) => quantity > 0,
  )
}
