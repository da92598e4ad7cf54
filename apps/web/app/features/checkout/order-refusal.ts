import type { ShopError } from '@nashta/contracts/api/shop-error'
import type { CartItem } from '@nashta/contracts/cart/cart'
import { amountSchema, priceSchema, productIdSchema } from '@nashta/contracts/fields'
import { asPaise, formatRupees, type Paise, rupeesToPaise } from '@nashta/contracts/money'
import * as z from 'zod/mini'
import { contentOf, orderTotals } from './order-request.ts'

/** The details of PRICE_CHANGED: the order as it would be charged now. */
const priceChangedSchema = z.object({
  /** In rupees, delivery included. */
  totalAmount: amountSchema,
  items: z.array(
    z.object({ productId: productIdSchema, name: z.string(), quantity: z.int(), price: priceSchema }),
  ),
})

/** The details of OUT_OF_STOCK. */
const outOfStockSchema = z.object({
  items: z.array(z.object({ productId: productIdSchema, name: z.string(), available: z.int() })),
})

/** The details of PRODUCT_UNAVAILABLE. */
const unavailableSchema = z.object({ items: z.array(z.object({ productId: productIdSchema })) })

/** Why a line cannot be bought as it is. */
export type LineProblem = {
  productId: string
  name: string
  text: string
  /** How many are left; absent when the shopper has nothing to decide. */
  available?: number
}

/** The store's own prices for a cart whose prices are out of date. */
export type Quote = { content: string; prices: ReadonlyMap<string, number>; shippingFee: Paise }

export type RefusalDetails = { problems: LineProblem[]; quote: Quote | null }

const NOTHING: RefusalDetails = { problems: [], quote: null }

/** The cart lines that a refusal is about. */
export function explainRefusal({ code, details }: ShopError, lines: readonly CartItem[]): RefusalDetails {
  if (code === 'PRICE_CHANGED') return explainPrices(details, lines)
  if (code === 'OUT_OF_STOCK') return { ...NOTHING, problems: explainStock(details) }
  if (code === 'PRODUCT_UNAVAILABLE') return { ...NOTHING, problems: explainUnavailable(details, lines) }
  return NOTHING
}

function explainPrices(details: unknown, lines: readonly CartItem[]): RefusalDetails {
  const { data: current } = priceChangedSchema.safeParse(details)
  if (!current) return NOTHING

  const prices = new Map(current.items.map(({ productId, price }) => [productId, price]))
  const problems = lines.flatMap(({ productId, name, price }) => {
    const newPrice = prices.get(productId) ?? price
    if (newPrice === price) return []
    return [{ productId, name, text: `was ${rupees(price)}, is now ${rupees(newPrice)} each` }]
  })
  const goods = orderTotals(repriced(lines, prices), asPaise(0)).total
  const shippingFee = asPaise(Math.max(rupeesToPaise(current.totalAmount) - goods, 0))
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

/** The lines at the store's prices, until the cart itself changes. */
export function withQuote(lines: readonly CartItem[], quote: Quote | null): readonly CartItem[] {
  return quote?.content === contentOf(lines) ? repriced(lines, quote.prices) : lines
}

/** A stock problem is resolved once the cart has no more than is available; a changed price stays listed. */
export function isUnresolved({ productId, available }: LineProblem, lines: readonly CartItem[]): boolean {
  if (available === undefined) return true
  return lines.some((line) => line.productId === productId && line.quantity > available)
}

function repriced(lines: readonly CartItem[], prices: ReadonlyMap<string, number>): CartItem[] {
  return lines.map((line) => Object.assign({}, line, { price: prices.get(line.productId) ?? line.price }))
}

function rupees(price: number) {
  return formatRupees(rupeesToPaise(price))
}
