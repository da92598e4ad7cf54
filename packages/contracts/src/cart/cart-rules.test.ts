import { describe, expect, it } from 'vitest'
import { aProduct } from '../catalogue/product.fixture.ts'
import { createRandom } from '../catalogue/random.fixture.ts'
import { CART_LINES_MAX, LINE_QUANTITY_MAX, PRICE_MAX_RUPEES } from '../constants.ts'
import { addItem, cartItemOf, cartTotals, lineTotal, removeItem, setItemQuantity } from './cart-rules.ts'
import { CART_FULL, QUANTITY_INVALID } from './cart-texts.ts'
import type { CartItem } from './cart.ts'

const chips = line('chips', 72.5, 2)
const donut = line('donut', 89, 1)

describe('adding an item', () => {
  it('puts a new product at the end', () => {
    expect(addItem([chips], donut)).toEqual({ ok: true, items: [chips, donut] })
  })

  it('raises the quantity of a product in the cart, at the new price, without moving its line', () => {
    const dearer = line('chips', 80, 3)

    expect(addItem([chips, donut], dearer)).toEqual({ ok: true, items: [line('chips', 80, 5), donut] })
  })

  it('does not modify the given items', () => {
    const items = Object.freeze([Object.freeze({ ...chips })])

    addItem(items, chips)
    setItemQuantity(items, 'chips', 9)

    expect(items).toEqual([chips])
  })

  it('is refused beyond the maximum quantity of a line', () => {
    expect(addItem([chips], line('chips', 72.5, LINE_QUANTITY_MAX - 2)).ok).toBe(true)
    expect(addItem([chips], line('chips', 72.5, LINE_QUANTITY_MAX - 1))).toEqual({
      ok: false,
      message: QUANTITY_INVALID,
    })
  })

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'is refused for a quantity of %d',
    (quantity) => {
      expect(addItem([line('chips', 72.5, 5)], line('chips', 72.5, quantity)).ok).toBe(false)
    },
  )

  it('is refused beyond the maximum number of lines, unless the product is in the cart', () => {
    const full = Array.from({ length: CART_LINES_MAX }, (_, index) => line(`snack-${index}`, 10, 1))

    expect(addItem(full.slice(1), donut).ok).toBe(true)
    expect(addItem(full, donut)).toEqual({ ok: false, message: CART_FULL })
    expect(addItem(full, line('snack-3', 10, 1)).ok).toBe(true)
  })
})

describe('changing a cart', () => {
  it('sets a quantity', () => {
    expect(setItemQuantity([chips, donut], 'chips', 7)).toEqual({
      ok: true,
      items: [{ ...chips, quantity: 7 }, donut],
    })
  })

  it.each([0, -3])('removes the line when its quantity is set to %d', (quantity) => {
    expect(setItemQuantity([chips, donut], 'chips', quantity)).toEqual({ ok: true, items: [donut] })
  })

  it.each([LINE_QUANTITY_MAX + 1, 2.5, Number.NaN])('refuses a quantity of %d', (quantity) => {
    expect(setItemQuantity([chips], 'chips', quantity)).toEqual({ ok: false, message: QUANTITY_INVALID })
  })

  it('has no effect for a product that is not in the cart', () => {
    expect(setItemQuantity([chips], 'cake', 2)).toEqual({ ok: true, items: [chips] })
    expect(removeItem([chips], 'cake')).toEqual([chips])
  })

  it('removes a line', () => {
    expect(removeItem([chips, donut], 'donut')).toEqual([chips])
  })
})

describe('totals', () => {
  it('count pieces and add up paise', () => {
    expect(cartTotals([chips, donut])).toEqual({ totalItems: 3, totalPaise: 23_400 })
    expect(cartTotals([])).toEqual({ totalItems: 0, totalPaise: 0 })
  })

  it('leave out unavailable items', () => {
    const unavailable = { ...donut, unavailable: true }

    expect(lineTotal(unavailable)).toBe(0)
    expect(cartTotals([chips, unavailable]).totalPaise).toBe(14_500)
  })

  it('equal the exact sum in paise for 2,000 random carts', () => {
    const random = createRandom(3)
    for (let round = 0; round < 2000; round++) {
      let expected = 0n
      const items = Array.from({ length: 1 + random.below(CART_LINES_MAX) }, (_, index) => {
        const paise = random.below(100 * PRICE_MAX_RUPEES)
        const quantity = 1 + random.below(LINE_QUANTITY_MAX)
        expected += BigInt(paise) * BigInt(quantity)
        return line(`snack-${index}`, paise / 100, quantity)
      })

      expect(BigInt(cartTotals(items).totalPaise)).toBe(expected)
    }
  })
})

it('a cart line has the `products_id` of its product, and a default category when the product has none', () => {
  const product = aProduct({ id: 'old-id', category: '' })

  expect(cartItemOf(product, 2)).toEqual({
    id: 'donut',
    productId: 'donut',
    name: 'Donut',
    price: 89,
    imageUrl: '/images/donut.webp',
    quantity: 2,
    category: 'Uncategorized',
  })
})

function line(productId: string, price: number, quantity: number): CartItem {
  return { id: productId, productId, name: productId, price, imageUrl: '', quantity, category: 'Snacks' }
}
