import { takeOrder } from '@nashta/contracts/orders/desk/take-order'
import { expect, it } from 'vitest'
import { EMPTY_ORDER, requestOf, withProduct, withQuantity } from './new-order-draft.ts'

const donut = { productId: 'donut', name: 'Donut', price: 89 }

it('a product that is added again is one line, and a line without units goes', () => {
  const lines = withProduct(withProduct([], donut), donut)
  expect(lines).toEqual([{ ...donut, quantity: 2 }])
  expect(withQuantity(lines, 'donut', 0)).toEqual([])
})

it('an order that is collected has a collector and no address, and empty fields are left out', () => {
  const draft = { ...EMPTY_ORDER, name: 'Meera', phone: '98123 45678', isCollected: true, way: 'cash' }
  const request = requestOf({ ...draft, lines: withProduct([], donut) }, 89)
  const parsed = takeOrder.body.parse(request)
  expect(parsed).toMatchObject({ collector: { fullName: 'Meera' }, payment: { way: 'cash' } })
  expect(Object.keys(parsed)).not.toContain('address')
  expect(Object.keys(parsed)).not.toContain('email')
})
