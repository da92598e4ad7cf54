import { lineName } from '../catalogue/line-name.ts'
import type { Product } from '../catalogue/product.ts'
import { CART_LINES_MAX, DEFAULT_CATEGORY, LINE_QUANTITY_MAX } from '../constants.ts'
import { rupeesToPaise, type Paise } from '../money.ts'
import { sumOf, sumPrices } from '../pricing/sums.ts'
import { CART_FULL, QUANTITY_INVALID } from './cart-texts.ts'
import type { CartItem } from './cart.ts'

export type CartChangeResult<Line> = { ok: true; items: Line[] } | { ok: false; message: string }

/** The fields of a cart line that the rules need. Stored lines have fewer fields than a CartItem. */
export type CartLine = { productId: string; quantity: number }

type PricedLine = CartLine & Pick<CartItem, 'price' | 'unavailable'>

/** The product fields that a cart line copies. */
export type CartProduct = Pick<
  Product,
  'products_id' | 'name' | 'packLabel' | 'price' | 'imageUrl' | 'category'
>

export function cartItemOf(product: CartProduct, quantity: number): CartItem {
  return {
    id: product.products_id,
    productId: product.products_id,
    name: lineName(product),
    price: product.price,
    imageUrl: product.imageUrl,
    quantity,
    category: product.category || DEFAULT_CATEGORY,
  }
}

/** If the cart has the product, the quantities are added; other fields are those of `added`. */
export function addItem<Line extends CartLine>(items: readonly Line[], added: Line): CartChangeResult<Line> {
  const present = items.find((line) => line.productId === added.productId)
  const quantity = (present?.quantity ?? 0) + added.quantity
  if (!isLineQuantity(added.quantity) || !isLineQuantity(quantity)) return refused(QUANTITY_INVALID)
  if (!present && items.length >= CART_LINES_MAX) return refused(CART_FULL)
  if (!present) return { ok: true, items: [...items, added] }
  return { ok: true, items: items.map((line) => (line === present ? { ...added, quantity } : line)) }
}

/** Zero or less removes the line; a product that is not in the cart changes nothing. */
export function setItemQuantity<Line extends CartLine>(
  items: readonly Line[],
  productId: string,
  quantity: number,
): CartChangeResult<Line> {
  if (quantity <= 0) return { ok: true, items: removeItem(items, productId) }
  if (!isLineQuantity(quantity)) return refused(QUANTITY_INVALID)
  return {
    ok: true,
    items: items.map((line) => (line.productId === productId ? { ...line, quantity } : line)),
  }
}

export function removeItem<Line extends CartLine>(items: readonly Line[], productId: string): Line[] {
  return items.filter((line) => line.productId !== productId)
}

export function lineTotal(line: PricedLine): Paise {
  return sumPrices(pricedLines([line]))
}

export function cartTotals(items: readonly PricedLine[]): { totalItems: number; totalPaise: Paise } {
  return {
    totalItems: sumOf(items.map(({ quantity }) => quantity)),
    totalPaise: sumPrices(pricedLines(items)),
  }
}

/** The lines that can be ordered, with their prices in paise. */
export function pricedLines(items: readonly PricedLine[]) {
  return items
    .filter(({ unavailable }) => !unavailable)
    .map(({ productId, quantity, price }) => ({ productId, quantity, pricePaise: rupeesToPaise(price) }))
}

function isLineQuantity(quantity: number): boolean {
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= LINE_QUANTITY_MAX
}

function refused(message: string) {
  return { ok: false, message } as const
}
