import type { CartItem, ServerCart } from '@nashta/contracts/cart/cart'
import { mergeLines } from '@nashta/contracts/cart/cart-merge'
import {
  addItem,
  type CartChangeResult,
  cartItemOf,
  cartTotals,
  removeItem,
} from '@nashta/contracts/cart/cart-rules'
import { CART_LINES_MAX } from '@nashta/contracts/constants'
import { paiseToRupees } from '@nashta/contracts/money'
import type { CartOperation } from '../../../data/storage/storage-records.ts'
import type { CartResponse } from './cart-sender.ts'

export type Quantities = Record<string, number>

/** An id such as `donut-2` is a pack of `donut`: another product with the same name and family. */
export function snack(productId: string) {
  const [family = '', packLabel] = productId.split('-')
  const pack = packLabel === undefined ? {} : { family, packLabel }
  return { products_id: productId, name: family, price: 10, imageUrl: '', category: 'Snacks', ...pack }
}

/** Carts in memory, with the cart rules of the Shop API. An operation id is applied once. */
export function createCartServer() {
  const carts = new Map<string, { items: CartItem[]; version: number; applied: Set<string> }>()

  function cartOf(sub: string) {
    const cart = carts.get(sub) ?? { items: [], version: 0, applied: new Set() }
    carts.set(sub, cart)
    return cart
  }

  return {
    fill(sub: string, quantities: Quantities) {
      const items = Object.entries(quantities).map(([id, quantity]) => cartItemOf(snack(id), quantity))
      this.fillLines(sub, items)
    },
    fillLines(sub: string, items: CartItem[]) {
      cartOf(sub).items = items
    },
    read(sub: string): ServerCart {
      const { items, version } = cartOf(sub)
      const { totalItems, totalPaise } = cartTotals(items)
      const time = '2026-01-01T00:00:00.000Z'
      const totalPrice = paiseToRupees(totalPaise)
      return { userId: sub, items, totalItems, totalPrice, createdAt: time, updatedAt: time, version }
    },
    quantities(sub: string): Quantities {
      return quantitiesOf(cartOf(sub).items)
    },
    send(sub: string, operation: CartOperation): CartResponse {
      const cart = cartOf(sub)
      if (!cart.applied.has(operation.id)) {
        const change = applyOperation(cart.items, operation)
        if (!change.ok) return { kind: 'refused' }
        cart.items = change.items
        cart.version += 1
        cart.applied.add(operation.id)
      }
      return { kind: 'confirmed', cart: this.read(sub) }
    },
  }
}

export function quantitiesOf(items: readonly CartItem[]): Quantities {
  return Object.fromEntries(items.map(({ productId, quantity }) => [productId, quantity]))
}

function applyOperation(items: CartItem[], operation: CartOperation): CartChangeResult<CartItem> {
  if (operation.kind === 'add') return addItem(items, operation.item)
  if (operation.kind === 'remove') return { ok: true, items: removeItem(items, operation.productId) }
  const merged = mergeLines(items, operation.delta, (id, quantity) => cartItemOf(snack(id), quantity))
  return merged.length > CART_LINES_MAX ? { ok: false, message: '' } : { ok: true, items: merged }
}
