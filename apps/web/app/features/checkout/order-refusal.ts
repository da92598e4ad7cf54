import type { ShopError } from '@nashta/contracts/api/shop-error'
import type { CartItem } from '@nashta/contracts/cart/cart'
import { cartTotals } from '@nashta/contracts/cart/cart-rules'
import { amountSchema, priceSchema, productIdSchema } from '@nashta/contracts/fields'
import { asPaise, formatRupees, type Paise, paiseToRupees, rupeesToPaise } from '@nashta/contracts/money'
import { feeAndDiscounts } from '@nashta/contracts/orders/order-sums'
import { orderDiscountSchema } from '@nashta/contracts/orders/purchase'
import { sumOf } from '@nashta/contracts/pricing/sums'
import * as z from 'zod/mini'
import type { CartPrice } from '../../data/shop/price-cart.ts'
import { cartFingerprint } from './checkout-attempts.ts'

/** The details of PRICE_CHANGED: the order at the store's current prices. */
const priceChangedSchema = z.object({
  /** In rupees, delivery included. */
  totalAmount: amountSchema,
  /** In rupees. If the store leaves out the fee, `feeOf` computes it from the total. */
  shippingFee: z.optional(amountSchema),
  /** Absent if no offer makes the order cheaper. */
  discounts: z.optional(z.array(orderDiscountSchema)),
  items: z.array(
    z.object({ productId: productIdSchema, name: z.string(), quantity: z.int(), price: priceSchema }),
  ),
})

type PriceChanged = z.infer<typeof priceChangedSchema>

const outOfStockSchema = z.object({
  items: z.array(z.object({ productId: productIdSchema, name: z.string(), available: z.int() })),
})

const unavailableSchema = z.object({ items: z.array(z.object({ productId: productIdSchema })) })

/** Why the store refused one cart line. */
export type LineProblem = {
  productId: string
  name: string
  /** The rest of a sentence that begins with the name, such as “is sold out”. */
  text: string
  /** How many the store has. Absent for a changed price, where the quantity is no problem. */
  available?: number
}

/** What the store wants for the cart with this fingerprint. */
export type Quote = {
  fingerprint: string
  /** In rupees, by product id. */
  prices: ReadonlyMap<string, number>
  /** What is paid for the delivery. */
  paidShipping: Paise
  /** The fee before offers about delivery. */
  shippingFee: Paise
  discounts: CartPrice['discounts']
  total: Paise
}

export type RefusalDetails = { lineProblems: LineProblem[]; quote: Quote | null }

const NO_DETAILS: RefusalDetails = { lineProblems: [], quote: null }

/**
 * Finds out which cart lines the store refused, and why; `NO_DETAILS` if the response does not say.
 * The page has shown the lines at the prices of `shownQuote`.
 */
export function explainRefusal(
  { code, details }: ShopError,
  lines: readonly CartItem[],
  shownQuote: Quote | null,
): RefusalDetails {
  if (code === 'PRICE_CHANGED') return explainPrices(details, lines, shownQuote)
  if (code === 'OUT_OF_STOCK') return { ...NO_DETAILS, lineProblems: explainStock(details) }
  if (code === 'PRODUCT_UNAVAILABLE')
    return { ...NO_DETAILS, lineProblems: explainUnavailable(details, lines) }
  return NO_DETAILS
}

function explainPrices(
  details: unknown,
  lines: readonly CartItem[],
  shownQuote: Quote | null,
): RefusalDetails {
  const { data: order } = priceChangedSchema.safeParse(details)
  if (!order) return NO_DETAILS

  const prices = new Map(order.items.map(({ productId, price }) => [productId, price]))
  const shownLines = withQuote(lines, shownQuote)
  const lineProblems = shownLines.flatMap(({ productId, name, price }) => {
    const newPrice = prices.get(productId) ?? price
    if (newPrice === price) return []
    return [{ productId, name, text: `was ${formatPrice(price)}, is now ${formatPrice(newPrice)} each` }]
  })
  const { totalPaise: subtotal } = cartTotals(withPrices(shownLines, prices))
  const paidShipping = feeOf(order, subtotal)
  const { shippingPaise: shippingFee, discounts } = feeAndDiscounts({
    ...order,
    shippingFee: paiseToRupees(paidShipping),
  })
  const total = rupeesToPaise(order.totalAmount)
  const fingerprint = cartFingerprint(lines)
  return { lineProblems, quote: { fingerprint, prices, paidShipping, shippingFee, discounts, total } }
}

/** `subtotal` is the sum of the lines at the new prices. */
function feeOf({ shippingFee, totalAmount, discounts = [] }: PriceChanged, subtotal: Paise): Paise {
  if (shippingFee !== undefined) return rupeesToPaise(shippingFee)
  const taken = discounts.map(({ amount }) => rupeesToPaise(amount))
  return asPaise(Math.max(rupeesToPaise(totalAmount) - subtotal + sumOf(taken), 0))
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

/** The lines at the prices of the quote. A quote for another cart is ignored. */
export function withQuote(lines: readonly CartItem[], quote: Quote | null): readonly CartItem[] {
  return quote?.fingerprint === cartFingerprint(lines) ? withPrices(lines, quote.prices) : lines
}

/** The price with the sums of the quote, which is what the store wants. A quote for another cart is ignored. */
export function withQuotedSums(price: CartPrice, lines: readonly CartItem[], quote: Quote | null): CartPrice {
  if (quote?.fingerprint !== cartFingerprint(lines)) return price
  const { paidShipping, shippingFee, discounts, total } = quote
  const isAsComputed = total === price.total && discounts.length === price.discounts.length
  // What the page has computed from other terms is not true any more.
  const others = isAsComputed ? {} : { tax: null, codeReason: null, hints: [] }
  return { ...price, ...others, paidShipping, shippingFee, discounts, total }
}

/**
 * Whether the page still shows the problem:
 * - A lack of stock is shown until the cart has at most `available` units of the product.
 * - A changed price is always shown, because no other quantity helps.
 */
export function isUnresolved({ productId, available }: LineProblem, lines: readonly CartItem[]): boolean {
  if (available === undefined) return true
  return lines.some((line) => line.productId === productId && line.quantity > available)
}

function withPrices(lines: readonly CartItem[], prices: ReadonlyMap<string, number>): CartItem[] {
  return lines.map((line) => withPrice(line, prices.get(line.productId) ?? line.price))
}

function withPrice(line: CartItem, price: number): CartItem {
  return { ...line, price }
}

function formatPrice(price: number) {
  return formatRupees(rupeesToPaise(price))
}
