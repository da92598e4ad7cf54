import { CART_LINES_MAX, LINE_QUANTITY_MAX } from '@nashta/contracts/constants'
import { expect, it } from 'vitest'
import { aProduct } from '../catalogue/product.fixture.ts'
import { emptyCart, lineOf, withLines, withRestored } from './cart.ts'

const NOW = new Date('2026-01-01T12:00:00Z')
const lineFor = (id: string, quantity: number) => lineOf(aProduct({ products_id: id }), quantity)
const cartOf = (...lines: ReturnType<typeof lineFor>[]) => withLines(emptyCart('asha', NOW), lines, NOW)
const products = new Map([
  ['barfi', true],
  ['laddoo', true],
])

it('the items of an ended order are added to the cart as far as its limits allow', () => {
  const ordered = [lineFor('barfi', 5), lineFor('laddoo', 2)]
  const { cart, restored } = withRestored(
    cartOf(lineFor('barfi', LINE_QUANTITY_MAX - 1)),
    ordered,
    products,
    NOW,
  )
  expect(cart.lines).toMatchObject([
    { productId: 'barfi', quantity: LINE_QUANTITY_MAX },
    { productId: 'laddoo', quantity: 2 },
  ])
  expect(restored).toEqual([
    { productId: 'barfi', quantity: 1 },
    { productId: 'laddoo', quantity: 2 },
  ])
})

it('a cart with all its lines gets no more lines, and stays as it is', () => {
  const lines = Array.from({ length: CART_LINES_MAX }, (_each, index) => lineFor(`snack-${index}`, 1))
  const full = cartOf(...lines)
  expect(withRestored(full, [lineFor('barfi', 1)], products, NOW)).toEqual({ cart: full, restored: [] })
})
