import { asPaise, type Paise, rupeesToPaise } from '@nashta/contracts/money'
import type { DeskOrder } from '@nashta/contracts/orders/desk/desk-order'

export type RefundLine = {
  productId: string
  name: string
  pricePaise: Paise
  /** How many units are not refunded yet. */
  left: number
}

type OrderWithRefunds = Pick<DeskOrder, 'lines' | 'refunds'>

/** A refund that failed gave nothing back. */
function refundsNotFailed({ refunds = [] }: OrderWithRefunds) {
  return refunds.filter(({ state }) => state !== 'failed')
}

export function refundLines(order: OrderWithRefunds): RefundLine[] {
  const items = refundsNotFailed(order).flatMap((refund) => refund.items ?? [])
  return order.lines.map(({ productId, name, price = 0, quantity }) => {
    const refunded = items.filter((item) => item.productId === productId)
    const left = refunded.reduce((rest, item) => rest - item.quantity, quantity)
    return { productId, name, pricePaise: rupeesToPaise(price), left: Math.max(0, left) }
  })
}

/**
 * The total minus the refunds. It is an estimate: the reply does not say how much was paid, nor which refunds are of late
 * money. The Shop API refuses a refund that is too large.
 */
export function refundableAmount(order: OrderWithRefunds & Pick<DeskOrder, 'totalAmount'>): Paise {
  const paid = rupeesToPaise(order.totalAmount ?? 0)
  const back = refundsNotFailed(order).reduce((sum, { amount }) => sum + rupeesToPaise(amount), 0)
  return asPaise(Math.max(0, paid - back))
}

/** `units` by product id. */
export function amountOfUnits(lines: readonly RefundLine[], units: ReadonlyMap<string, number>): Paise {
  return asPaise(
    lines.reduce((sum, { productId, pricePaise }) => sum + pricePaise * (units.get(productId) ?? 0), 0),
  )
}

/**
 * The `items` of a refund request. `units` is null to refund all that is left, delivery fee included: then there is no
 * `items`.
 */
export function refundItems(units: ReadonlyMap<string, number> | null) {
  if (!units) return undefined
  return Array.from(units, ([productId, quantity]) => ({ productId, quantity })).filter(
    ({ quantity }) => quantity > 0,
  )
}
