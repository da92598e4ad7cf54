import { asPaise, type Paise, rupeesToPaise } from '@nashta/contracts/money'
import type { DeskOrder } from '@nashta/contracts/orders/desk-orders'

export type RefundLine = {
  productId: string
  name: string
  pricePaise: Paise
  /** How many units are not refunded yet. */
  left: number
}

type Refunded = Pick<DeskOrder, 'lines' | 'refunds'>

/** A refund that failed gave nothing back. */
function given({ refunds = [] }: Refunded) {
  return refunds.filter(({ state }) => state !== 'failed')
}

export function refundLines(order: Refunded): RefundLine[] {
  const items = given(order).flatMap((refund) => refund.items ?? [])
  return order.lines.map(({ productId, name, price = 0, quantity }) => {
    const refunded = items.filter((item) => item.productId === productId)
    const left = refunded.reduce((rest, item) => rest - item.quantity, quantity)
    return { productId, name, pricePaise: rupeesToPaise(price), left: Math.max(0, left) }
  })
}

/** What was paid and has not gone back. The Shop API knows it exactly and refuses more. */
export function refundableAmount(order: Refunded & Pick<DeskOrder, 'totalAmount'>): Paise {
  const paid = rupeesToPaise(order.totalAmount ?? 0)
  const back = given(order).reduce((sum, { amount }) => sum + rupeesToPaise(amount), 0)
  return asPaise(Math.max(0, paid - back))
}

/** `units` by product id. */
export function amountOfUnits(lines: readonly RefundLine[], units: ReadonlyMap<string, number>): Paise {
  return asPaise(
    lines.reduce((sum, { productId, pricePaise }) => sum + pricePaise * (units.get(productId) ?? 0), 0),
  )
}

/** The items of the call; undefined for everything that is left, delivery fee included. */
export function refundItems(units: ReadonlyMap<string, number> | null) {
  if (!units) return undefined
  return Array.from(units, ([productId, quantity]) => ({ productId, quantity })).filter(
    ({ quantity }) => quantity > 0,
  )
}
