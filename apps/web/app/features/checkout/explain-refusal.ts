import type { ShopError } from '@nashta/contracts/api/shop-error'
import type { CartItem } from '@nashta/contracts/cart/cart'
import { asPaise, formatRupees, type Paise, rupeesToPaise } from '@nashta/contracts/money'
import { contentOf, orderTotals } from './order-body.ts'
import { outOfStockSchema, priceChangedSchema, unavailableSchema } from './purchase-refusal.ts'

/** Why a line cannot be bought as it is. */
export type LineProblem = {
  productId: string
  name: string
  text: string
  /** How many can be had; absent when the shopper has nothing to decide. */
  available?: number
}

/** What the store would charge for a cart, where that is not what the cart says. */
export type Quote = { content: string; prices: ReadonlyMap<string, number>; shippingFee: Paise }

export type Explanation = { problems: LineProblem[]; quote: Quote | null }

const NOTHING: Explanation = { problems: [], quote: null }

/** A refusal, line by line. */
export function explainRefusal({ code, details }: ShopError, lines: readonly CartItem[]): Explanation {
  if (code === 'PRICE_CHANGED') return explainPrices(details, lines)
  if (code === 'OUT_OF_STOCK') return { ...NOTHING, problems: explainStock(details) }
  if (code === 'PRODUCT_UNAVAILABLE') return { ...NOTHING, problems: explainUnavailable(details, lines) }
  return NOTHING
}

function explainPrices(details: unknown, lines: readonly CartItem[]): Explanation {
  const { data: now } = priceChangedSchema.safeParse(details)
  if (!now) return NOTHING

  const prices = new Map(now.items.map(({ productId, price }) => [productId, price]))
  const problems = lines.flatMap(({ productId, name, price }) => {
    const newPrice = prices.get(productId) ?? price
    if (newPrice === price) return []
    return [{ productId, name, text: `was ${rupees(price)}, is now ${rupees(newPrice)} each` }]
  })
  const goods = orderTotals(repriced(lines, prices), asPaise(0)).total
  const shippingFee = asPaise(Math.max(rupeesToPaise(now.totalAmount) - goods, 0))
  return { problems, quote: { content: contentOf(lines), prices, shippingFee } }
}

function explainStock(details: unknown): LineProblem[] {
  const { data } = outOfStockSchema.safeParse(details)
  return (data?.items ?? []).map(({ productId, name, available }) => ({
    productId,
    name,
    available,
    text: available === 0 ? 'is sold out' : `has only ${available} left`,
  }))
}

function explainUnavailable(details: unknown, lines: readonly CartItem[]): LineProblem[] {
  const { data } = unavailableSchema.safeParse(details)
  return (data?.items ?? []).map(({ productId }) => ({
    productId,
    name: lines.find((line) => line.productId === productId)?.name ?? 'One of the items',
    available: 0,
    text: 'is no longer available',
  }))
}

/** The lines at the store's prices, until the cart has heard of them itself. */
export function withQuote(lines: readonly CartItem[], quote: Quote | null): readonly CartItem[] {
  return quote?.content === contentOf(lines) ? repriced(lines, quote.prices) : lines
}

/** Whether the shopper has yet to decide about it. */
export function isOpen({ productId, available }: LineProblem, lines: readonly CartItem[]): boolean {
  if (available === undefined) return true
  return lines.some((line) => line.productId === productId && line.quantity > available)
}

function repriced(lines: readonly CartItem[], prices: ReadonlyMap<string, number>): CartItem[] {
  return lines.map((line) => Object.assign({}, line, { price: prices.get(line.productId) ?? line.price }))
}

function rupees(price: number) {
  return formatRupees(rupeesToPaise(price))
}
